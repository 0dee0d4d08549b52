import { writeFile } from "node:fs/promises"
import { posix } from "node:path"
import type { Zippable } from "fflate"
import { ZipArchive } from "../inspect/zip-archive"
import { OBJECT_MARGIN, paperOf } from "../sheets/object-paper"
import type { BookObject } from "../sheets/sheet-objects"
import { zipFiles } from "./package-rewriting"
import { decodeXml } from "./xml-tokens"

/** Objects of larger workbooks are only on the pages. Unpacked bytes. */
const MAX_TOTAL = 80e6
const MAX_PART = 80e6
const PIXEL_IN_EMU = 9525
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
const DRAWING_TYPE = "application/vnd.openxmlformats-officedocument.drawing+xml"
const BOOK = "xl/workbook.xml"
const BOOK_RELATIONS = "xl/_rels/workbook.xml.rels"
const TYPES = "[Content_Types].xml"

const relationsOf = (part: string): string => posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`)

/** The parts of a sheet that has nothing but one object, in its upper left corner. */
function partsOf({ part, root, prefix, body, picture }: BookObject): { sheet: string; drawing: string; parts: Record<string, string> } {
  const { number, width, height } = picture
  const { code, landscape, scale } = paperOf(width, height)
  const [sheet, drawing] = [`xl/worksheets/object${number}.xml`, posix.join(posix.dirname(part), `object${number}.xml`)]
  const margin = OBJECT_MARGIN * PIXEL_IN_EMU
  const position = `<${prefix}pos x="${margin}" y="${margin}"/><${prefix}ext cx="${width * PIXEL_IN_EMU}" cy="${height * PIXEL_IN_EMU}"/>`
  const closing = `</${/<((?:\w+:)?wsDr)\b/.exec(root)?.[1] ?? "xdr:wsDr"}>`
  const setup = `<pageMargins left="0" right="0" top="0" bottom="0" header="0" footer="0"/><pageSetup paperSize="${code}" scale="${scale}" orientation="${landscape ? "landscape" : "portrait"}"/>`
  return {
    sheet,
    drawing,
    parts: {
      [sheet]: `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData/>${setup}<drawing r:id="d1"/></worksheet>`,
      [relationsOf(sheet)]:
        `<Relationships xmlns="${RELATIONS}"><Relationship Id="d1" Type="${OFFICE}/drawing" Target="/${drawing}"/></Relationships>`,
      [drawing]: `<?xml version="1.0" encoding="UTF-8"?>${root}<${prefix}absoluteAnchor>${position}${body}</${prefix}absoluteAnchor>${closing}`,
    },
  }
}

/** Hides every sheet and adds those of the objects. Null if the workbook is written in another way than usual. */
function withObjectSheets(book: string, numbers: readonly number[]): string | null {
  const list = /<sheets>([\s\S]*?)<\/sheets>/.exec(book)
  if (!list) return null
  const hidden = (list[1] ?? "").replace(/\sstate="[^"]*"/g, "").replace(/<sheet\b/g, '<sheet state="hidden"')
  const last = Math.max(0, ...[...hidden.matchAll(/\ssheetId="(\d+)"/g)].map(([, id]) => Number(id)))
  const added = numbers.map(
    (number) => `<sheet xmlns:r="${OFFICE}" name="object${number}" sheetId="${last + number}" r:id="object${number}"/>`,
  )
  // LibreOffice shows the active sheet, although it is hidden
  const views = `<bookViews><workbookView activeTab="${hidden.split("<sheet ").length - 1}"/></bookViews>`
  return book.replace(/<bookViews>[\s\S]*?<\/bookViews>/, "").replace(list[0], () => `${views}<sheets>${hidden}${added.join("")}</sheets>`)
}

/**
 * Writes a workbook that prints each object on a page of its own: the sheets of the original are hidden, but charts still have their numbers.
 * Returns false if that cannot be done.
 */
export async function writeObjectSheets(from: string, to: string, objects: readonly BookObject[]): Promise<boolean> {
  const archive = await ZipArchive.open(from)
  try {
    const entries = [...archive.entries.values()].filter(({ fileName }) => !fileName.endsWith("/"))
    if (entries.reduce((total, entry) => total + entry.uncompressedSize, 0) > MAX_TOTAL) return false
    const files: Zippable = {}
    for (const { fileName } of entries) files[fileName] = (await archive.read(fileName, MAX_PART)) ?? Buffer.alloc(0)
    const textOf = (name: string): string => decodeXml(Buffer.from((files[name] as Uint8Array | undefined) ?? Buffer.alloc(0)))
    const book = withObjectSheets(
      textOf(BOOK),
      objects.map(({ picture }) => picture.number),
    )
    if (book === null) return false
    let [types, relations] = ["", ""]
    for (const object of objects) {
      const { sheet, drawing, parts } = partsOf(object)
      for (const [name, xml] of Object.entries(parts)) files[name] = Buffer.from(xml)
      const used = files[relationsOf(object.part)]
      if (used) files[relationsOf(drawing)] = used
      types += `<Override PartName="/${sheet}" ContentType="${SHEET_TYPE}"/><Override PartName="/${drawing}" ContentType="${DRAWING_TYPE}"/>`
      relations += `<Relationship Id="object${object.picture.number}" Type="${OFFICE}/worksheet" Target="/${sheet}"/>`
    }
    files[BOOK] = Buffer.from(book)
    files[TYPES] = Buffer.from(textOf(TYPES).replace("</Types>", `${types}</Types>`))
    files[BOOK_RELATIONS] = Buffer.from(textOf(BOOK_RELATIONS).replace("</Relationships>", `${relations}</Relationships>`))
    await writeFile(to, await zipFiles(files))
    return true
  } finally {
    archive.close()
  }
}
