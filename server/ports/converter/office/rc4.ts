/** Encrypts or decrypts with RC4, which OpenSSL no longer offers. `skipped`: number of bytes of the key stream to leave out first. */
export function rc4(key: Buffer, content: Buffer, skipped = 0): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number): void => {
    const value = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = value
  }
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255
    swap(index, other)
  }
  let [index, other] = [0, 0]
  const next = (): number => {
    index = (index + 1) & 255
    other = (other + (state[index] ?? 0)) & 255
    swap(index, other)
    return state[((state[index] ?? 0) + (state[other] ?? 0)) & 255] ?? 0
  }
  for (let count = 0; count < skipped; count += 1) next()
  return Buffer.from(content.map((byte) => byte ^ next()))
}
