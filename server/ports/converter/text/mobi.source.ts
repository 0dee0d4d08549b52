import type { NcxItem } from "@lingo-reader/mobi-parser"
import { ConversionError, type ConvertedOutlineItem } from "../converter.port"
import { MAX_OUTLINE_ITEMS } from "../outline-bounds"
import type { PageSource } from "../page.source"
import { htmlBlocks } from "./html-blocks"
import { loadImages, readDataUri } from "./image-loading"
import { LayoutSource } from "./layout.source"
import { type MobiBook, openMobiBook, rawText } from "./mobi-book"
import { A4, positionOfAnchor } from "./page-flow"
import { layoutPages } from "./page-layout"
import type { TextDocumentBlock } from "./text-blocks"
import { decodeAny } from "./text-encoding"

const PAGE_BREAK = /<\s*(?:mbp:)?pagebreak[^>]*>/gi
/** KF7 refers to a picture by number, KF8 by a base-32 number. */
const KF7_IMAGE = /\brecindex\s*=\s*["']?(\d+)["']?/gi
const KF8_IMAGE = /^kindle:embed:([0-9A-V]+)/i
const PLACE = "kindle-place-"
/** The code page that a book's header declares. */
const UTF8 = 65001

/** Table of contents entries in reading order, with the names of their anchors in the text. */
type Entry = { title: string; level: number; anchor: string }

function flatten(items: readonly NcxItem[], level: number, anchorOf: (item: NcxItem) => string, entries: Entry[] = []): Entry[] {
  for (const item of items) {
    if (entries.length >= MAX_OUTLINE_ITEMS) break
    entries.push({ title: item.label, level, anchor: anchorOf(item) })
    if (item.children && level < 12) flatten(item.children, level + 1, anchorOf, entries)
  }
  return entries
}

async function sectionBlocks(book: MobiBook, html: string, anchorNames: ReadonlySet<string>): Promise<TextDocumentBlock[]> {
  const readImage = async (source: string): Promise<Buffer | null> => {
    if (source.startsWith("data:")) return readDataUri(source)
    const base32 = KF8_IMAGE.exec(source)?.[1]
    return base32 ? book.image(Number.parseInt(base32, 32)) : null
  }
  return loadImages(htmlBlocks(html, anchorNames), readImage)
}

/** Marks the positions (byte offsets, where tags begin) that the table of contents refers to. */
function withAnchors(text: Buffer, places: readonly number[]): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (const position of [...new Set(places)].sort((a, b) => a - b)) {
    if (!(position >= from && position < text.length)) continue
    parts.push(text.subarray(from, position), Buffer.from(`<a id="${PLACE}${position}"></a>`))
    from = position
  }
  return Buffer.concat([...parts, text.subarray(from)])
}

async function kf7Blocks(book: MobiBook, entries: readonly Entry[]): Promise<TextDocumentBlock[]> {
  const places = entries.map(({ anchor }) => Number(anchor.slice(PLACE.length)))
  const text = withAnchors(rawText(book), places)
  // old writers declare Western text, whatever the encoding is
  const isUtf8 = book.insides.mobiFile.mobiHeader.encoding === UTF8
  const html = isUtf8 ? book.insides.mobiFile.decode(text) : decodeAny(text, { markup: true })
  const anchorNames = new Set(entries.map(({ anchor }) => anchor))
  const blocks: TextDocumentBlock[] = []
  for (const section of html.split(PAGE_BREAK)) {
    const named = section.replace(KF7_IMAGE, (_, number: string) => `src="kindle:embed:${Number(number).toString(32)}"`)
    blocks.push({ kind: "pageBreak" }, ...(await sectionBlocks(book, named, anchorNames)))
  }
  return blocks
}

async function kf8Blocks(book: MobiBook, entries: readonly Entry[]): Promise<TextDocumentBlock[]> {
  const { insides } = book
  const blocks: TextDocumentBlock[] = []
  for (const [index, chapter] of insides.chapters.entries()) {
    const start = `${index}#`
    const ids = entries.filter(({ anchor }) => anchor.startsWith(start)).map(({ anchor }) => anchor.slice(start.length))
    const section = await sectionBlocks(book, insides.loadText(chapter), new Set(ids))
    const named = section.map((block) => (block.kind === "anchor" ? { ...block, name: start + block.name } : block))
    blocks.push({ kind: "pageBreak" }, { kind: "anchor", name: String(index) }, ...named)
  }
  return blocks
}

/** Returns the chapter and, in it, the element that an entry of a KF8 book points to. */
function kf8Anchor({ insides }: MobiBook, { pos }: NcxItem): string {
  const [fragment = 0, offset = 0] = pos ?? []
  try {
    const href = `kindle:pos:fid:${fragment.toString(32).toUpperCase().padStart(4, "0")}:off:${offset.toString(32).toUpperCase().padStart(10, "0")}`
    const target = insides.resolveHref(href)
    const name = /="([^"]*)"/.exec(target?.selector ?? "")?.[1]
    return target ? (name ? `${target.id}#${name}` : target.id) : ""
  } catch {
    return ""
  }
}

async function layBook(book: MobiBook, maxLength: number): Promise<PageSource> {
  const anchorOf = (item: NcxItem): string => (book.kf8 ? kf8Anchor(book, item) : `${PLACE}${item.offset}`)
  const entries = flatten(book.contents, 1, anchorOf)
  const blocks = await (book.kf8 ? kf8Blocks(book, entries) : kf7Blocks(book, entries))
  if (blocks.every(({ kind }) => kind === "pageBreak" || kind === "anchor")) throw new Error("no readable chapter")
  const laid = layoutPages(blocks, A4, maxLength)
  const pageOf = (anchor: string): number => positionOfAnchor(laid, anchor)?.page ?? 0
  const contents: ConvertedOutlineItem[] = entries.map(({ title, level, anchor }) => ({ title, level, page: pageOf(anchor) }))
  return new LayoutSource(laid, A4, { contents })
}

/** Opens a Kindle book (.mobi, .azw, .azw3) as pages. Throws ConversionError: encrypted (DRM), corrupt, too_large. */
export async function openMobi(file: string, maxLength: number): Promise<PageSource> {
  const book = await openMobiBook(file)
  return layBook(book, maxLength).catch((error: unknown) => {
    // Views beyond the end of a damaged record throw RangeErrors, which do not come from PDFium here.
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  })
}
