/** Properties of the coder: 3 bits of the byte before and 2 of the position as context, a dictionary of 64 KB. */
export const lzmaProperties = [0x5d, 0, 0, 1, 0]

/** Encodes bytes as LZMA without a single match, which any decoder reads. */
export function encodeLiterals(bytes: Uint8Array): Buffer {
  const output: number[] = []
  let [low, range, cache, pending] = [0, 0xffffffff, 0, 1]
  const shift = (): void => {
    if (low < 0xff000000 || low >= 2 ** 32) {
      const carry = low >= 2 ** 32 ? 1 : 0
      for (let first = true; pending > 0; pending -= 1, first = false) output.push(((first ? cache : 0xff) + carry) & 0xff)
      cache = Math.floor(low / 2 ** 24) & 0xff
    }
    pending += 1
    low = (low & 0x00ffffff) * 256
  }
  const encode = (model: Uint16Array, index: number, bit: number): void => {
    const probability = model[index] ?? 1024
    const bound = (range >>> 11) * probability
    if (bit === 0) {
      range = bound
      model[index] = probability + ((2048 - probability) >>> 5)
    } else {
      low += bound
      range -= bound
      model[index] = probability - (probability >>> 5)
    }
    while (range < 2 ** 24) {
      range = (range * 256) >>> 0
      shift()
    }
  }
  const isMatch = new Uint16Array(4).fill(1024)
  const literals = new Uint16Array(0x300 * 8).fill(1024)
  for (const [index, byte] of bytes.entries()) {
    encode(isMatch, index & 3, 0)
    const offset = 0x300 * ((bytes[index - 1] ?? 0) >> 5)
    for (let [symbol, bits] = [1, 7]; bits >= 0; bits -= 1) {
      const bit = (byte >> bits) & 1
      encode(literals, offset + symbol, bit)
      symbol = symbol * 2 + bit
    }
  }
  for (let count = 0; count < 5; count += 1) shift()
  return Buffer.from(output)
}
