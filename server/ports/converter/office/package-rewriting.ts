import { writeFile } from "node:fs/promises"
import { zip, type Zippable } from "fflate"
import { ZipArchive } from "../inspect/zip-archive"
import { levelHeadingsXml } from "./heading-levels"
import { fitSheetXml } from "./sheet-fit"
import { markLinksXml, withLinkStyle } from "./word-links"

/** Larger packages are printed unchanged because rewriting would take too long. Unpacked bytes. */
const MAX_TOTAL = 80e6

/** `others`: whether another part has been changed before. */
type Rewriting = { part: RegExp; rewrite(xml: string, others: boolean): string }
const sheets: Rewriting = { part: /^xl\/worksheets\/[^/]+\.xml$/, rewrite: fitSheetXml }
const texts: Rewriting = { part: /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/, rewrite: markLinksXml }
const styles: Rewriting = {
  part: /^word\/styles\.xml$/,
  rewrite: (xml, marked) => (marked ? withLinkStyle(levelHeadingsXml(xml)) : levelHeadingsXml(xml)),
}
const word = [texts, styles]

/** Changes before printing, by extension: the parts and how to rewrite them, in this order. */
const rewritings: Record<string, Rewriting[]> = { ".xlsx": [sheets], ".xltx": [sheets], ".docx": word, ".dotx": word }

export function isRewritten(ext: string): boolean {
  return ext in rewritings
}

function zipFiles(files: Zippable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip(files, { level: 1, consume: true }, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })
}

/** Returns the changed parts with their new content; null if a part cannot be read. */
async function rewrittenParts(archive: ZipArchive, ext: string): Promise<Map<string, Buffer> | null> {
  const changed = new Map<string, Buffer>()
  const names = [...archive.entries.keys()]
  for (const { part, rewrite } of rewritings[ext] ?? []) {
    for (const name of names.filter((one) => part.test(one))) {
      const content = await archive.read(name, MAX_TOTAL)
      if (content === null) return null
      const xml = content.toString("utf8")
      const rewritten = rewrite(xml, changed.size > 0)
      if (rewritten !== xml) changed.set(name, Buffer.from(rewritten))
    }
  }
  return changed
}

/**
 * Writes a copy of an office document that prints better: sheets one page wide, and headings and links that LibreOffice recognizes. Returns
 * false if nothing needs to change, or if the file is too large or too unusual to touch.
 */
export async function rewritePackage(from: string, to: string, ext: string): Promise<boolean> {
  const archive = await ZipArchive.open(from)
  try {
    const entries = [...archive.entries.values()]
    if (entries.reduce((total, entry) => total + entry.uncompressedSize, 0) > MAX_TOTAL) return false
    const changed = await rewrittenParts(archive, ext)
    if (changed === null || changed.size === 0) return false
    const files: Zippable = {}
    for (const { fileName } of entries) {
      if (fileName.endsWith("/")) continue
      const content = changed.get(fileName) ?? (await archive.read(fileName, MAX_TOTAL))
      if (content === null) return false
      files[fileName] = content
    }
    await writeFile(to, await zipFiles(files))
    return true
  } finally {
    archive.close()
  }
}
