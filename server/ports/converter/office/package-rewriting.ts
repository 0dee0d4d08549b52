import { writeFile } from "node:fs/promises"
import { posix } from "node:path"
import { zip, type Zippable } from "fflate"
import { ZipArchive } from "../inspect/zip-archive"
import { trimEmptyRowsXml } from "./empty-rows"
import { levelHeadingsXml } from "./heading-levels"
import { visibleDrawingXml } from "./sheet-drawings"
import { fitSheetXml } from "./sheet-fit"
import { hideZeroSizesXml } from "./zero-sizes"
import { markLinksXml, withLinkStyle } from "./word-links"

/** Larger packages are printed unchanged because rewriting would take too long. Unpacked bytes. */
const MAX_TOTAL = 80e6

/** `others`: whether another part has been changed before. */
type Rewriting = { part: RegExp; rewrite(xml: string, others: boolean): string }
const sheets: Rewriting = { part: /^xl\/worksheets\/[^/]+\.xml$/, rewrite: (xml) => fitSheetXml(trimEmptyRowsXml(hideZeroSizesXml(xml))) }
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

/** Adds the drawings of sheets without the objects that Excel hides. */
async function addVisibleDrawings(archive: ZipArchive, changed: Map<string, Buffer>): Promise<void> {
  const textOf = async (name: string): Promise<string> =>
    (changed.get(name) ?? (archive.entries.has(name) ? await archive.read(name, MAX_TOTAL) : null))?.toString("utf8") ?? ""
  for (const name of [...archive.entries.keys()].filter((one) => sheets.part.test(one))) {
    const folder = posix.dirname(name)
    const relations = await textOf(`${folder}/_rels/${posix.basename(name)}.rels`)
    const relation = /<Relationship\b[^>]*\/drawing"[^>]*>/.exec(relations)?.[0]
    const target = /\sTarget="([^"]*)"/.exec(relation ?? "")?.[1]
    if (target === undefined) continue
    const part = target.startsWith("/") ? target.slice(1) : posix.join(folder, target)
    const drawing = await textOf(part)
    const visible = visibleDrawingXml(drawing, await textOf(name))
    if (visible !== drawing) changed.set(part, Buffer.from(visible))
  }
}

/**
 * Writes a copy of an office document that prints better: sheets one page wide and without what Excel hides, and headings and links that LibreOffice recognizes. Returns
 * false if nothing needs to change, or if the file is too large or too unusual to touch.
 */
export async function rewritePackage(from: string, to: string, ext: string): Promise<boolean> {
  const archive = await ZipArchive.open(from)
  try {
    const entries = [...archive.entries.values()]
    if (entries.reduce((total, entry) => total + entry.uncompressedSize, 0) > MAX_TOTAL) return false
    const changed = await rewrittenParts(archive, ext)
    if (changed !== null && rewritings[ext]?.includes(sheets)) await addVisibleDrawings(archive, changed)
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
