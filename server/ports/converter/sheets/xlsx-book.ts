import { posix } from "node:path"
import { ZipArchive } from "../inspect/zip-archive"
import { decodeXml } from "../office/xml-tokens"
import { type SheetCollector, sheetLimits } from "./sheet-collector"
import { readObjects } from "./sheet-objects"
import { officeTheme } from "./xlsx-colours"
import { relationId, SheetReader, type BookParts } from "./xlsx-sheet"
import { StylesReader, ThemeReader } from "./xlsx-styles"
import { type Attributes, Enough, readXmlEvents, type XmlEvents } from "./xml-events"

/** Maximum unpacked bytes of one part (docs/reference/conversion.md 2). */
const MAX_PART = 150e6
/** The same of a drawing. */
const MAX_DRAWING = 8e6
/** Maximum characters of all shared strings, and their maximum number. */
const MAX_STRINGS = { characters: 100e6, count: 2_000_000 }

/** Reads a part if it exists. Throws on damaged XML. */
async function readPart(archive: ZipArchive, name: string | undefined, events: XmlEvents): Promise<void> {
  const stream = name ? await archive.stream(name, MAX_PART) : null
  if (stream) await readXmlEvents(stream, events)
}

class StringsReader implements XmlEvents {
  readonly strings: string[] = []
  private value = ""
  private inside = false
  private phonetic = false
  private characters = 0

  open(name: string): void {
    if (name === "si") this.value = ""
    else if (name === "rPh") this.phonetic = true
    else if (name === "t") this.inside = !this.phonetic
  }

  text(text: string): void {
    if (this.inside && this.value.length < sheetLimits.text) this.value += text
  }

  close(name: string): void {
    if (name === "t") this.inside = false
    else if (name === "rPh") this.phonetic = false
    else if (name === "si") {
      const text = this.value.slice(0, sheetLimits.text)
      this.characters += text.length
      if (this.characters > MAX_STRINGS.characters || this.strings.length >= MAX_STRINGS.count) throw new Enough()
      this.strings.push(text)
    }
  }
}

type Relations = Map<string, { type: string; target: string }>

async function relationsOf(archive: ZipArchive, part: string): Promise<Relations> {
  const relations: Relations = new Map()
  const folder = posix.dirname(part)
  const open = (name: string, { Id = "", Type = "", Target = "", TargetMode }: Attributes): void => {
    if (name !== "Relationship" || TargetMode === "External" || relations.size > 2_000) return
    relations.set(Id, {
      type: Type.slice(Type.lastIndexOf("/") + 1),
      target: posix.join(Target.startsWith("/") ? "" : folder, Target).replace(/^\//, ""),
    })
  }
  await readPart(archive, posix.join(folder, "_rels", `${posix.basename(part)}.rels`), { open })
  return relations
}

async function mainPart(archive: ZipArchive): Promise<string> {
  const relations = await relationsOf(archive, "root")
  return [...relations.values()].find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml"
}

async function readParts(archive: ZipArchive, relations: Relations, from1904: boolean): Promise<BookParts> {
  const targetOf = (type: string): string | undefined => [...relations.values()].find((one) => one.type === type)?.target
  const theme = new ThemeReader()
  await readPart(archive, targetOf("theme"), theme).catch(() => undefined)
  const styles = new StylesReader(targetOf("theme") ? theme.colours : officeTheme)
  // a workbook without its styles still has its text and numbers
  await readPart(archive, targetOf("styles"), styles).catch(() => undefined)
  const strings = new StringsReader()
  await readPart(archive, targetOf("sharedStrings"), strings)
  return { strings: strings.strings, formats: styles.formats, from1904 }
}

/** Adds the charts, pictures and shapes of the open sheet. A drawing part that cannot be read counts as one: the pages may show it. */
async function addDrawing(archive: ZipArchive, sheet: string, drawing: string | undefined, collector: SheetCollector): Promise<void> {
  const target = drawing === undefined ? undefined : (await relationsOf(archive, sheet)).get(drawing)?.target
  if (target === undefined) return
  try {
    const content = await archive.read(target, MAX_DRAWING)
    if (content === null) return collector.addObjects([], !archive.entries.has(target))
    const { objects, complete } = readObjects(target, decodeXml(content))
    collector.addObjects(objects, complete)
  } catch {
    collector.addObjects([], false)
  }
}

/** Reads the visible sheets of a workbook (.xlsx) into the collector. Throws on damage. */
export async function readWorkbook(file: string, collector: SheetCollector): Promise<void> {
  const archive = await ZipArchive.open(file)
  try {
    const main = await mainPart(archive)
    const sheets: { name: string; id: string }[] = []
    let from1904 = false
    const open = (name: string, attributes: Attributes): void => {
      if (name === "workbookPr") from1904 = attributes["date1904"] === "1" || attributes["date1904"] === "true"
      if (name !== "sheet" || (attributes["state"] ?? "visible") !== "visible") return
      sheets.push({ name: attributes["name"] ?? "", id: relationId(attributes) ?? "" })
    }
    await readPart(archive, main, { open })
    const relations = await relationsOf(archive, main)
    const parts = await readParts(archive, relations, from1904)
    for (const { name, id } of sheets) {
      if (collector.full) break
      const relation = relations.get(id)
      if (relation?.type !== "worksheet" && relation?.type !== "chartsheet") continue
      const reader = new SheetReader(name, parts, collector)
      await readPart(archive, relation.target, reader)
      reader.begin()
      await addDrawing(archive, relation.target, reader.drawing, collector)
      collector.end()
    }
  } finally {
    archive.close()
  }
}
