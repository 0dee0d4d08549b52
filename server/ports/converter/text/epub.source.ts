import { ConversionError } from "../converter.port"
import { ZipArchive } from "../inspect/zip-archive"
import type { PageSource } from "../page.source"
import { type ContentsEntry, navigationEntries, ncxEntries } from "./book-contents"
import { BookFiles } from "./book-files"
import { BookStyles } from "./book-styles"
import { type EpubPackage, readPackage, readXml, type SpineItem } from "./epub-package"
import { htmlBlocks } from "./html-blocks"
import { drawablePicture, loadImages, readDataUri } from "./image-loading"
import { LayoutSource } from "./layout.source"
import { A4, positionOfAnchor } from "./page-flow"
import { layoutPages } from "./page-layout"
import { type TextDocumentBlock, withTargets } from "./text-blocks"
import { decodeAny } from "./text-encoding"

/** Bytes. */
const MAX_CHAPTER = 10e6
const MAX_TEXT = 40e6
const MAX_IMAGE = 20e6
/** Missing chapters that are named to the uploader, and the characters of each name. */
const MAX_NAMES = 5
const MAX_NAME = 80

function missingNote(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` 等 ${names.length} 个` : ""
  return `电子书中找不到章节：${names.slice(0, MAX_NAMES).join("、")}${more}`
}

/** Reads the book's own table of contents with locations as targets; empty if damaged. */
async function readContents(files: BookFiles, { navigation, ncx }: EpubPackage): Promise<ContentsEntry[]> {
  for (const [path, parse] of [
    [navigation, navigationEntries],
    [ncx, ncxEntries],
  ] as const) {
    const xml = path && (await readXml(files, path).catch(() => null))
    const entries = path && xml ? parse(xml).map((entry) => ({ ...entry, target: files.locate(path, entry.target) })) : []
    if (entries.length > 0) return entries
  }
  return []
}

type Content = { blocks: TextDocumentBlock[]; bytes: number }

/** Returns the blocks of a chapter with locations in the book as names; null if its file is missing, locked, too large or damaged. */
async function chapterBlocks(
  files: BookFiles,
  styles: BookStyles,
  { path, type }: { path: string; type: string },
): Promise<Content | null> {
  const bytes = await files.read(path, MAX_CHAPTER).catch(() => null)
  if (bytes === null) return null
  const readImage = (source: string, within?: string): Promise<Buffer | null> => {
    const from = within === undefined || within.startsWith("data:") ? path : files.resolve(path, within)
    return source.startsWith("data:") ? readDataUri(source) : files.read(files.resolve(from, source), MAX_IMAGE)
  }
  // a picture may be a chapter by itself
  if (/^image\/(?!svg)/.test(type)) {
    const image = { kind: "imageReference", source: `/${path}`, alternative: "" } as const
    return { blocks: await loadImages([image], readImage), bytes: 0 }
  }
  const html = decodeAny(bytes, { markup: true })
  const blocks = await loadImages(htmlBlocks(html, "all", await styles.rulesFor(path, html)), readImage)
  // ids are unique only within a chapter
  return {
    blocks: blocks.map((block) => {
      if (block.kind === "anchor") return { ...block, name: `${path}#${block.name}` }
      return withTargets(block, (target) => files.locate(path, target))
    }),
    bytes: bytes.length,
  }
}

function isContent({ kind }: TextDocumentBlock): boolean {
  return kind !== "pageBreak" && kind !== "anchor"
}

type BookText = { blocks: TextDocumentBlock[]; notes: string[] }

async function bookBlocks(files: BookFiles, chapters: readonly SpineItem[]): Promise<BookText> {
  const blocks: TextDocumentBlock[] = []
  const missing: string[] = []
  const styles = new BookStyles(files)
  let total = 0
  for (const { path, type, name } of chapters) {
    const chapter = path === null ? null : await chapterBlocks(files, styles, { path, type })
    if (path === null || chapter === null) {
      missing.push(name.slice(0, MAX_NAME))
      continue
    }
    total += chapter.bytes
    if (total > MAX_TEXT) throw new ConversionError("too_large")
    blocks.push({ kind: "pageBreak" }, { kind: "anchor", name: path }, ...chapter.blocks)
  }
  if (!blocks.some(isContent)) throw new ConversionError("corrupt", { cause: new Error("no readable chapter") })
  return { blocks, notes: missing.length > 0 ? [missingNote(missing)] : [] }
}

/** Reads a picture file for the cover. */
async function readPicture(files: BookFiles, path: string): Promise<Buffer | null> {
  const bytes = await files.read(path, MAX_IMAGE)
  return (
    bytes && drawablePicture(bytes, (one) => (one.startsWith("data:") ? readDataUri(one) : files.read(files.resolve(path, one), MAX_IMAGE)))
  )
}

/** Reads the picture of the cover; of a page the first picture on it. */
async function readCover(files: BookFiles, path: string | null): Promise<Buffer | null> {
  if (path === null) return null
  if (!/\.(x?html?|xml)$/i.test(path)) return readPicture(files, path)
  const page = await readXml(files, path)
  const [picture] = page ? htmlBlocks(page).flatMap((block) => (block.kind === "imageReference" ? [block.source] : [])) : []
  return picture && !picture.startsWith("data:") ? readPicture(files, files.resolve(path, picture)) : null
}

/** Opens an EPUB as pages: chapters in spine order, each on a new page. Throws ConversionError: corrupt, drm, too_large. */
export async function openEbook(file: string, maxLength: number): Promise<PageSource> {
  const archive = await ZipArchive.open(file, { absoluteNames: true }).catch((error: unknown) => {
    throw new ConversionError("corrupt", { cause: error })
  })
  try {
    const files = new BookFiles(archive)
    const book = await readPackage(files)
    const entries = await readContents(files, book)
    const { blocks, notes } = await bookBlocks(files, book.chapters)
    const laid = layoutPages(blocks, A4, maxLength)
    const pageOf = (target: string): number => positionOfAnchor(laid, target)?.page ?? 0
    const contents = entries.map(({ title, target, level }) => ({ title, level, page: pageOf(target) }))
    return new LayoutSource(laid, A4, { contents, notes, cover: () => readCover(files, book.cover), onClose: () => archive.close() })
  } catch (error) {
    archive.close()
    throw error
  }
}
