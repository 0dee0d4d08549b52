import type { LoadedPage } from "./page-canvas"
import type { PdfBox } from "./matrix"

export type Character = {
  /** Index in PDFium's text page. */
  index: number
  /** Full code point; surrogate pairs are joined. */
  unicode: number
  /** PDFium reports that it does not know this character. */
  unmapped: boolean
}

/** Returns the characters of the page by the text object that draws them. Generated spaces and breaks are left out. */
export function charactersByObject({ pdfium, textPage }: LoadedPage): Map<number, Character[]> {
  const { api } = pdfium
  const byObject = new Map<number, Character[]>()
  const count = api.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index += 1) {
    if (api.FPDFText_IsGenerated(textPage, index) === 1) continue
    const object = api.FPDFText_GetTextObject(textPage, index)
    const unicode = api.FPDFText_GetUnicode(textPage, index)
    let characters = byObject.get(object)
    if (!characters) byObject.set(object, (characters = []))
    const last = characters.at(-1)
    if (last && unicode >= 0xdc00 && unicode <= 0xdfff && last.unicode >= 0xd800 && last.unicode <= 0xdbff) {
      last.unicode = ((last.unicode - 0xd800) << 10) + (unicode - 0xdc00) + 0x10000
      continue
    }
    characters.push({ index, unicode, unmapped: api.FPDFText_HasUnicodeMapError(textPage, index) === 1 })
  }
  return byObject
}

const INVISIBLE = new Set([9, 10, 13, 32, 0xa0, 0x200b, 0x3000])

export function isInvisible({ unicode }: Character): boolean {
  return INVISIBLE.has(unicode)
}

/** Returns the ink box of a character according to PDFium, in user space. */
export function characterBox({ pdfium, textPage }: LoadedPage, { index }: Character): PdfBox {
  const { api, memory } = pdfium
  api.FPDFText_GetCharBox(textPage, index, memory.at(64), memory.at(72), memory.at(80), memory.at(88))
  return { left: memory.double(64), right: memory.double(72), bottom: memory.double(80), top: memory.double(88) }
}

/** Returns the character's matrix (without its translation) and origin, in user space. */
export function characterPosition(
  { pdfium, textPage }: LoadedPage,
  { index }: Character,
): [a: number, b: number, c: number, d: number, x: number, y: number] {
  const { api, memory } = pdfium
  api.FPDFText_GetMatrix(textPage, index, memory.at(0))
  api.FPDFText_GetCharOrigin(textPage, index, memory.at(128), memory.at(136))
  return [memory.float(0), memory.float(4), memory.float(8), memory.float(12), memory.double(128), memory.double(136)]
}
