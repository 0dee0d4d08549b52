import { makeZip } from "@/server/ports/converter/testing/office.fixture"

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"
const KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"
const namespaces = [
  `xmlns:w="${WORD}" xmlns:r="${OFFICE}"`,
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(" ")

/** Parts of a Word document besides its body, each as the XML inside its root element. */
export type WordParts = {
  body: string
  header?: string
  footer?: string
  footnote?: string
  comment?: string
  styles?: string
  /** Further properties of its only section. */
  section?: string
}

export type WordOptions = {
  /** The kind of main part: a document, a template, or one with macros. */
  contentType?: string
  /** Files to add, and their relationships, which are numbered from `x1`. */
  files?: Record<string, string | Uint8Array>
  relations?: ReadonlyArray<readonly [type: string, target: string]>
  types?: string
}

export const text = (words: string, properties = ""): string =>
  `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ""}<w:t xml:space="preserve">${words}</w:t></w:r>`
export const paragraph = (content: string, properties = ""): string =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ""}${content}</w:p>`

const change = 'w:id="9" w:author="审阅人" w:date="2026-01-01T00:00:00Z"'
const deletedRun = (words: string): string => `<w:r><w:delText xml:space="preserve">${words}</w:delText></w:r>`
export const inserted = (words: string): string => `<w:ins ${change}>${text(words)}</w:ins>`
export const deleted = (words: string): string => `<w:del ${change}>${deletedRun(words)}</w:del>`
export const movedFrom = (words: string): string =>
  `<w:moveFromRangeStart w:id="3" w:name="m" ${change.slice(9)}/><w:moveFrom ${change}>${text(words)}</w:moveFrom><w:moveFromRangeEnd w:id="3"/>`
export const movedTo = (words: string): string =>
  `<w:moveToRangeStart w:id="4" w:name="m" ${change.slice(9)}/><w:moveTo ${change}>${text(words)}</w:moveTo><w:moveToRangeEnd w:id="4"/>`
/** The properties of a paragraph whose mark is deleted: the next paragraph continues its text. */
export const deletedMark = `<w:rPr><w:del ${change}/></w:rPr>`
export const deletedRow = `<w:trPr><w:del ${change}/></w:trPr>`
export const deletedCell = `<w:tcPr><w:cellDel ${change}/></w:tcPr>`

export const row = (cells: readonly string[], properties = ""): string => `<w:tr>${properties}${cells.join("")}</w:tr>`
export const cell = (content: string, properties = ""): string => `<w:tc>${properties}${content}</w:tc>`
export const table = (rows: readonly string[]): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>`

/** A text box as Word 2007 and earlier write it. */
export const textBox = (content: string, place = "margin-left:50pt;margin-top:20pt"): string =>
  `<w:r><w:pict><v:shape style="position:absolute;${place};width:200pt;height:60pt" path="m,l,21600r21600,l21600,xe" coordsize="21600,21600"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`

const sectionOf = (properties: string): string =>
  `<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>${properties}</w:sectPr>`

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relationships = (rows: readonly string[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${rows.join("")}</Relationships>`

/** Makes a complete Word document with header, footer, footnotes and comments. */
export function makeWord(
  { body, header = "", footer = "", footnote = "", comment = "", styles = "", section = "" }: WordParts,
  options: WordOptions = {},
): Buffer {
  const { contentType = `${KIND}.document.main+xml`, files = {}, relations = [], types = "" } = options
  const part = (root: string, content: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><w:${root} ${namespaces}>${content}</w:${root}>`
  const names = ["header", "footer", "footnotes", "comments", "styles"]
  const overrides = names.map((name) => `<Override PartName="/word/${name}.xml" ContentType="${KIND}.${name}+xml"/>`)
  return makeZip({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="wmf" ContentType="image/x-wmf"/><Default Extension="emf" ContentType="image/x-emf"/><Default Extension="bmp" ContentType="image/bmp"/><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/>${types}<Override PartName="/word/document.xml" ContentType="${contentType}"/>${overrides.join("")}</Types>`,
    "_rels/.rels": relationships([relation("main", "officeDocument", "word/document.xml")]),
    "word/_rels/document.xml.rels": relationships([
      ...names.map((name) => relation(name, name, `${name}.xml`)),
      ...relations.map(([type, target], index) => relation(`x${index + 1}`, type, target)),
    ]),
    "word/document.xml": part("document", `<w:body>${body}${sectionOf(section)}</w:body>`),
    "word/header.xml": part("hdr", header || paragraph("")),
    "word/footer.xml": part("ftr", footer || paragraph("")),
    "word/footnotes.xml": part(
      "footnotes",
      `<w:footnote w:type="separator" w:id="-1">${paragraph("<w:r><w:separator/></w:r>")}</w:footnote><w:footnote w:type="continuationSeparator" w:id="0">${paragraph("<w:r><w:continuationSeparator/></w:r>")}</w:footnote>${footnote && `<w:footnote w:id="1">${footnote}</w:footnote>`}`,
    ),
    "word/comments.xml": part("comments", comment && `<w:comment w:id="0" w:author="审阅人">${paragraph(text(comment))}</w:comment>`),
    "word/styles.xml": part("styles", styles),
    ...files,
  })
}
