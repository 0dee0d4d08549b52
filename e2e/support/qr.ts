import type { Page } from "@playwright/test"

/*
 * Reads a QR code from the pixels of a picture, without correcting errors: versions 1 to 6, one byte segment, as short
 * links make them. What a camera needs is checked on the way: dark on light, and a border of four modules.
 */

/** Data bytes of each block, by version and level (ISO 18004, table 9). */
const blocksOf: Record<string, number[]>[] = [
  { L: [19], M: [16], Q: [13], H: [9] },
  { L: [34], M: [28], Q: [22], H: [16] },
  { L: [55], M: [44], Q: [17, 17], H: [13, 13] },
  { L: [80], M: [32, 32], Q: [24, 24], H: [9, 9, 9, 9] },
  { L: [108], M: [43, 43], Q: [15, 15, 16, 16], H: [11, 11, 12, 12] },
  { L: [68, 68], M: [27, 27, 27, 27], Q: [19, 19, 19, 19], H: [15, 15, 15, 15] },
]
const levels = ["M", "L", "H", "Q"]
const masks = [
  (x: number, y: number) => (x + y) % 2 === 0,
  (_x: number, y: number) => y % 2 === 0,
  (x: number) => x % 3 === 0,
  (x: number, y: number) => (x + y) % 3 === 0,
  (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

type Picture = { width: number; height: number; dark: boolean[] }
type Modules = { size: number; at: (x: number, y: number) => boolean }

const modulesOf = ({ width, height, dark }: Picture): Modules => {
  const pixel = (x: number, y: number) => dark[Math.floor(y) * width + Math.floor(x)] ?? false
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width }, (_, x) => x).some((x) => pixel(x, y)),
  )
  const [top = 0, bottom = 0] = [rows[0], rows.at(-1)]
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => rows.some((y) => pixel(x, y)))
  const [left = 0, right = 0] = [columns[0], columns.at(-1)]
  let run = 0
  while (pixel(left + run, top + 1)) run += 1
  // whole pixels make the finder a little wider or narrower than it is: the next size that exists is meant
  const size = 17 + 4 * Math.round(((right - left + 1) / (run / 7) - 17) / 4)
  const unit = (right - left + 1) / size
  const border = Math.min(left, top, width - 1 - right, height - 1 - bottom) / unit
  if (size < 21 || size > 41) throw new Error(`no code of ours: ${size} modules`)
  if (border < 3.7) throw new Error(`the white border has ${border.toFixed(1)} modules, 4 are wanted`)
  return { size, at: (x, y) => pixel(left + (x + 0.5) * unit, top + (y + 0.5) * unit) }
}

/** Finders with their borders, timing, the one alignment pattern of versions 2 to 6, and the format's places. */
const isFunction = (size: number, x: number, y: number): boolean => {
  const corner = (x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9)
  const middle = size - 7
  return corner || x === 6 || y === 6 || (size > 21 && Math.abs(x - middle) <= 2 && Math.abs(y - middle) <= 2)
}

const formatOf = ({ at }: Modules): { level: string; mask: number } => {
  let bits = 0
  for (let x = 0; x < 5; x += 1) bits = (bits << 1) | Number(at(x, 8))
  bits ^= 0b10101
  return { level: levels[bits >> 3]!, mask: bits & 7 }
}

const bytesOf = (modules: Modules, mask: number): number[] => {
  const { size, at } = modules
  const bits: number[] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFunction(size, x, y)) bits.push(Number(at(x, y) !== masks[mask]!(x, y)))
    }
    upwards = !upwards
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, n) => Number.parseInt(bits.slice(8 * n, 8 * n + 8).join(""), 2))
}

/** Undoes the interleaving of the data blocks; shorter blocks end first. */
const gathered = (dealt: number[], lengths: number[]): number[] => {
  const blocks: number[][] = lengths.map(() => [])
  let next = 0
  for (let round = 0; round < Math.max(...lengths); round += 1)
    for (const [at, length] of lengths.entries()) if (round < length) blocks[at]!.push(dealt[next++]!)
  return blocks.flat()
}

const read = (picture: Picture): string => {
  const modules = modulesOf(picture)
  const { level, mask } = formatOf(modules)
  const data = gathered(bytesOf(modules, mask), blocksOf[(modules.size - 17) / 4 - 1]![level]!)
  const bits = data.map((byte) => byte.toString(2).padStart(8, "0")).join("")
  const take = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2)
  if (take(0, 4) !== 4) throw new Error("not a byte segment")
  const length = take(4, 8)
  return new TextDecoder().decode(Uint8Array.from({ length }, (_, n) => take(12 + 8 * n, 8)))
}

/** The text of the QR code in a PNG. */
export const readQr = async (page: Page, png: Buffer): Promise<string> =>
  read(
    await page.evaluate(
      async (data) => {
        const picture = new Image()
        picture.src = data
        await picture.decode()
        const canvas = document.createElement("canvas")
        canvas.width = picture.naturalWidth
        canvas.height = picture.naturalHeight
        const brush = canvas.getContext("2d")!
        brush.drawImage(picture, 0, 0)
        const { data: pixels } = brush.getImageData(0, 0, canvas.width, canvas.height)
        return {
          width: canvas.width,
          height: canvas.height,
          dark: Array.from({ length: pixels.length / 4 }, (_, n) => (pixels[4 * n]! + pixels[4 * n + 1]! + pixels[4 * n + 2]!) / 3 < 128),
        }
      },
      `data:image/png;base64,${png.toString("base64")}`,
    ),
  )
