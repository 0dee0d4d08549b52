import { byteEncodingOf } from "./byte-font-names"
import { withCompositeFonts } from "./byte-font-file"
import type { Pdfium } from "./pdfium-module"
import { normalizedCopy } from "./plain-copy"

const MAX_NAME = 200
/** Share of the characters beyond ASCII that are Western letters when bytes of Chinese are read as such. */
const SUSPICIOUS_SHARE = 0.3
/** Least number of common Chinese characters for each suspicious one: two bytes make one character. */
const GAINED_SHARE = 0.35
const MIN_SUSPICIOUS = 2

/** Returns a font's name in the bytes of the file. */
function fontName({ api, memory }: Pdfium, font: number): Buffer {
  const length = api.FPDFFont_GetBaseFontName(font, 0, 0)
  if (length <= 1 || length > MAX_NAME) return Buffer.alloc(0)
  const pointer = memory.alloc(length)
  try {
    api.FPDFFont_GetBaseFontName(font, pointer, length)
    return Buffer.from(memory.view(pointer, length - 1))
  } finally {
    memory.free(pointer)
  }
}

let commonCharacters: Set<number> | null = null

/** Returns the characters of GB 2312 and the frequent ones of Big5: rarer ones come from misread bytes. */
function common(): Set<number> {
  if (commonCharacters) return commonCharacters
  commonCharacters = new Set()
  const [gbk, big5] = [new TextDecoder("gbk"), new TextDecoder("big5")]
  for (let lead = 0xa1; lead <= 0xf7; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) commonCharacters.add(gbk.decode(Uint8Array.of(lead, trail)).codePointAt(0) ?? 0)
  for (let lead = 0xa4; lead <= 0xc6; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1)
      if (trail < 0x7f || trail > 0xa0) commonCharacters.add(big5.decode(Uint8Array.of(lead, trail)).codePointAt(0) ?? 0)
  for (const unicode of [...commonCharacters]) if (unicode < 0x3001 || unicode === 0xfffd) commonCharacters.delete(unicode)
  return commonCharacters
}

function commonCount({ api }: Pdfium, textPage: number): number {
  const characters = common()
  const count = api.FPDFText_CountChars(textPage)
  let total = 0
  for (let index = 0; index < count; index += 1) if (characters.has(api.FPDFText_GetUnicode(textPage, index))) total += 1
  return total
}

/** Returns the number of Western letters that are written in Chinese fonts without an embedded file; 0 for pages without such fonts. */
function suspiciousCount(pdfium: Pdfium, textPage: number): number {
  const { api } = pdfium
  const chinese = new Map<number, boolean>()
  const isChinese = (font: number): boolean => {
    let answer = chinese.get(font)
    if (answer === undefined) {
      answer = font !== 0 && api.FPDFFont_GetIsEmbedded(font) !== 1 && byteEncodingOf(fontName(pdfium, font)) !== null
      chinese.set(font, answer)
    }
    return answer
  }
  let [suspicious, beyondAscii] = [0, 0]
  const count = api.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index += 1) {
    const unicode = api.FPDFText_GetUnicode(textPage, index)
    const unmapped = api.FPDFText_HasUnicodeMapError(textPage, index) === 1
    if (unicode < 0x80 && !unmapped) continue
    const object = api.FPDFText_GetTextObject(textPage, index)
    if (object === 0 || !isChinese(api.FPDFTextObj_GetFont(object))) continue
    beyondAscii += 1
    if (unmapped || unicode < 0x2000 || (unicode > 0x200f && unicode < 0x2600) || unicode > 0xfaff) suspicious += 1
  }
  return suspicious >= beyondAscii * SUSPICIOUS_SHARE ? suspicious : 0
}

/**
 * Pages whose text is Chinese in bytes (GBK or Big5) though their fonts claim a Western encoding, as printed by old Chinese systems. They
 * are drawn from a copy of the document with composite fonts, which is made when the first such page appears.
 */
export class ByteFonts {
  private copy: { document: number; buffer: number } | null | undefined
  private readonly choices = new Map<number, number>()

  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
  ) {}

  /** Returns the document to draw page `index` (0-based) from. `textPage` is the page's text in the original. */
  documentOf(index: number, textPage: number): number {
    const choice = this.choices.get(index) ?? this.choose(index, textPage)
    this.choices.set(index, choice)
    return choice
  }

  close(): void {
    if (!this.copy) return
    this.pdfium.api.FPDF_CloseDocument(this.copy.document)
    this.pdfium.memory.free(this.copy.buffer)
  }

  /** Western text in a Chinese font stays as it is: the copy is taken only if it reads as Chinese. */
  private choose(index: number, textPage: number): number {
    const suspicious = suspiciousCount(this.pdfium, textPage)
    if (suspicious < MIN_SUSPICIOUS) return this.document
    if (this.copy === undefined) this.copy = this.open()
    if (this.copy === null) return this.document
    const { api } = this.pdfium
    const page = api.FPDF_LoadPage(this.copy.document, index)
    if (page === 0) return this.document
    const text = api.FPDFText_LoadPage(page)
    const gained = commonCount(this.pdfium, text) - commonCount(this.pdfium, textPage)
    api.FPDFText_ClosePage(text)
    api.FPDF_ClosePage(page)
    return gained >= suspicious * GAINED_SHARE ? this.copy.document : this.document
  }

  private open(): { document: number; buffer: number } | null {
    const { api, memory } = this.pdfium
    const plain = normalizedCopy(this.pdfium, this.document)
    const file = plain && withCompositeFonts(plain)
    if (!file) return null
    const buffer = memory.alloc(file.length)
    memory.write(buffer, file)
    const document = api.FPDF_LoadMemDocument(buffer, file.length, "")
    if (document !== 0) return { document, buffer }
    memory.free(buffer)
    return null
  }
}
