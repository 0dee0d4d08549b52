import { readFile, writeFile } from "node:fs/promises"
import { posix } from "node:path"
import { zip, type Zippable } from "fflate"
import { ZipArchive } from "../inspect/zip-archive"
import { trimEmptyRowsXml } from "./empty-rows"
import { levelHeadingsXml } from "./heading-levels"
import { visibleDrawingsXml } from "./hidden-drawings"
import { withoutCommentsXml } from "./sheet-comments"
import { visibleDrawingXml } from "./sheet-drawings"
import { acceptOdfRevisionsXml } from "./odf-revisions"
import { fitSheetXml } from "./sheet-fit"
import { hideZeroSizesXml } from "./zero-sizes"
import { markLinksXml, withLinkStyle } from "./word-links"
import { acceptWordMlRevisions } from "./word-ml-revisions"
import { acceptRevisionsXml } from "./word-revisions"
import { decodeXml } from "./xml-tokens"

/** Larger packages are not rewritten for better printing because that would take too long. Unpacked bytes. */
const MAX_TOTAL = 80e6
/** The maximum size that inspection accepts: unpublishable content is removed from packages of any size. */
const MAX_PART = 500e6

/**
 * `others`: whether another part has been changed before. Without the `necessary` rewritings a document is not printed; those of `anySize`
 * are made for large packages too. `mention`: bytes without which a part stays as it is.
 */
type Rewriting = {
  part: RegExp
  necessary?: true
  anySize?: true
  mention?: readonly string[]
  rewrite(xml: string, others: boolean): string
}
const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/
const zeroSizes: Rewriting = {
  part: sheetPart,
  anySize: true,
  mention: ['ht="0', 'width="0', 'ht=".', 'width=".'],
  rewrite: hideZeroSizesXml,
}
const comments: Rewriting = {
  part: /^xl\/worksheets\/_rels\/[^/]+\.rels$/,
  anySize: true,
  mention: ["omment"],
  rewrite: withoutCommentsXml,
}
const sheets: Rewriting = { part: sheetPart, rewrite: (xml) => fitSheetXml(trimEmptyRowsXml(xml)) }
const texts: Rewriting = { part: /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/, rewrite: markLinksXml }
const styles: Rewriting = {
  part: /^word\/styles\.xml$/,
  rewrite: (xml, marked) => (marked ? withLinkStyle(levelHeadingsXml(xml)) : levelHeadingsXml(xml)),
}
const wordRevisions: Rewriting = {
  part: /^(?!customXml\/|docProps\/).*\.xml$/,
  necessary: true,
  rewrite: (xml) => visibleDrawingsXml(acceptRevisionsXml(xml)),
}
const odfRevisions: Rewriting = { part: /(^|\/)(content|styles)\.xml$/, necessary: true, rewrite: acceptOdfRevisionsXml }
const word = [wordRevisions, texts, styles]
const opened = [odfRevisions]
const workbook = [comments, zeroSizes, sheets]

/** Changes before printing, by extension: the parts and how to rewrite them, in this order. */
const rewritings: Record<string, Rewriting[]> = {
  ...{ ".xlsx": workbook, ".xltx": workbook, ".xlsm": workbook, ".xltm": workbook },
  ...{ ".docx": word, ".dotx": word, ".docm": word, ".dotm": word },
  ...{ ".odt": opened, ".ott": opened, ".odp": opened, ".otp": opened },
}

/** Formats of one XML file. */
const flat: Record<string, (xml: string) => string> = {
  ".fodt": acceptOdfRevisionsXml,
  ".fodp": acceptOdfRevisionsXml,
  ".wordml": acceptWordMlRevisions,
}

export function isRewritten(ext: string): boolean {
  return ext in rewritings || ext in flat
}

/** Checks whether a document of this type may contain text that must not be published, so that it cannot be printed unchanged. */
export function mustBeRewritten(ext: string): boolean {
  return ext in flat || (rewritings[ext] ?? []).some(({ necessary }) => necessary)
}

/** Packs files into a zip, quickly. */
export function zipFiles(files: Zippable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip(files, { level: 1, consume: true }, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })
}

/** Checks whether a part in UTF-8 has none of the bytes: a large one is then not decoded. */
const mentionsNone = (content: Buffer, mention: readonly string[]): boolean =>
  !/^(\xff\xfe|\xfe\xff|\0<|<\0)/.test(content.toString("latin1", 0, 2)) && !mention.some((bytes) => content.includes(bytes))

/** Returns the changed parts with their new content. Throws on damage. */
async function rewrittenParts(archive: ZipArchive, steps: readonly Rewriting[]): Promise<Map<string, Buffer>> {
  const changed = new Map<string, Buffer>()
  const names = [...archive.entries.keys()]
  for (const { part, rewrite, mention } of steps) {
    for (const name of names.filter((one) => part.test(one))) {
      const content = changed.get(name) ?? (await contentOf(archive, name))
      if (mention && mentionsNone(content, mention)) continue
      const xml = decodeXml(content)
      const rewritten = rewrite(xml, changed.size > 0)
      if (rewritten !== xml) changed.set(name, Buffer.from(rewritten))
    }
  }
  return changed
}

/** Adds the drawings of sheets without the objects that Excel hides. */
async function addVisibleDrawings(archive: ZipArchive, changed: Map<string, Buffer>): Promise<void> {
  const textOf = async (name: string): Promise<string> =>
    (changed.get(name) ?? (archive.entries.has(name) ? await archive.read(name, MAX_PART) : null))?.toString("utf8") ?? ""
  for (const name of [...archive.entries.keys()].filter((one) => sheetPart.test(one))) {
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

async function contentOf(archive: ZipArchive, name: string): Promise<Buffer> {
  const content = await archive.read(name, MAX_PART)
  if (content === null) throw new Error("a part of the package cannot be read")
  return content
}

async function rewriteFlat(from: string, to: string, rewrite: (xml: string) => string): Promise<boolean> {
  const xml = decodeXml(await readFile(from))
  const rewritten = rewrite(xml)
  if (rewritten === xml) return false
  await writeFile(to, rewritten)
  return true
}

/**
 * Writes a copy of an office document without deleted text and comments that prints better: sheets one page wide and without what Excel
 * hides, and headings and links that LibreOffice recognizes. Returns false if nothing needs to change.
 */
export async function rewritePackage(from: string, to: string, ext: string): Promise<boolean> {
  if (flat[ext]) return rewriteFlat(from, to, flat[ext])
  const archive = await ZipArchive.open(from)
  try {
    const entries = [...archive.entries.values()]
    const large = entries.reduce((total, entry) => total + entry.uncompressedSize, 0) > MAX_TOTAL
    const steps = rewritings[ext] ?? []
    const changed = await rewrittenParts(archive, large ? steps.filter(({ necessary, anySize }) => necessary || anySize) : steps)
    if (steps.includes(sheets)) await addVisibleDrawings(archive, changed)
    if (changed.size === 0) return false
    const files: Zippable = {}
    for (const { fileName } of entries) {
      if (fileName.endsWith("/")) continue
      const content = changed.get(fileName) ?? (await contentOf(archive, fileName))
      // the type of an OpenDocument package is read from its first bytes
      files[fileName] = fileName === "mimetype" ? [content, { level: 0 }] : content
    }
    await writeFile(to, await zipFiles(files))
    return true
  } finally {
    archive.close()
  }
}
