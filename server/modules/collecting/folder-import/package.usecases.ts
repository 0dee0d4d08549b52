import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { validateFileName, type Entry } from "yauzl"
import { isEncrypted, MAX_ENTRIES, TooManyEntries, ZipArchive } from "@/server/ports/converter/inspect/zip-archive"
import { decodeText } from "@/lib/rules/text-decoding"
import { StartError } from "@/server/errors"
import { manifestNames, maxManifestBytes, readManifest, type FolderManifest } from "./manifest.rules"
import { isUnwanted, type OfferedFile } from "./offered.rules"

/** An open zip file: its files and its manifest. */
export type ZipPackage = { files: OfferedFile[]; manifest: FolderManifest | null; close: () => void }

/** Documents never compress this well; a higher ratio is a zip bomb. */
const bomb = { ratio: 200, from: 1_000_000 }

/** Decodes an entry name: UTF-8 if flagged, otherwise the detected encoding, mostly GBK. */
const nameOf = (entry: Entry): string =>
  (entry.generalPurposeBitFlag & 0x800 ? entry.fileName : decodeText(entry.fileNameRaw)).replaceAll("\\", "/")

const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o170_000) === 0o120_000

/** Rejects malicious archives: names outside the folder, entries that share bytes, or excessive decompressed size. */
const requireHarmless = (entries: Entry[], size: number): void => {
  for (const entry of entries) {
    if (validateFileName(nameOf(entry)) !== null) throw new StartError("压缩包里有指向别处的文件名，没有打开。")
    if (entry.uncompressedSize > bomb.from && entry.uncompressedSize > entry.compressedSize * bomb.ratio)
      throw new StartError("压缩包里有压缩得过分的文件，像是压缩炸弹，没有打开。")
  }
  if (entries.reduce((sum, entry) => sum + entry.compressedSize, 0) > size)
    throw new StartError("压缩包里的文件互相重叠，像是压缩炸弹，没有打开。")
}

/**
 * Reads the directory and the manifest of a zip file; nothing else is decompressed yet. @throws StartError a sentence why it cannot be
 * opened
 */
export const openPackage = async (path: string): Promise<ZipPackage> => {
  const stats = await stat(path)
  const archive = await ZipArchive.open(path).catch((error: Error) => {
    if (error instanceof TooManyEntries) throw new StartError(`压缩包里的文件超过 ${MAX_ENTRIES} 个，请分成几个。`)
    if (/invalid (relative|characters)|absolute path/.test(error.message)) throw new StartError("压缩包里有指向别处的文件名，没有打开。")
    throw new StartError("压缩包打不开，可能没有传完或已损坏。", { cause: error })
  })
  try {
    const entries = [...archive.entries.values()].filter(({ fileName }) => !fileName.endsWith("/"))
    requireHarmless(entries, stats.size)
    const files = entries.flatMap((entry): OfferedFile[] => {
      const name = nameOf(entry)
      if (isUnwanted(name) || manifestNames.includes(name)) return []
      const refused = isEncrypted(entry) ? "在压缩包里加了密" : isLink(entry) ? "是符号链接，不是文件" : undefined
      return [{ place: path, name, size: entry.uncompressedSize, modified: stats.mtime, refused, open: () => unfold(archive, entry) }]
    })
    return { files, manifest: await manifestOf(archive), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw error
  }
}

const unfold = async (archive: ZipArchive, entry: Entry): Promise<Readable> => {
  const stream = await archive.stream(entry.fileName, entry.uncompressedSize)
  if (!stream) throw new Error("the entry cannot be read")
  return stream
}

const manifestOf = async (archive: ZipArchive): Promise<FolderManifest | null> => {
  for (const name of manifestNames) {
    const bytes = await archive.read(name, maxManifestBytes).catch(() => null)
    if (bytes) return readManifest(name, bytes)
  }
  return null
}
