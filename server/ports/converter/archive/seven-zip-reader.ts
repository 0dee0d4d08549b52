/** Numbers and flags of a 7z header (7zFormat.txt of the LZMA SDK). Reading beyond the end throws a RangeError. */
export class SevenZipReader {
  private position = 0

  constructor(private readonly bytes: Buffer) {}

  byte(): number {
    const value = this.bytes.readUInt8(this.position)
    this.position += 1
    return value
  }

  /** Reads a number of variable length: the leading ones of the first byte count the bytes that follow. */
  number(): number {
    const first = this.byte()
    let [value, mask] = [0, 0x80]
    for (let index = 0; index < 8; index += 1, mask >>= 1) {
      if ((first & mask) === 0) return value + (first & (mask - 1)) * 256 ** index
      value += this.byte() * 256 ** index
    }
    return value
  }

  /** Reads the number of items that each take at least one bit. Throws if there cannot be as many. */
  count(): number {
    const value = this.number()
    if (value > this.bytes.length * 8) throw new RangeError(`${value} items in a header of ${this.bytes.length} bytes`)
    return value
  }

  take(length: number): Buffer {
    if (!(length >= 0 && this.position + length <= this.bytes.length)) throw new RangeError("the header ends early")
    this.position += length
    return this.bytes.subarray(this.position - length, this.position)
  }

  rest(): Buffer {
    return this.take(this.bytes.length - this.position)
  }

  bits(count: number): boolean[] {
    const bytes = this.take(Math.ceil(count / 8))
    return Array.from({ length: count }, (_, index) => ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0)
  }

  /** Reads flags that may all be set, which takes one byte then. */
  optionalBits(count: number): boolean[] {
    return this.byte() === 0 ? this.bits(count) : Array.from({ length: count }, () => true)
  }

  expect(id: number): void {
    const actual = this.byte()
    if (actual !== id) throw new Error(`property ${actual} in place of ${id}`)
  }
}
