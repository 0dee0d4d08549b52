import { ZipArchive } from "../inspect/zip-archive"

/** Larger documents are not searched. Unpacked bytes of one part. */
const MAX_PART = 80e6
/** Parts that may hold an equation: text of Word, slides, drawings of Excel, and the list of parts of an OpenDocument package. */
const parts = /^(word\/[^/]+|ppt\/slides\/[^/]+|xl\/drawings\/[^/]+|META-INF\/manifest)\.xml$/
const equation = /<m:oMath[\s>/]|application\/vnd\.oasis\.opendocument\.formula/

/**
 * Checks whether a document has equations that only LibreOffice Math can draw. Old equation objects do not count, since they contain a
 * picture. False if the file is not a package or cannot be read.
 */
export async function hasEquations(file: string): Promise<boolean> {
  const archive = await ZipArchive.open(file).catch(() => null)
  if (archive === null) return false
  try {
    for (const name of [...archive.entries.keys()].filter((one) => parts.test(one))) {
      const xml = await archive.read(name, MAX_PART).catch(() => null)
      if (xml && equation.test(xml.toString("utf8"))) return true
    }
    return false
  } finally {
    archive.close()
  }
}
