import sharp, { type Sharp } from "sharp"
import { expect } from "vitest"
import { loadPdfium, type Pdfium } from "@/server/ports/converter/pdf/pdfium-module"
import { openPixels, renderPage } from "@/server/ports/converter/pdf/page-raster"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"

const WIDTH = 300
const PAPER = 250
const BLOCK = 8
/** Smaller differences of a colour come from smooth edges (tools/fidelity/blocks.mjs). */
const VISIBLE = 56

let loading: Promise<Pdfium> | null = null

/** Returns the share of an opaque drawing's pixels that are not white. */
async function inkShare(picture: Sharp): Promise<number> {
  const { data, info } = await picture.resize({ width: WIDTH }).greyscale().raw().toBuffer({ resolveWithObject: true })
  let ink = 0
  for (let index = 0; index < data.length; index += info.channels) if (data[index]! < PAPER) ink += 1
  return ink / (data.length / info.channels)
}

/** Opens a published page as a picture. librsvg reads no WebP, so such pictures become PNG. */
async function openPublished(svg: string): Promise<Sharp> {
  let readable = svg
  for (const [uri, webp] of svg.matchAll(/data:image\/webp;base64,([^"]+)/g)) {
    const png = await sharp(Buffer.from(webp!, "base64")).png().toBuffer()
    readable = readable.replace(uri, `data:image/png;base64,${png.toString("base64")}`)
  }
  return sharp(Buffer.from(readable), { density: 144, unlimited: true }).flatten({ background: "#fff" })
}

/** Returns the share of a published page that has ink. */
const publishedInk = async ({ svgs }: ConversionRun, page: number): Promise<number> => inkShare(await openPublished(svgs[page - 1]!))

/** Returns the share of an area of the first page that has ink. The area is in points: left, bottom, right, top. */
export async function inkWithin({ svgs, pages }: ConversionRun, area: readonly [number, number, number, number]): Promise<number> {
  const [{ width, height }] = pages as [(typeof pages)[number]]
  const { data, info } = await (await openPublished(svgs[0]!)).png().toBuffer({ resolveWithObject: true })
  const [x, y] = [info.width / width, info.height / height]
  const [left, bottom, right, top] = area
  const rectangle = { left: left * x, top: (height - top) * y, width: (right - left) * x, height: (top - bottom) * y }
  const whole = Object.fromEntries(Object.entries(rectangle).map(([key, value]) => [key, Math.round(value)])) as typeof rectangle
  return inkShare(sharp(await sharp(data).extract(whole).png().toBuffer()))
}

/**
 * Returns the colours in the middle of `across` by `down` equal cells of an area of the first page, row by row. The area is in points: left,
 * bottom, right, top.
 */
export async function cellColours(
  { svgs, pages }: ConversionRun,
  [left, bottom, right, top]: readonly [number, number, number, number],
  across: number,
  down: number,
): Promise<number[][]> {
  const [{ width, height }] = pages as [(typeof pages)[number]]
  const picture = (await openPublished(svgs[0]!)).removeAlpha().toColourspace("srgb")
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: across * down }, (_, cell) => {
    const x = left + ((right - left) * ((cell % across) + 0.5)) / across
    const y = height - top + ((top - bottom) * (Math.floor(cell / across) + 0.5)) / down
    const [column, row] = [Math.floor((x * info.width) / width), Math.floor((y * info.height) / height)]
    const start = (row * info.width + column) * info.channels
    return [...data.subarray(start, start + 3)]
  })
}

/** Returns the share of a thumbnail that has ink. */
const thumbInk = ({ pages }: ConversionRun, page: number): Promise<number> =>
  inkShare(sharp(pages[page - 1]!.thumb!).flatten({ background: "#fff" }))

/** Opens PDFium's own drawing of a page of a file, with its annotations; `width` in pixels, or twice its size in points. */
async function drawnByPdfium(content: Buffer, index: number, width?: number): Promise<Sharp> {
  const pdfium = await (loading ??= loadPdfium())
  const { api, memory } = pdfium
  const buffer = memory.alloc(content.length)
  memory.write(buffer, content)
  const document = api.FPDF_LoadMemDocument(buffer, content.length, "")
  const page = api.FPDF_LoadPage(document, index)
  const [pageWidth, height] = [api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page)]
  const pixels = renderPage({ pdfium, page, width: pageWidth, height }, width ?? Math.round(pageWidth * 2))
  api.FPDF_ClosePage(page)
  api.FPDF_CloseDocument(document)
  memory.free(buffer)
  return openPixels(pixels)
}

/** Returns the share of a page that PDFium inks when it draws the file itself. */
const pdfiumInk = async (content: Buffer, index: number): Promise<number> => inkShare(await drawnByPdfium(content, index, WIDTH * 3))

type Blocks = { means: readonly number[]; across: number }

/** Returns the mean colour of each block of 8 by 8 pixels of a picture that has twice the size of a page. */
async function blocksOf(picture: Sharp, width: number, height: number): Promise<Blocks> {
  const [across, down] = [Math.floor((width * 2) / BLOCK), Math.floor((height * 2) / BLOCK)]
  const data = await picture
    .resize(across * BLOCK, down * BLOCK, { fit: "fill" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer()
  const means = Array.from({ length: across * down * 3 }, () => 0)
  for (let index = 0; index < data.length; index += 1) {
    const pixel = Math.floor(index / 3)
    const [x, y] = [pixel % (across * BLOCK), Math.floor(pixel / (across * BLOCK))]
    means[(Math.floor(y / BLOCK) * across + Math.floor(x / BLOCK)) * 3 + (index % 3)]! += data[index]! / BLOCK ** 2
  }
  return { means, across }
}

/** Checks that at most one in a hundred blocks of every page differs visibly from PDFium's own drawing of a file, at twice the size. */
export async function expectBlocksOf({ svgs, pages }: ConversionRun, content: Buffer): Promise<void> {
  for (const [index, { width, height }] of pages.entries()) {
    const ours = await blocksOf(await openPublished(svgs[index]!), width, height)
    const theirs = await blocksOf(await drawnByPdfium(content, index), width, height)
    const count = ours.means.length / 3
    const differs = Array.from({ length: count }, (_, block) =>
      Math.max(...[0, 1, 2].map((channel) => Math.abs(ours.means[block * 3 + channel]! - theirs.means[block * 3 + channel]!))),
    )
    const share = differs.filter((difference) => difference > VISIBLE).length / count
    expect(share, `blocks of page ${index + 1} that differ`).toBeLessThanOrEqual(0.01)
  }
}

/** Checks that a published page has as much ink as PDFium's own drawing of another file, within a tenth and a few pixels. */
export async function expectInkOf(run: ConversionRun, content: Buffer, page = 1): Promise<void> {
  const expected = await pdfiumInk(content, page - 1)
  expect(Math.abs((await publishedInk(run, page)) - expected)).toBeLessThan(expected * 0.12 + 0.0015)
  expect(Math.abs((await thumbInk(run, page)) - expected)).toBeLessThan(expected * 0.4 + 0.01)
}
