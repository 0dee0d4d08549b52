const roots = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]
const round = Int32Array.from(roots)
const start = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const block = new DataView(new ArrayBuffer(64))
const bytes = new Uint8Array(block.buffer)
const schedule = new Int32Array(64)

/** Mixes the block that lies in `bytes` into the state. */
const mix = (state: Int32Array): void => {
  for (let at = 0; at < 16; at++) schedule[at] = block.getInt32(at * 4)
  for (let at = 16; at < 64; at++) {
    const [early, late] = [schedule[at - 15]!, schedule[at - 2]!]
    schedule[at] =
      schedule[at - 16]! +
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
      schedule[at - 7]! +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round[at]! + schedule[at]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at++) state[at] = state[at]! + mixed[at]!
}

/** The last block: the end of the message (at most 56 bytes, its mark included) and the length of all in bits. */
const finish = (state: Int32Array, tail: Uint8Array, length: number): Uint8Array => {
  bytes.fill(0)
  bytes.set(tail)
  block.setUint32(56, Math.floor(length / 2 ** 29))
  block.setUint32(60, (length * 8) >>> 0)
  mix(state)
  const hash = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 8; at++) hash.setInt32(at * 4, state[at]!)
  return new Uint8Array(hash.buffer)
}

/**
 * SHA-256 of at most 55 bytes (one block; the puzzle's messages have 36 and 32). Written out because the browser's own needs
 * https, which a library in a house network often has not, and answers each call so late that short messages take
 * several times as long. Not for secrets.
 */
export const sha256 = (message: Uint8Array): Uint8Array => {
  if (message.length > 55) throw new RangeError("more than one block")
  const tail = new Uint8Array(message.length + 1)
  tail.set(message)
  tail[message.length] = 0x80
  return finish(start.slice(), tail, message.length)
}

/** SHA-256 of a message that comes in pieces of any length. `digest` ends it, in hex. */
export const createSha256 = () => {
  const state = start.slice()
  const rest = new Uint8Array(64)
  let held = 0
  let length = 0
  return {
    update: (piece: Uint8Array): void => {
      length += piece.length
      let from = 0
      while (from < piece.length) {
        const step = Math.min(64 - held, piece.length - from)
        rest.set(piece.subarray(from, from + step), held)
        held += step
        from += step
        if (held < 64) return
        bytes.set(rest)
        mix(state)
        held = 0
      }
    },
    digest: (): string => {
      const tail = new Uint8Array(held + 1)
      tail.set(rest.subarray(0, held))
      tail[held] = 0x80
      if (held > 55) {
        bytes.fill(0)
        bytes.set(tail)
        mix(state)
      }
      const hash = held > 55 ? finish(state, new Uint8Array(0), length) : finish(state, tail, length)
      return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    },
  }
}
