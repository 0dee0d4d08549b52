import { ConversionError } from "../converter.port"
import { ZipArchive } from "../inspect/zip.archive"
import type { PageSource } from "../page.source"
import { listChapters, resolveInside } from "./epub.package"
import { htmlBlocks } from "./html.blocks"
import { loadImages, readDataUri } from "./image.loading"
import { LaidSource } from "./laid.source"
import { A4 } from "./page.flow"
import { layPages } from "./page.layout"
import type { Block } from "./text.blocks"
import { decodeText } from "./text.decoding"

/** Bytes. */
const MOST_CHAPTER = 10e6
const MOST_TEXT = 40e6
const MOST_IMAGE = 20e6

async function chapterBlocks(archive: ZipArchive, path: string): Promise<{ blocks: Block[]; bytes: number }> {
  const bytes = await archive.read(path, MOST_CHAPTER)
  if (bytes === null) return { blocks: [], bytes: 0 }
  const readImage = (source: string): Promise<Buffer | null> =>
    source.startsWith("data:") ? readDataUri(source) : archive.read(resolveInside(path, source), MOST_IMAGE)
  return { blocks: await loadImages(htmlBlocks(decodeText(bytes)), readImage), bytes: bytes.length }
}

async function bookBlocks(archive: ZipArchive): Promise<Block[]> {
  const blocks: Block[] = []
  let total = 0
  for (const path of await listChapters(archive)) {
    const chapter = await chapterBlocks(archive, path)
    total += chapter.bytes
    if (total > MOST_TEXT) throw new ConversionError("too_large")
    blocks.push({ kind: "pageBreak" }, ...chapter.blocks)
  }
  if (blocks.every((block) => block.kind === "pageBreak")) throw new ConversionError("corrupt", { cause: new Error("no readable chapter") })
  return blocks
}

/** An EPUB as pages: chapters in spine order, each on a new page. Throws ConversionError: corrupt, encrypted, too_large. */
export async function openEbook(file: string): Promise<PageSource> {
  const archive = await ZipArchive.open(file).catch((error: unknown) => {
    throw new ConversionError("corrupt", { cause: error })
  })
  try {
    return new LaidSource(layPages(await bookBlocks(archive), A4), A4, () => archive.close())
  } catch (error) {
    archive.close()
    throw error
  }
}
