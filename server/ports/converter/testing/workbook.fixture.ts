import { makeZip } from "./office.fixture"

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"

export type WorksheetPart = {
  name: string
  /** Everything inside `<worksheet>`. */
  xml: string
  state?: string
}

export type WorkbookParts = {
  sheets: WorksheetPart[]
  styles?: string
  strings?: string[]
  properties?: string
  theme?: string
  /** The `definedNames` element. */ names?: string
}

/** Makes a workbook whose parts are given as XML. Sheet names are not escaped. */
export function makeWorkbook({ sheets, styles = "", strings = [], properties = "", theme = "", names = "" }: WorkbookParts): Buffer {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = [
    ...sheets.map((_, index) => relation(`s${index}`, "worksheet", `worksheets/sheet${index + 1}.xml`)),
    relation("st", "styles", "styles.xml"),
    relation("ss", "sharedStrings", "/xl/sharedStrings.xml"),
    ...(theme ? [relation("th", "theme", "theme/theme1.xml")] : []),
  ]
  const listed = sheets.map(
    ({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="s${index}"/>`,
  )
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
  const overrides = sheets.map(
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${kind}.worksheet+xml"/>`,
  )
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kind}.sharedStrings+xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${listed.join("")}</sheets>${names}</workbook>`,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    ...(theme && { "xl/theme/theme1.xml": theme }),
  }
  for (const [index, { xml }] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet xmlns="${MAIN}">${xml}</worksheet>`
  return makeZip(files)
}
