import { ConversionError } from "../converter.port"
import { ZipArchive } from "../inspect/zip-archive"
import type { PageSource } from "../page.source"
import { type ContentsEntry, navigationEntries, ncxEntries } from "./book-contents"
import { type EpubPackage, readPackage, readXml, resolveInside } from "./epub-package"
import { htmlBlocks } from "./html-blocks"
import { loadImages, readDataUri } from "./image-loading"
import { LayoutSource } from "./layout.source"
import { A4, positionOfAnchor } from "./page-flow"
import { layoutPages } from "./page-layout"
import type { TextDocumentBlock } from "./text-blocks"
import { decodeAny } from "./text-encoding"

/** Bytes. */
const MAX_CHAPTER = 10e6
const MAX_TEXT = 40e6
const MAX_IMAGE = 20e6

/** Returns a location in the book: a chapter's path, optionally with "#" and an id in it. */
function hrefTarget(from: string, reference: string): string {
  const fragment = /#(.+)$/.exec(reference)?.[1]
  const path = reference.startsWith("#") ? from : resolveInside(from, reference)
  return fragment ? `${path}#${fragment}` : path
}

/** Returns the target of a reference in a chapter: an address unchanged, or a location in the book. */
function targetOf(from: string, reference: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(reference.trim()) ? reference : hrefTarget(from, reference)
}

/** Reads the book's own table of contents with locations as targets; empty if damaged. */
async function readContents(archive: ZipArchive, { navigation, ncx }: EpubPackage): Promise<ContentsEntry[]> {
  for (const [path, parse] of [
    [navigation, navigationEntries],
    [ncx, ncxEntries],
  ] as const) {
    const xml = path && (await readXml(archive, path).catch(() => null))
    const entries = path && xml ? parse(xml).map((entry) => ({ ...entry, target: hrefTarget(path, entry.target) })) : []
    if (entries.length > 0) return entries
  }
  return []
}

async function chapterBlocks(archive: ZipArchive, path: string): Promise<{ blocks: TextDocumentBlock[]; bytes: number }> {
  const bytes = await archive.read(path, MAX_CHAPTER)
  if (bytes === null) return { blocks: [], bytes: 0 }
  const readImage = (source: string): Promise<Buffer | null> =>
    source.startsWith("data:") ? readDataUri(source) : archive.read(resolveInside(path, source), MAX_IMAGE)
  const blocks = await loadImages(htmlBlocks(decodeAny(bytes, { markup: true }), "all"), readImage)
  // ids are unique only within a chapter
  return {
    blocks: blocks.map((block) => {
      if (block.kind === "anchor") return { ...block, name: `${path}#${block.name}` }
      return "links" in block && block.links
        ? { ...block, links: block.links.map((link) => ({ ...link, target: targetOf(path, link.target) })) }
        : block
    }),
    bytes: bytes.length,
  }
}

function isContent({ kind }: TextDocumentBlock): boolean {
  return kind !== "pageBreak" && kind !== "anchor"
}

async function bookBlocks(archive: ZipArchive, chapters: readonly string[]): Promise<TextDocumentBlock[]> {
  const blocks: TextDocumentBlock[] = []
  let total = 0
  for (const path of chapters) {
    const chapter = await chapterBlocks(archive, path)
    total += chapter.bytes
    if (total > MAX_TEXT) throw new ConversionError("too_large")
    blocks.push({ kind: "pageBreak" }, { kind: "anchor", name: path }, ...chapter.blocks)
  }
  if (!blocks.some(isContent)) throw new ConversionError("corrupt", { cause: new Error("no readable chapter") })
  return blocks
}

/** Opens an EPUB as pages: chapters in spine order, each on a new page. Throws ConversionError: corrupt, encrypted, too_large. */
export async function openEbook(file: string, maxLength: number): Promise<PageSource> {
  const archive = await ZipArchive.open(file).catch((error: unknown) => {
    throw new ConversionError("corrupt", { cause: error })
  })
  try {
    const book = await readPackage(archive)
    const entries = await readContents(archive, book)
    const laid = layoutPages(await bookBlocks(archive, book.chapters), A4, maxLength)
    const pageOf = (target: string): number => positionOfAnchor(laid, target)?.page ?? 0
    const contents = entries.map(({ title, target, level }) => ({ title, level, page: pageOf(target) }))
    return new LayoutSource(laid, A4, contents, () => archive.close())
  } catch (error) {
    archive.close()
    throw error
  }
}
