import { open } from "node:fs/promises"
import { byteSize } from "../byte-size"
import { ConversionError } from "../converter.port"
import type { PageSource } from "../page.source"
import { LayoutSource } from "../text/layout.source"
import { A4 } from "../text/page-flow"
import { layoutPages } from "../text/page-layout"
import type { TextDocumentBlock } from "../text/text-blocks"
import { type ArchiveListing, type ListedFile, MAX_LISTED } from "./archive-listing"
import { displayedPath } from "./entry-names"
import { listGzip, tarOnDisk } from "./gzip-listing"
import { listSevenZip } from "./seven-zip-listing"
import { listTar } from "./tar-listing"
import { listZip } from "./zip-listing"

/** Characters of a path that are shown; the end says most. */
const MAX_PATH = 300

async function listTarFile(file: string): Promise<ArchiveListing> {
  const handle = await open(file, "r")
  try {
    return await listTar(tarOnDisk(handle))
  } finally {
    await handle.close()
  }
}

const listers: Record<string, (file: string) => Promise<ArchiveListing>> = {
  ".zip": listZip,
  ".7z": listSevenZip,
  ".tar": listTarFile,
  ".gz": listGzip,
}

function shortened(path: string): string {
  const characters = [...displayedPath(path)]
  return characters.length > MAX_PATH ? `…${characters.slice(1 - MAX_PATH).join("")}` : characters.join("")
}

function sizeOf({ folder, bytes, encrypted }: ListedFile): string {
  const size = folder ? "" : bytes === null ? "未知" : byteSize(bytes)
  return encrypted ? `${size}（加密）` : size
}

function summary({ files, truncated }: ArchiveListing): string {
  const contents = files.filter(({ folder }) => !folder)
  const bytes = contents.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  const more = truncated ? "，只列出前面的部分" : ""
  return `共 ${contents.length} 个文件，${files.length - contents.length} 个文件夹，解压后 ${byteSize(bytes)}${more}`
}

function* listingBlocks(listing: ArchiveListing): Generator<TextDocumentBlock> {
  yield { kind: "paragraph", text: summary(listing), indent: 0 }
  const rows = listing.files.map((file) => [shortened(file.path) || "未命名", sizeOf(file)])
  yield { kind: "table", rows: [["名称", "大小"], ...rows], header: true }
}

function notesOf({ files, truncated }: ArchiveListing): string[] {
  const encrypted = files.filter((file) => file.encrypted).length
  return [
    ...(encrypted > 0 ? [`压缩包中有 ${encrypted} 个加密的文件`] : []),
    ...(truncated ? [`压缩包没有读完：文件超过 ${MAX_LISTED} 个，或者后面的部分过大、已损坏`] : []),
  ]
}

/**
 * Opens an archive as the list of its files with their sizes. Nothing is unpacked, apart from the stream of a tar.gz. Throws ConversionError:
 * corrupt, encrypted if the names are, too_large.
 */
export async function openArchive(file: string, ext: string, maxLength: number): Promise<PageSource> {
  const list = listers[ext]
  if (!list) throw new ConversionError("unsupported")
  const listing = await list(file).catch((error: unknown) => {
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  })
  if (listing.files.length === 0) throw new ConversionError("empty")
  return new LayoutSource(layoutPages(listingBlocks(listing), A4, maxLength), A4, { notes: notesOf(listing) })
}
