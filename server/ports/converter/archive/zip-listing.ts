import { type Entry, getFileNameLowLevel, open, type ZipFile } from "yauzl"
import { decode } from "iconv-lite"
import { type ArchiveListing, MAX_LISTED } from "./archive-listing"
import { encodingOfNames } from "./entry-names"

/** Bit of an entry whose name is declared as UTF-8, and of one that is encrypted. */
const UTF8_NAME = 0x800
const ENCRYPTED = 1
/** Extra field with the name in UTF-8. */
const UNICODE_PATH = 0x7075

function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) => (error ? reject(error) : resolve(zip)))
  })
}

function readEntries(zip: ZipFile): Promise<{ entries: Entry[]; truncated: boolean }> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on("error", (error) => (entries.length > 0 ? resolve({ entries, truncated: true }) : reject(error)))
    zip.on("end", () => resolve({ entries, truncated: false }))
    zip.on("entry", (entry: Entry) => {
      entries.push(entry)
      if (entries.length >= MAX_LISTED) resolve({ entries, truncated: zip.entryCount > entries.length })
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

const isDeclared = ({ generalPurposeBitFlag, extraFields }: Entry): boolean =>
  (generalPurposeBitFlag & UTF8_NAME) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)

/** Lists a zip from its directory. Throws if that is damaged. */
export async function listZip(file: string): Promise<ArchiveListing> {
  const zip = await openZip(file)
  try {
    const { entries, truncated } = await readEntries(zip)
    const encoding = encodingOfNames(entries.filter((entry) => !isDeclared(entry)).map(({ fileNameRaw }) => fileNameRaw))
    const files = entries.map((entry) => {
      const { fileNameRaw, generalPurposeBitFlag, extraFields, uncompressedSize } = entry
      const path = isDeclared(entry)
        ? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
        : decode(fileNameRaw, encoding)
      return { path, folder: /[/\\]$/.test(path), bytes: uncompressedSize, encrypted: (generalPurposeBitFlag & ENCRYPTED) !== 0 }
    })
    return { files, truncated }
  } finally {
    zip.close()
  }
}
