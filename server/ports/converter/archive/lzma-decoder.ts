/** Probabilities are 11 bits; a range below this is widened by a byte. */
const HALF = 1024
const TOP = 2 ** 24
const STATES = 12
const LITERAL_SIZE = 0x300
const ALIGN_BITS = 4
const MIN_MATCH = 2
const END_OF_STREAM = 0xffffffff

const probabilities = (count: number): Uint16Array => new Uint16Array(count).fill(HALF)

/** Decodes the binary symbols of an arithmetic coder. Reading beyond the end throws a RangeError. */
class RangeDecoder {
  private range = 0xffffffff
  private code = 0
  private position = 5

  constructor(private readonly bytes: Uint8Array) {
    if (bytes.length < 5) throw new RangeError("no packed data")
    for (let index = 1; index < 5; index += 1) this.code = ((this.code << 8) | (bytes[index] ?? 0)) >>> 0
  }

  bit(model: Uint16Array, index: number): 0 | 1 {
    const probability = model[index] ?? HALF
    const bound = (this.range >>> 11) * probability
    const one = this.code >= bound
    if (one) {
      this.range -= bound
      this.code -= bound
      model[index] = probability - (probability >>> 5)
    } else {
      this.range = bound
      model[index] = probability + ((2048 - probability) >>> 5)
    }
    this.normalize()
    return one ? 1 : 0
  }

  direct(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      this.range >>>= 1
      const one = this.code >= this.range
      if (one) this.code -= this.range
      value = value * 2 + (one ? 1 : 0)
      this.normalize()
    }
    return value
  }

  /** Decodes a number whose first bit is the highest. */
  tree(model: Uint16Array, bits: number, offset = 0): number {
    let node = 1
    for (let index = 0; index < bits; index += 1) node = node * 2 + this.bit(model, offset + node)
    return node - 2 ** bits
  }

  /** Decodes a number whose first bit is the lowest. */
  reverseTree(model: Uint16Array, bits: number, offset = 0): number {
    let [node, value] = [1, 0]
    for (let index = 0; index < bits; index += 1) {
      const bit = this.bit(model, offset + node)
      node = node * 2 + bit
      value |= bit << index
    }
    return value
  }

  private normalize(): void {
    if (this.range >= TOP) return
    if (this.position >= this.bytes.length) throw new RangeError("the packed data ends early")
    this.range = (this.range << 8) >>> 0
    this.code = ((this.code << 8) | (this.bytes[this.position] ?? 0)) >>> 0
    this.position += 1
  }
}

/** Lengths of matches: short ones have few bits. */
class LengthModel {
  private readonly choices = probabilities(2)
  private readonly low = probabilities(16 * 8)
  private readonly middle = probabilities(16 * 8)
  private readonly high = probabilities(256)

  decode(decoder: RangeDecoder, position: number): number {
    if (decoder.bit(this.choices, 0) === 0) return decoder.tree(this.low, 3, position * 8)
    if (decoder.bit(this.choices, 1) === 0) return 8 + decoder.tree(this.middle, 3, position * 8)
    return 16 + decoder.tree(this.high, 8)
  }
}

/** Distances of matches: six bits choose their size, the others follow. */
class DistanceModel {
  private readonly slots = probabilities(4 * 64)
  private readonly special = probabilities(115)
  private readonly align = probabilities(16)

  decode(decoder: RangeDecoder, length: number): number {
    const slot = decoder.tree(this.slots, 6, Math.min(length, 3) * 64)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const base = (2 | (slot & 1)) * 2 ** bits
    if (slot < 14) return base + decoder.reverseTree(this.special, bits, base - slot)
    return base + decoder.direct(bits - ALIGN_BITS) * 16 + decoder.reverseTree(this.align, ALIGN_BITS)
  }
}

/**
 * Decodes LZMA data without a header. `properties` are those of the coder, whose first byte has the numbers of context bits; `size` is that of
 * the result, which the caller bounds. Throws a RangeError if the data is damaged.
 */
export function decodeLzma(packed: Uint8Array, properties: Uint8Array, size: number): Buffer {
  const settings = properties[0] ?? 255
  if (settings >= 225) throw new RangeError("wrong properties")
  const [literalContext, rest] = [settings % 9, Math.floor(settings / 9)]
  const [literalMask, positionMask] = [2 ** (rest % 5) - 1, 2 ** Math.floor(rest / 5) - 1]
  const decoder = new RangeDecoder(packed)
  const literals = probabilities(LITERAL_SIZE * 2 ** (literalContext + (rest % 5)))
  const [isMatch, isLongRepeat] = [probabilities(STATES * 16), probabilities(STATES * 16)]
  const [isRepeat, isLater, isThird, isFourth] = [1, 2, 3, 4].map(() => probabilities(STATES)) as [
    Uint16Array,
    Uint16Array,
    Uint16Array,
    Uint16Array,
  ]
  const [lengths, repeatLengths, distances] = [new LengthModel(), new LengthModel(), new DistanceModel()]
  const output = Buffer.alloc(size)
  let [state, written] = [0, 0]
  let repeats: [number, number, number, number] = [0, 0, 0, 0]

  const decodeLiteral = (): void => {
    const before = written > 0 ? (output[written - 1] ?? 0) : 0
    const offset = LITERAL_SIZE * (((written & literalMask) << literalContext) + (before >> (8 - literalContext)))
    let symbol = 1
    if (state >= 7) {
      // after a match the byte that would have continued it predicts this one
      let predicted = output[written - repeats[0] - 1] ?? 0
      while (symbol < 0x100) {
        const expected = predicted >> 7
        predicted = (predicted << 1) & 0xff
        const bit = decoder.bit(literals, offset + (1 + expected) * 0x100 + symbol)
        symbol = symbol * 2 + bit
        if (bit !== expected) break
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + decoder.bit(literals, offset + symbol)
    output[written] = symbol & 0xff
    written += 1
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
  }

  /** Decodes which earlier distance is meant. Returns true for a single byte of the last one. */
  const decodeRepeat = (position: number): boolean => {
    if (decoder.bit(isLater, state) === 0) {
      if (decoder.bit(isLongRepeat, state * 16 + position) === 1) return false
      state = state < 7 ? 9 : 11
      return true
    }
    const [first, second, third, fourth] = repeats
    if (decoder.bit(isThird, state) === 0) repeats = [second, first, third, fourth]
    else if (decoder.bit(isFourth, state) === 0) repeats = [third, first, second, fourth]
    else repeats = [fourth, first, second, third]
    return false
  }

  const copy = (length: number): void => {
    const distance = repeats[0] + 1
    if (distance > written) throw new RangeError("a match before the start")
    const end = Math.min(size, written + length)
    for (; written < end; written += 1) output[written] = output[written - distance] ?? 0
  }

  while (written < size) {
    const position = written & positionMask
    if (decoder.bit(isMatch, state * 16 + position) === 0) {
      decodeLiteral()
      continue
    }
    if (decoder.bit(isRepeat, state) === 1) {
      if (decodeRepeat(position)) {
        copy(1)
        continue
      }
      const length = repeatLengths.decode(decoder, position)
      state = state < 7 ? 8 : 11
      copy(length + MIN_MATCH)
      continue
    }
    const length = lengths.decode(decoder, position)
    const distance = distances.decode(decoder, length)
    if (distance === END_OF_STREAM) break
    repeats = [distance, repeats[0], repeats[1], repeats[2]]
    state = state < 7 ? 7 : 10
    copy(length + MIN_MATCH)
  }
  if (written < size) throw new RangeError("the packed data ends early")
  return output
}
