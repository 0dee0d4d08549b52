/** States of the MQ coder (ITU-T T.88, table E.1): probability, next state after the likelier and after the rarer bit, whether they swap. */
const STATES: ReadonlyArray<readonly [probability: number, likelier: number, rarer: number, swap: 0 | 1]> = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
]

/** What was learned of the bits in each context: a state of the coder and the likelier bit. */
export class Statistics {
  readonly states: Uint8Array
  readonly likelier: Uint8Array

  constructor(contexts: number) {
    this.states = new Uint8Array(contexts)
    this.likelier = new Uint8Array(contexts)
  }
}

/** The arithmetic encoder of JBIG2 (ITU-T T.88, annex E.2). The names of the registers there: A, C, CT and B. */
export class ArithmeticCoder {
  private interval = 0x8000
  private code = 0
  private shifts = 12
  /** The first byte is not part of the result: it only takes a carry. */
  private readonly bytes: number[] = [0]

  encode(statistics: Statistics, context: number, bit: number): void {
    const [probability, likelier, rarer, swap] = STATES[statistics.states[context]!]!
    const isLikelier = bit === statistics.likelier[context]
    this.interval -= probability
    if (isLikelier && this.interval >= 0x8000) {
      this.code += probability
      return
    }
    // the larger part of the interval is always that of the likelier bit
    const isSmaller = this.interval < probability
    if (isLikelier === isSmaller) this.interval = probability
    else this.code += probability
    if (!isLikelier && swap === 1) statistics.likelier[context] = bit
    statistics.states[context] = isLikelier ? likelier : rarer
    do {
      this.interval <<= 1
      this.code <<= 1
      this.shifts -= 1
      if (this.shifts === 0) this.writeByte()
    } while (this.interval < 0x8000)
  }

  /** Writes what is left, with the marker that ends the data of a segment. */
  finish(): Buffer {
    const end = this.code + this.interval
    this.code |= 0xffff
    if (this.code >= end) this.code -= 0x8000
    for (let rest = 0; rest < 2; rest += 1) {
      this.code <<= this.shifts
      this.writeByte()
    }
    const marker = this.bytes.at(-1) === 0xff ? [0xac] : [0xff, 0xac]
    return Buffer.from([...this.bytes.slice(1), ...marker])
  }

  private writeByte(): void {
    const last = this.bytes.length - 1
    if (this.bytes[last] !== 0xff && this.code >= 0x8000000) {
      this.bytes[last]! += 1
      this.code &= 0x7ffffff
    }
    // after 0xff, a byte has seven bits, so that it can take a carry
    const bits = this.bytes[last] === 0xff ? 20 : 19
    this.bytes.push(this.code >>> bits)
    this.code &= 2 ** bits - 1
    this.shifts = bits === 20 ? 7 : 8
  }
}

/** Smallest value and number of bits of each range of integers (ITU-T T.88, table A.1). */
const RANGES = [
  [0, 2],
  [4, 4],
  [20, 6],
  [84, 8],
  [340, 12],
  [4436, 32],
] as const

/** The encoder of one kind of integers (ITU-T T.88, annex A.2); null ends a list. */
export class IntegerCoder {
  private readonly statistics = new Statistics(512)

  constructor(private readonly coder: ArithmeticCoder) {}

  encode(value: number | null): void {
    const size = Math.abs(value ?? 0)
    const range = RANGES.findLastIndex(([smallest]) => size >= smallest)
    const [smallest, length] = RANGES[range]!
    const sign = value === null || value < 0 ? "1" : "0"
    const prefix = "1".repeat(range) + (range < RANGES.length - 1 ? "0" : "")
    let context = 1
    for (const bit of sign + prefix + (size - smallest).toString(2).padStart(length, "0")) {
      this.coder.encode(this.statistics, context, Number(bit))
      const next = (context << 1) | Number(bit)
      context = context < 256 ? next : (next & 511) | 256
    }
  }
}

/** The encoder of the numbers of symbols (ITU-T T.88, annex A.3), which all have `length` bits. */
export class SymbolCoder {
  private readonly statistics: Statistics

  constructor(
    private readonly coder: ArithmeticCoder,
    private readonly length: number,
  ) {
    this.statistics = new Statistics(2 ** (length + 1))
  }

  encode(symbol: number): void {
    let context = 1
    for (const bit of symbol.toString(2).padStart(this.length, "0")) {
      this.coder.encode(this.statistics, context, Number(bit))
      context = (context << 1) | Number(bit)
    }
  }
}
