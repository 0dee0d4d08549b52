import sharp from "sharp"
import { expect } from "vitest"
import { makePdf } from "@/server/ports/converter/testing/pdf.fixture"
import { streamObject, textLine } from "./pdf/layers"
import { cellColours } from "./pdf/page-ink"
import { type Bitmap, drawnSymbols, genericRegion, symbolDictionary, textRegion } from "./pictures/jbig2-files"
import { type JpxSource, makeJpx, withPalette } from "./pictures/jpx-files"
import type { Specimen } from "./specimen"

/** Points a pixel: PDFium then draws a picture in its own size. */
const PIXEL = 4
const [LEFT, BOTTOM] = [100, 300]

type Picture = {
  width: number
  height: number
  /** Keys of the image besides its size. */
  keys: string
  content: Buffer
  /** A stream that the image refers to, which is object 10. */
  shared?: Buffer
}

/** Makes a page with one picture, four points a pixel. */
function picturePdf({ width, height, keys, content, shared }: Picture): Buffer {
  const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${keys}`
  const objects = [streamObject(image, content.toString("latin1")), ...(shared ? [streamObject("", shared.toString("latin1"))] : [])]
  const drawing = `q ${width * PIXEL} 0 0 ${height * PIXEL} ${LEFT} ${BOTTOM} cm /I Do Q\n`
  return makePdf([{ content: textLine("Picture words", 760) + drawing, resources: "/XObject<</I 9 0 R>>" }], { extra: () => objects })
}

const areaOf = (width: number, height: number): readonly [number, number, number, number] => [
  LEFT,
  BOTTOM,
  LEFT + width * PIXEL,
  BOTTOM + height * PIXEL,
]

const SIDE = 32

/** Returns rows of pixels as irregular as those of a scanned page; the same on every run. */
function speckles(rows: number): Bitmap {
  let seed = 20_260_101
  const next = (): string => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed >= 0x80000000 ? "#" : "."
  }
  return Array.from({ length: rows }, () => Array.from({ length: SIDE }, next).join(""))
}

/** Irregular rows, blank ones, and rows that repeat the one above them. */
const scan: Bitmap = [
  ...speckles(10),
  ...Array.from({ length: 6 }, () => ".".repeat(SIDE)),
  ...Array.from({ length: 8 }, () => "##..".repeat(8)),
  ...speckles(8),
]

/** Letters of two heights. */
const letters: readonly Bitmap[] = [
  ["####", "...#", "...#", "####"],
  ["#....#", "######", "######", "#....#"],
  ["#.#.#", "#...#", "#.#.#", "##.##", "#...#", "#.#.#", "#####"],
  ["..#", "###", "..#", "..#", "..#", "..#", "..#"],
]
const lines = [
  { symbol: 2, x: 1, y: 1 },
  { symbol: 3, x: 8, y: 1 },
  { symbol: 2, x: 14, y: 1 },
  { symbol: 0, x: 3, y: 12 },
  { symbol: 1, x: 7, y: 12 },
  { symbol: 3, x: 20, y: 20 },
]
const [TEXT_WIDTH, TEXT_HEIGHT] = [40, 30]

/** A JBIG2 picture and the pixels that are drawn. `shared`: segments that stand in a stream of their own (`/JBIG2Globals`). */
const jbig2 = (name: string, about: string, segments: readonly Buffer[], bitmap: Bitmap, shared?: Buffer): Specimen => {
  const [width, height] = [bitmap[0]!.length, bitmap.length]
  const keys = `/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode${shared ? "/DecodeParms<</JBIG2Globals 10 0 R>>" : ""}`
  return {
    name,
    about,
    make: () => picturePdf({ width, height, keys, content: Buffer.concat(segments), shared }),
    expected: {
      pages: 1,
      words: ["Picture words"],
      warnings: [],
      check: async (run) => {
        const colours = await cellColours(run, areaOf(width, height), width, height)
        const pixels = colours.map(([red]) => (red! < 128 ? "#" : ".")).join("")
        expect(pixels.match(new RegExp(`.{${width}}`, "g"))).toEqual([...bitmap])
      },
    },
  }
}

const dictionary = symbolDictionary(letters)
const text = textRegion(letters, lines, TEXT_WIDTH, TEXT_HEIGHT)
const drawnText = drawnSymbols(letters, lines, TEXT_WIDTH, TEXT_HEIGHT)

type Colour = readonly [red: number, green: number, blue: number]

/** The colours of the quarters of a picture, row by row. */
const QUARTERS: readonly Colour[] = [
  [200, 30, 40],
  [20, 160, 60],
  [30, 60, 200],
  [230, 200, 20],
]
const GREYS: readonly Colour[] = [0, 80, 150, 220].map((grey) => [grey, grey, grey])
const quarterAt = (pixel: number, side: number): number =>
  Math.floor(Math.floor(pixel / side) / (side / 2)) * 2 + Math.floor((pixel % side) / (side / 2))
/** Returns the samples of a picture whose quarters have the given ones. */
const quarters = (samples: ReadonlyArray<readonly number[]>): Buffer =>
  Buffer.from(Array.from({ length: SIDE * SIDE }, (_, pixel) => samples[quarterAt(pixel, SIDE)]!).flat())

const netpbm = (kind: "P5" | "P6", largest: number, samples: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${kind}\n${SIDE} ${SIDE}\n${largest}\n`), samples])
const rgb: JpxSource = { ext: "ppm", content: netpbm("P6", 255, quarters(QUARTERS)) }
const grey: JpxSource = { ext: "pgm", content: netpbm("P5", 255, quarters(GREYS.map(([value]) => [value]))) }
const numbers: JpxSource = { ext: "pgm", content: netpbm("P5", 255, quarters([[0], [1], [2], [3]])) }
const deep: JpxSource = {
  ext: "ppm",
  content: netpbm("P6", 65_535, quarters(QUARTERS.map((colour) => colour.flatMap((value) => [value, value])))),
}

