import type { NcxItem } from "@lingo-reader/mobi-parser"
import { ConversionError, type ConvertedOutlineItem } from "../converter.port"
import { MAX_OUTLINE_ITEMS } from "../outline-bounds"
import type { PageSource } from "../page.source"
import { htmlBlocks } from "./html-blocks"
import { type VisibilityRule, visibilityRules } from "./style-hiding"
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
const KF8_STYLES = /\bkindle:flow:([0-9A-V]+)\?mime=text\/css/gi
const MAX_FLOWS = 20
/** A link within the book: KF7 gives the byte at which its target begins, KF8 a fragment and an offset. */
const KF7_LINK = /\bfilepos\s*=\s*["']?(\d{1,10})["']?/gi
const KF8_LINK = /\bkindle:pos:fid:[0-9A-V]+:off:[0-9A-V]+/gi
const MAX_LINKS = 5_000
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

/** Returns the rules that show or hide elements, of the style sheets that a page of a KF8 book refers to. */
function flowRules({ insides }: MobiBook, html: string): VisibilityRule[] {
  const flows = new Set(Array.from(html.matchAll(KF8_STYLES), ([, number = ""]) => Number.parseInt(number, 32)))
  return [...flows].slice(0, MAX_FLOWS).flatMap((flow) => {
    try {
      return visibilityRules(Buffer.from(insides.loadFlow(flow) ?? []).toString("utf8"))
    } catch {
      return []
    }
  })
}

async function sectionBlocks(book: MobiBook, html: string, anchorNames: ReadonlySet<string>): Promise<TextDocumentBlock[]> {
  const readImage = async (source: string): Promise<Buffer | null> => {
    if (source.startsWith("data:")) return readDataUri(source)
    const base32 = KF8_IMAGE.exec(source)?.[1]
    return base32 ? book.image(Number.parseInt(base32, 32)) : null
  }
  return loadImages(htmlBlocks(html, anchorNames, book.kf8 ? flowRules(book, html) : []), readImage)
}

/** Marks the positions (byte offsets, where tags begin) that the table of contents refers to. */
function withAnchors(text: Buffer, places: readonly number[]): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (const position of [...new Set(places)].sort((a, b) => a - b)) {
    if (!(position >= from && position < text.length)) continue
    // a damaged position inside a tag would break the tag
    if (position > 0 && text.lastIndexOf("<", position - 1) > text.lastIndexOf(">", position - 1)) continue
    parts.push(text.subarray(from, position), Buffer.from(`<a id="${PLACE}${position}"></a>`))
    from = position
  }
  return Buffer.concat([...parts, text.subarray(from)])
}

async function kf7Blocks(book: MobiBook, entries: readonly Entry[]): Promise<TextDocumentBlock[]> {
  const raw = rawText(book)
  const linked = Array.from(raw.toString("latin1").matchAll(KF7_LINK), ([, position]) => Number(position)).slice(0, MAX_LINKS)
  const places = [...entries.map(({ anchor }) => Number(anchor.slice(PLACE.length))), ...linked]
  const text = withAnchors(raw, places)
  // old writers declare Western text for every encoding
  const isUtf8 = book.insides.mobiFile.mobiHeader.encoding === UTF8
  const html = isUtf8 ? book.insides.mobiFile.decode(text) : decodeAny(text, { markup: true })
  const anchorNames = new Set(places.map((position) => `${PLACE}${position}`))
  const blocks: TextDocumentBlock[] = []
  for (const section of html.split(PAGE_BREAK)) {
    const named = section
      .replace(KF7_IMAGE, (_, number: string) => `src="kindle:embed:${Number(number).toString(32)}"`)
      .replace(KF7_LINK, (_, position: string) => `href="${PLACE}${Number(position)}"`)
    blocks.push({ kind: "pageBreak" }, ...(await sectionBlocks(book, named, anchorNames)))
  }
  return blocks
}

/** Returns the chapter and, in it, the element that a position in a KF8 book means. */
function kf8Target({ insides }: MobiBook, href: string): string {
  try {
    const target = insides.resolveHref(href)
    const name = /="([^"]*)"/.exec(target?.selector ?? "")?.[1]
    return target ? (name ? `${target.id}#${name}` : target.id) : ""
  } catch {
    return ""
  }
}

function kf8Anchor(book: MobiBook, { pos }: NcxItem): string {
  const [fragment = 0, offset = 0] = pos ?? []
  const digits = (value: number, count: number): string => value.toString(32).toUpperCase().padStart(count, "0")
  return kf8Target(book, `kindle:pos:fid:${digits(fragment, 4)}:off:${digits(offset, 10)}`)
}

/** Returns the anchors that the links within a KF8 book lead to, by the links. */
function linkTargets(book: MobiBook, pages: readonly string[]): Map<string, string> {
  const targets = new Map<string, string>()
  for (const page of pages)
    for (const [link] of page.matchAll(KF8_LINK)) {
      if (targets.size >= MAX_LINKS) return targets
      if (!targets.has(link)) targets.set(link, kf8Target(book, link))
    }
  return targets
}

async function kf8Blocks(book: MobiBook, entries: readonly Entry[]): Promise<TextDocumentBlock[]> {
  const { insides } = book
  const blocks: TextDocumentBlock[] = []
  const pages = insides.chapters.map((chapter) => insides.loadText(chapter))
  const targets = linkTargets(book, pages)
  const anchors = [...entries.map(({ anchor }) => anchor), ...targets.values()]
  for (const [index, page] of pages.entries()) {
    const start = `${index}#`
    const ids = anchors.filter((anchor) => anchor.startsWith(start)).map((anchor) => anchor.slice(start.length))
    const html = page.replace(KF8_LINK, (link) => targets.get(link) || link)
    const section = await sectionBlocks(book, html, new Set(ids))
    const named = section.map((block) => (block.kind === "anchor" ? { ...block, name: start + block.name } : block))
    blocks.push({ kind: "pageBreak" }, { kind: "anchor", name: String(index) }, ...named)
  }
  return blocks
}

async function layBook(book: MobiBook, maxLength: number): Promise<PageSource> {
  const anchorOf = (item: NcxItem): string => (book.kf8 ? kf8Anchor(book, item) : `${PLACE}${item.offset}`)
  const entries = flatten(book.contents, 1, anchorOf)
  const blocks = await (book.kf8 ? kf8Blocks(book, entries) : kf7Blocks(book, entries))
  if (blocks.every(({ kind }) => kind === "pageBreak" || kind === "anchor")) throw new Error("no readable chapter")
  const laid = layoutPages(blocks, A4, maxLength)
  const pageOf = (anchor: string): number => positionOfAnchor(laid, anchor)?.page ?? 0
  const contents: ConvertedOutlineItem[] = entries.map(({ title, level, anchor }) => ({ title, level, page: pageOf(anchor) }))
  return new LayoutSource(laid, A4, { contents, cover: () => Promise.resolve(book.cover()) })
}

/** Opens a Kindle book (.mobi, .azw, .azw3) as pages. Throws ConversionError: drm, corrupt, too_large. */
export async function openMobi(file: string, maxLength: number): Promise<PageSource> {
  const book = await openMobiBook(file)
  return layBook(book, maxLength).catch((error: unknown) => {
    // Views beyond the end of a damaged record throw RangeErrors, which do not come from PDFium here.
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  })
}
