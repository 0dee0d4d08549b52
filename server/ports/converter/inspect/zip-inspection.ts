import { ConversionError } from "../converter.port"
import type { PackageLayout } from "../document-formats"
import { isEncrypted, TooManyEntries, ZipArchive } from "./zip-archive"

/** Limits against decompression bombs (docs/reference/conversion.md 2). Sizes in bytes. */
const MAX_TOTAL = 500e6
const MAX_XML = 150e6
const MAX_RATIO = 200
const RATIO_MATTERS_ABOVE = 1e6
const XML_PART = /\.(xml|rels|html?|xhtml)$/i
const MANIFEST = "META-INF/manifest.xml"
const MAX_MANIFEST = 4e6
/** The only part of an OpenDocument file that LibreOffice 24.2 or later encrypted. */
const ENCRYPTED_PACKAGE = "encrypted-package"

async function openArchive(file: string): Promise<ZipArchive> {
  try {
    return await ZipArchive.open(file, { absoluteNames: true })
  } catch (error) {
    throw new ConversionError(error instanceof TooManyEntries ? "too_large" : "corrupt", { cause: error })
  }
}

/** Throws ConversionError too_large for archives that unpack to more than a document needs. */
export function checkSizes({ entries }: ZipArchive): void {
  let total = 0
  for (const entry of entries.values()) {
    const { uncompressedSize: size, compressedSize, fileName } = entry
    total += size
    // pictures of one colour are packed a thousandfold in honest files
    const swollen = size > RATIO_MATTERS_ABOVE && size > compressedSize * MAX_RATIO
    if (total > MAX_TOTAL || (XML_PART.test(fileName) && (swollen || size > MAX_XML))) {
      throw new ConversionError("too_large", { cause: new Error(`zip entry of ${size} bytes, ${total} in all`) })
    }
  }
}

function packageOf({ entries }: ZipArchive): PackageLayout {
  const names = [...entries.keys()]
  const has = (folder: string): boolean => names.some((name) => name.startsWith(folder))
  if (has("word/")) return "word"
  if (has("xl/")) return "excel"
  if (has("ppt/")) return "powerpoint"
  if (has("visio/")) return "visio"
  if (names.some((name) => name.toLowerCase() === "meta-inf/container.xml")) return "epub"
  if (entries.has("content.json")) return "xmind"
  if (entries.has("content.xml") || entries.has(ENCRYPTED_PACKAGE)) return "odf"
  if (entries.has("styles.xml") && entries.has(MANIFEST)) return "odf styles"
  if (entries.has("OFD.xml")) return "ofd"
  return "other"
}

/**
 * Reads a zip's directory and returns the type of package.
 * Throws ConversionError: too_large for bombs, encrypted, corrupt.
 */
export async function inspectZip(file: string): Promise<PackageLayout> {
  const archive = await openArchive(file)
  try {
    checkSizes(archive)
    for (const entry of archive.entries.values()) if (isEncrypted(entry)) throw new ConversionError("encrypted")
    const kind = packageOf(archive)
    if (kind === "odf") {
      const manifest = await archive.read(MANIFEST, MAX_MANIFEST).catch(() => null)
      if (manifest?.includes("encryption-data")) throw new ConversionError("encrypted")
    }
    return kind
  } finally {
    archive.close()
  }
}