/** Brightness of all pixels, and differences of colour of every second one (ITU-T T.871). */
function halvedColours(): JpxSource {
  const [brightness, blue, red] = [
    ([r, g, b]: Colour): number => 0.299 * r + 0.587 * g + 0.114 * b,
    ([r, g, b]: Colour): number => 128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
    ([r, g, b]: Colour): number => 128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
  ]
  const plane = (side: number, part: (colour: Colour) => number): number[] =>
    Array.from({ length: side * side }, (_, pixel) => Math.round(part(QUARTERS[quarterAt(pixel, side)]!)))
  return { ext: "raw", content: Buffer.from([...plane(SIDE, brightness), ...plane(SIDE / 2, blue), ...plane(SIDE / 2, red)]) }
}

/** The last quarter is transparent. */
const transparent = async (): Promise<JpxSource> => ({
  ext: "png",
  content: await sharp(quarters(QUARTERS.map((colour, index) => [...colour, index === 3 ? 0 : 255])), {
    raw: { width: SIDE, height: SIDE, channels: 4 },
  })
    .png()
    .toBuffer(),
})

/** A JPEG 2000 picture and the colours of its quarters. */
const jpx = (
  name: string,
  about: string,
  content: () => Promise<Buffer>,
  { colours = QUARTERS, keys = "" }: { colours?: readonly Colour[]; keys?: string } = {},
): Specimen => ({
  name,
  about,
  make: async () => picturePdf({ width: SIDE, height: SIDE, keys: `/Filter/JPXDecode${keys}`, content: await content() }),
  expected: {
    pages: 1,
    words: ["Picture words"],
    warnings: [],
    check: async (run) => {
      const drawn = await cellColours(run, areaOf(SIDE, SIDE), 2, 2)
      for (const [quarter, colour] of colours.entries())
        for (const [channel, value] of colour.entries())
          expect(Math.abs(drawn[quarter]![channel]! - value), `quarter ${quarter}: ${drawn[quarter]!.join()}`).toBeLessThan(16)
    },
  },
})

const white: Colour = [255, 255, 255]
const plainRgb = "/ColorSpace/DeviceRGB/BitsPerComponent 8"

/** PDF files with pictures as scanners and archives code them: JBIG2 and JPEG 2000. */
export const pdfCodedPictureSpecimens: readonly Specimen[] = [
  jbig2("generic.pdf", "a JBIG2 region of the arithmetic coder", genericRegion(scan, false), scan),
  jbig2("typical.pdf", "a JBIG2 region with typical prediction", genericRegion(scan, true), scan),
  jbig2("symbols.pdf", "JBIG2 symbols and a text region", [dictionary, ...text], drawnText),
  jbig2("shared-symbols.pdf", "JBIG2 symbols in a stream for all pages", text, drawnText, dictionary),
  jpx("jpx.pdf", "a JP2 file without loss", () => makeJpx(rgb)),
  jpx("code-stream.pdf", "a code stream without a file around it", () => makeJpx(rgb, [], "j2k"), { keys: plainRgb }),
  jpx("components.pdf", "components that are coded one by one", () => makeJpx(rgb, ["-mct", "0"])),
  jpx("irreversible.pdf", "the wavelets that lose precision", () => makeJpx(rgb, ["-I"])),
  jpx("tiles.pdf", "four tiles", () => makeJpx(rgb, ["-t", "16,16", "-n", "3"])),
  jpx("uneven-tiles.pdf", "tiles that do not divide the picture", () => makeJpx(rgb, ["-t", "20,12", "-n", "3"])),
  jpx("grey-jpx.pdf", "one component", () => makeJpx(grey), { colours: GREYS }),
  jpx("deep-jpx.pdf", "16 bits a component", () => makeJpx(deep)),
  jpx(
    "halved-jpx.pdf",
    "colours at half the resolution",
    () => makeJpx(halvedColours(), ["-F", `${SIDE},${SIDE},3,8,u@1x1:2x2:2x2`, "-mct", "0"]),
    {
      keys: plainRgb,
    },
  ),
  jpx("palette-jpx.pdf", "a palette", async () => withPalette(await makeJpx(numbers, [], "j2k"), SIDE, SIDE, QUARTERS)),
  jpx("alpha-jpx.pdf", "a mask within the file", async () => makeJpx(await transparent()), {
    colours: [...QUARTERS.slice(0, 3), white],
    keys: "/SMaskInData 1",
  }),
  jpx("opaque-jpx.pdf", "a mask within the file that the PDF does not name", async () => makeJpx(await transparent())),
]
