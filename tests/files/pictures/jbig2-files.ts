import { ArithmeticCoder, IntegerCoder, Statistics, SymbolCoder } from "./arithmetic-coder"

/** A black and white picture: one text a row, in which `#` is black. All rows are equally long. */
export type Bitmap = readonly string[]

/** A symbol of a dictionary at a position of the page, from its upper left corner. */
export type PlacedSymbol = { symbol: number; x: number; y: number }

/** Types of segments (ITU-T T.88, 7.3). */
const [DICTIONARY, TEXT_REGION, GENERIC_REGION, PAGE_INFORMATION, PAGE_END, FILE_END] = [0, 6, 38, 48, 49, 51]
/** The pixels that predict the next one: template 0 with its usual adaptive pixels, row by row, from 6.2.5.3. */
const TEMPLATE: ReadonlyArray<readonly [dx: number, dy: number]> = [
  ...[-2, -1, 0, 1, 2].map((dx) => [dx, -2] as const),
  ...[-3, -2, -1, 0, 1, 2, 3].map((dx) => [dx, -1] as const),
  ...[-4, -3, -2, -1].map((dx) => [dx, 0] as const),
]
const ADAPTIVE_PIXELS = Buffer.from([3, -1, -3, -1, 2, -2, -2, -2])
/** The context of the bits that say whether a row equals the one above it (figure 8). */
const TYPICAL_CONTEXT = 0x9b25
const TYPICAL_PREDICTION = 8
const UPPER_LEFT_CORNER = 0x10

const big16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const big32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const sizeOf = (bitmap: Bitmap): [width: number, height: number] => [bitmap[0]!.length, bitmap.length]

/** Returns a segment of page 1, or of all pages if `page` is 0. `references` are the numbers of the segments that it uses. */
export function segment(number: number, type: number, body: Buffer, page = 1, references: readonly number[] = []): Buffer {
  const head = Buffer.from([type, references.length << 5, ...references, page])
  return Buffer.concat([big32(number), head, big32(body.length), body])
}

/** Returns the segment that gives the size of a white page. */
export const pageInformation = (number: number, width: number, height: number): Buffer =>
  segment(number, PAGE_INFORMATION, Buffer.concat([big32(width, height, 0, 0), Buffer.alloc(3)]))

/** The place of a region that covers the whole page. */
export const regionInformation = (width: number, height: number): Buffer => Buffer.concat([big32(width, height, 0, 0), Buffer.alloc(1)])

/** Makes a file of the segments of one page, with the two that end it. */
export const jbig2File = (...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from("974a42320d0a1a0a0100000001", "hex"),
    ...segments,
    segment(segments.length, PAGE_END, Buffer.alloc(0)),
    segment(segments.length + 1, FILE_END, Buffer.alloc(0)),
  ])

/** Encodes a bitmap by template 0 (6.2.5). `typical`: rows that equal the one above them take one bit. */
function encodeBitmap(coder: ArithmeticCoder, statistics: Statistics, bitmap: Bitmap, typical = false): void {
  const pixel = (x: number, y: number): number => Number(bitmap[y]?.[x] === "#")
  const [width] = sizeOf(bitmap)
  let before = 0
  for (const [y, row] of bitmap.entries()) {
    if (typical) {
      const same = Number(row === (bitmap[y - 1] ?? ".".repeat(width)))
      coder.encode(statistics, TYPICAL_CONTEXT, same ^ before)
      before = same
      if (same === 1) continue
    }
    for (let x = 0; x < width; x += 1) {
      const context = TEMPLATE.reduce((bits, [dx, dy]) => (bits << 1) | pixel(x + dx, y + dy), 0)
      coder.encode(statistics, context, pixel(x, y))
    }
  }
}

const bitmapStatistics = (): Statistics => new Statistics(2 ** TEMPLATE.length)

/** Returns the segments of a page that is one generic region, coded by the arithmetic coder (7.4.6). */
export function genericRegion(bitmap: Bitmap, typical: boolean): Buffer[] {
  const coder = new ArithmeticCoder()
  encodeBitmap(coder, bitmapStatistics(), bitmap, typical)
  const flags = Buffer.from([typical ? TYPICAL_PREDICTION : 0])
  const body = Buffer.concat([regionInformation(...sizeOf(bitmap)), flags, ADAPTIVE_PIXELS, coder.finish()])
  return [pageInformation(0, ...sizeOf(bitmap)), segment(1, GENERIC_REGION, body)]
}

/** Returns segment 0, a dictionary of at least two symbols for all pages (7.4.2, 6.5). Lower symbols come first. */
export function symbolDictionary(symbols: readonly Bitmap[]): Buffer {
  const coder = new ArithmeticCoder()
  const statistics = bitmapStatistics()
  const [heights, widths, exports] = [new IntegerCoder(coder), new IntegerCoder(coder), new IntegerCoder(coder)]
  let height = 0
  for (const higher of new Set(symbols.map((symbol) => symbol.length))) {
    heights.encode(higher - height)
    height = higher
    let width = 0
    for (const symbol of symbols.filter((one) => one.length === height)) {
      const [next] = sizeOf(symbol)
      widths.encode(next - width)
      width = next
      encodeBitmap(coder, statistics, symbol)
    }
    widths.encode(null)
  }
  // no symbols that are not exported, then all that are
  exports.encode(0)
  exports.encode(symbols.length)
  const counts = big32(symbols.length, symbols.length)
  return segment(0, DICTIONARY, Buffer.concat([big16(0), ADAPTIVE_PIXELS, counts, coder.finish()]), 0)
}

/**
 * Returns the segments of a page of `width` by `height` pixels that is one text region (7.4.3, 6.4): symbols of the dictionary in segment 0.
 * They come from top to bottom and, in a line, from left to right.
 */
export function textRegion(symbols: readonly Bitmap[], placed: readonly PlacedSymbol[], width: number, height: number): Buffer[] {
  const coder = new ArithmeticCoder()
  const [lines, starts, steps] = [new IntegerCoder(coder), new IntegerCoder(coder), new IntegerCoder(coder)]
  const numbers = new SymbolCoder(coder, Math.ceil(Math.log2(symbols.length)))
  let [top, start] = [0, 0]
  // where the region begins, before the first line
  lines.encode(0)
  for (const y of new Set(placed.map((one) => one.y))) {
    lines.encode(y - top)
    top = y
    let end: number | null = null
    for (const { symbol, x } of placed.filter((one) => one.y === y)) {
      if (end === null) {
        starts.encode(x - start)
        start = x
      } else steps.encode(x - end)
      numbers.encode(symbol)
      end = x + sizeOf(symbols[symbol]!)[0] - 1
    }
    steps.encode(null)
  }
  const body = [regionInformation(width, height), big16(UPPER_LEFT_CORNER), big32(placed.length), coder.finish()]
  return [pageInformation(1, width, height), segment(2, TEXT_REGION, Buffer.concat(body), 1, [0])]
}

/** Draws what a text region shows. */
export function drawnSymbols(symbols: readonly Bitmap[], placed: readonly PlacedSymbol[], width: number, height: number): Bitmap {
  const isBlack = (x: number, y: number): boolean => placed.some((one) => symbols[one.symbol]![y - one.y]?.[x - one.x] === "#")
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => (isBlack(x, y) ? "#" : ".")).join(""))
}
