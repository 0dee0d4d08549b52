import { gzipSync } from "node:zlib"
import type { Sharp } from "sharp"
import { readIntoMemory } from "../pdf/file-memory"
import { openPixels, renderPage } from "../pdf/page-raster"
import type { Pdfium } from "../pdf/pdfium-module"
import { OBJECT_MARGIN, printedArea } from "./object-paper"
import type { SheetBook, WorkbookPicture } from "./sheet-book"
import type { BookObject, BookObjects } from "./sheet-objects"

/** Pixels a CSS pixel, for sharp letters on dense screens. */
const DENSITY = 2
const MAX_WIDTH = 2_000
/** A near-lossless picture above this size is stored as lossy. */
const LOSSLESS_ENOUGH_BYTES = 60_000

/** The pictures of one block: a gzipped JSON array of their numbers and WebP files in base64. */
export type BlockPictures = { block: number; pictures: Buffer }
export type DrawnBook = { book: SheetBook; blocks: BlockPictures[] }

/** Lines at the edge of a shape are partly outside of its box. */
const edgeOf = ({ clear }: WorkbookPicture): number => (clear ? OBJECT_MARGIN : 0)

async function cut(pdfium: Pdfium, page: number, picture: WorkbookPicture): Promise<Buffer> {
  const { api } = pdfium
  const paper = { width: api.FPDF_GetPageWidthF(page), height: api.FPDF_GetPageHeightF(page) }
  const edge = edgeOf(picture)
  const area = printedArea(picture.width, picture.height, edge)
  const target = Math.min(MAX_WIDTH, (picture.width + 2 * edge) * DENSITY)
  const pixels = renderPage({ pdfium, page, ...paper }, (target * paper.width) / area.width)
  const ratio = pixels.width / paper.width
  const [left, top] = [Math.round(area.left * ratio), Math.round(area.top * ratio)]
  const width = Math.max(1, Math.min(pixels.width - left, Math.round(area.width * ratio)))
  const height = Math.max(1, Math.min(pixels.height - top, Math.round(area.height * ratio)))
  const open = (): Sharp => openPixels(pixels).extract({ left, top, width, height })
  const webp = await open().webp({ nearLossless: true, quality: 60, effort: 2 }).toBuffer()
  return webp.length > LOSSLESS_ENOUGH_BYTES ? open().webp({ quality: 78, effort: 3, smartSubsample: true }).toBuffer() : webp
}

/** Cuts the objects out of the pages on which LibreOffice printed them; null unless every object has one page. */
async function cutAll(pdfium: Pdfium, file: string, objects: readonly BookObject[]): Promise<Buffer[] | null> {
  const { api, memory } = pdfium
  const { buffer, length } = await readIntoMemory(pdfium, file)
  const document = api.FPDF_LoadMemDocument(buffer, length, "")
  try {
    if (document === 0 || api.FPDF_GetPageCount(document) !== objects.length) return null
    const pictures: Buffer[] = []
    for (const [index, { picture }] of objects.entries()) {
      const page = api.FPDF_LoadPage(document, index)
      if (page === 0) return null
      try {
        pictures.push(await cut(pdfium, page, picture))
      } finally {
        api.FPDF_ClosePage(page)
      }
    }
    return pictures
  } finally {
    if (document !== 0) api.FPDF_CloseDocument(document)
    memory.free(buffer)
  }
}

/** Returns the book with the pictures of its objects, and the pictures by block; null if the pages do not show them one by one. */
export async function drawObjects(
  pdfium: Pdfium,
  file: string,
  book: SheetBook,
  { list, incomplete }: BookObjects,
): Promise<DrawnBook | null> {
  const webps = await cutAll(pdfium, file, list)
  if (webps === null) return null
  const sheets = book.sheets.map(({ drawings, ...sheet }, index) => {
    const pictures = list.filter((object) => object.sheet === index).map(({ picture }) => withEdge(picture))
    return { ...sheet, ...(pictures.length > 0 && { pictures }), ...(drawings && incomplete.has(index) && { drawings }) }
  })
  const numbered = list.map(({ picture: { number, block } }, index) => ({ number, block, webp: webps[index]!.toString("base64") }))
  const blocks = [...new Set(numbered.map(({ block }) => block))].map((block) => {
    const pictures = numbered.filter((one) => one.block === block).map(({ number, webp }) => [number, webp])
    return { block, pictures: gzipSync(JSON.stringify(pictures)) }
  })
  return { book: { ...book, sheets }, blocks }
}

function withEdge(picture: WorkbookPicture): WorkbookPicture {
  const edge = edgeOf(picture)
  const { x, y, width, height } = picture
  return { ...picture, x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge }
}
