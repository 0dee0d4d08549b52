import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from "fflate"

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
const DEFAULTS =
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

function relationships(...targets: Array<[type: string, target: string]>): string {
  const rows = targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`
}

/** The same in every run, so that the same files make the same archive. */
const written = "2026-01-01T00:00:00"

export function makeZip(files: Record<string, string | Uint8Array>): Buffer {
  const entries: Zippable = {}
  for (const [name, content] of Object.entries(files)) entries[name] = typeof content === "string" ? strToU8(content) : content
  return Buffer.from(zipSync(entries, { level: 6, mtime: written }))
}

const wordTypes = `${TYPES}${DEFAULTS}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

function wordParagraph(text: string): string {
  if (text === "\f") return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  const [, marks = "", words = text] = /^(#+) (.*)$/.exec(text) ?? []
  const level = marks === "" ? "" : `<w:pPr><w:outlineLvl w:val="${marks.length - 1}"/></w:pPr>`
  return `<w:p>${level}<w:r><w:t>${words}</w:t></w:r></w:p>`
}

/** Makes a Word document of the given paragraphs; "\f" begins a new page, "# …" and "## …" are headings. */
export function makeDocx(paragraphs: readonly string[], files: Record<string, string | Uint8Array> = {}): Buffer {
  const body = paragraphs.map(wordParagraph)
  return makeZip({
    "[Content_Types].xml": wordTypes,
    "_rels/.rels": relationships(["officeDocument", "word/document.xml"]),
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join("")}</w:body></w:document>`,
    ...files,
  })
}

/** Returns the same package as a template, as declared by its main part. */
export function asTemplate(content: Buffer): Buffer {
  const { "[Content_Types].xml": types = new Uint8Array(), ...files } = unzipSync(content)
  const named = strFromU8(types).replace(/(document|sheet)\.main\+xml/, "template.main+xml")
  return makeZip({ "[Content_Types].xml": named, ...files })
}

/** Makes a Word document with one paragraph in the style of this id and one link whose text has no style. */
export function makeStyledDocx(text: string, style: string, styles: string, link = "https://example.org/"): Buffer {
  return makeDocx([], {
    "[Content_Types].xml": wordTypes.replace(
      "</Types>",
      '<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>',
    ),
    "word/_rels/document.xml.rels": relationships(["styles", "styles.xml"], ["hyperlink", `${link}" TargetMode="External`]),
    "word/styles.xml": styles,
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body><w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p><w:p><w:hyperlink r:id="rId2"><w:r><w:t>${link}</w:t></w:r></w:hyperlink></w:p></w:body></w:document>`,
  })
}

/** Makes a workbook of one sheet. */
export function makeXlsx(rows: readonly string[][], files: Record<string, string | Uint8Array> = {}): Buffer {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const data = rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
  return makeZip({
    "[Content_Types].xml": `${TYPES}${DEFAULTS}<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    "_rels/.rels": relationships(["officeDocument", "xl/workbook.xml"]),
    "xl/_rels/workbook.xml.rels": relationships(["worksheet", "worksheets/sheet1.xml"]),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
    ...files,
  })
}

/** Makes an EPUB of the given XHTML chapters (`OEBPS/text/c 0.xhtml` and so on), with additional files and manifest lines. */
export function makeEpub(chapters: readonly string[], files: Record<string, Uint8Array | string> = {}, manifest = ""): Buffer {
  const items = chapters.map((_, index) => `<item id="c${index}" href="text/c%20${index}.xhtml" media-type="application/xhtml+xml"/>`)
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`)
  const entries: Record<string, Uint8Array | string> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "OEBPS/book.opf": `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.join("")}${manifest}</manifest><spine>${spine.join("")}</spine></package>`,
    ...files,
  }
  for (const [index, body] of chapters.entries())
    entries[`OEBPS/text/c ${index}.xhtml`] =
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script>alert(1)</script></head><body>${body}</body></html>`
  return makeZip(entries)
}

/** Makes an OLE2 file with one empty stream of the given name: what password-protected OOXML looks like from outside. */
export function makeOle(streamName: string): Buffer {
  const header = Buffer.alloc(512, 0xff)
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(0, 76)
  const fat = Buffer.alloc(512, 0xff)
  fat.writeUInt32LE(0xfffffffd, 0)
  fat.writeUInt32LE(0xfffffffe, 4)
  const directory = Buffer.alloc(512)
  for (const [index, name] of ["Root Entry", streamName].entries()) {
    directory.write(name, index * 128, "utf16le")
    directory.writeUInt16LE(name.length * 2 + 2, index * 128 + 64)
  }
  return Buffer.concat([header, fat, directory, Buffer.alloc(8192)])
}
