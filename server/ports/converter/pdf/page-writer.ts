import { clipOf } from "./clip-writer"
import { GlyphOutlines } from "./glyph-outlines"
import { writeImage } from "./image-writer"
import { type LoadedPage, PageCanvas, pageLimits } from "./page-canvas"
import { type Character, charactersByObject } from "./page-characters"
import { readObjectMatrix, writePath } from "./path-writer"
import { type Matrix, multiply } from "./matrix"
import { writeText } from "./text-writer"

const OBJECT_TEXT = 1
const OBJECT_PATH = 2
const OBJECT_IMAGE = 3
const OBJECT_SHADING = 4
const OBJECT_FORM = 5

type Walk = { canvas: PageCanvas; outlines: GlyphOutlines; characters: Map<number, Character[]> }

async function walkForm(walk: Walk, form: number, matrix: Matrix, depth: number): Promise<void> {
  const { canvas } = walk
  const { pdfium } = canvas.loaded
  const { api } = pdfium
  if (api.FPDFPageObj_HasTransparency(form)) canvas.plain = false
  const clip = clipOf(canvas, form, matrix)
  const inner = multiply(readObjectMatrix(pdfium, form), matrix)
  if (clip) canvas.put(`<g${clip}>`)
  await walkObjects(walk, api.FPDFFormObj_CountObjects(form), (k) => api.FPDFFormObj_GetObject(form, k), inner, depth + 1)
  if (clip) canvas.put("</g>")
}

async function walkObjects(walk: Walk, count: number, objectAt: (index: number) => number, matrix: Matrix, depth: number): Promise<void> {
  const { canvas, outlines, characters } = walk
  const { pdfium } = canvas.loaded
  const { api } = pdfium
  if (depth > pageLimits.depth) canvas.fatal = "too deep"
  for (let index = 0; index < count; index += 1) {
    if (canvas.fatal !== null || !canvas.countObject()) return
    const object = objectAt(index)
    const type = api.FPDFPageObj_GetType(object)
    if (type === OBJECT_FORM) await walkForm(walk, object, matrix, depth)
    else if (type === OBJECT_TEXT) await writeText(canvas, outlines, object, characters.get(object), matrix, clipOf(canvas, object, matrix))
    else if (type === OBJECT_PATH)
      writePath(canvas, object, multiply(readObjectMatrix(pdfium, object), matrix), clipOf(canvas, object, matrix))
    else if (type === OBJECT_IMAGE)
      await writeImage(canvas, object, multiply(readObjectMatrix(pdfium, object), matrix), clipOf(canvas, object, matrix))
    else if (type === OBJECT_SHADING) canvas.fatal = "shading"
    else canvas.plain = false
  }
}

/** Walks all objects of a page and writes them as vectors; check `fatal` before using the result. */
export async function writePage(loaded: LoadedPage): Promise<PageCanvas> {
  const canvas = new PageCanvas(loaded)
  const { api } = loaded.pdfium
  const walk: Walk = { canvas, outlines: new GlyphOutlines(canvas), characters: charactersByObject(loaded) }
  await walkObjects(walk, api.FPDFPage_CountObjects(loaded.page), (k) => api.FPDFPage_GetObject(loaded.page, k), loaded.base, 0)
  return canvas
}
