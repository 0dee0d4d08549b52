import { strFromU8, strToU8, unzipSync } from "fflate"
import { makeZip } from "@/server/ports/converter/testing/office.fixture"
import { makeWorkbook, type WorkbookParts } from "@/server/ports/converter/testing/workbook.fixture"

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"

/** Returns a cell with text. */
export const textCell = (reference: string, words: string, style = 0): string =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`

/** Returns a row with one text per cell, from column A on. */
export const textRow = (row: number, words: readonly string[], attributes = ""): string =>
  `<row r="${row}"${attributes}>${words.map((text, column) => textCell(`${String.fromCharCode(65 + column)}${row}`, text)).join("")}</row>`

/** Cell formats: 1 fills yellow, 2 draws a border, 3 hides whatever the cell contains. */
export const cellStyles =
  '<numFmts><numFmt numFmtId="200" formatCode=";;;"/></numFmts><fonts><font/></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills><borders><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border></borders><cellXfs><xf/><xf fillId="2" applyFill="1"/><xf borderId="1" applyBorder="1"/><xf numFmtId="200" applyNumberFormat="1"/></cellXfs>'

const corner = (name: string, column: number, row: number): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`

/** Returns a rectangle with text over the cells of these rows. */
export const textShape = (words: string, [from, to]: [number, number], hidden = false): string =>
  `<xdr:twoCellAnchor>${corner("from", 4, from)}${corner("to", 7, to)}<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="s"${hidden ? ' hidden="1"' : ""}/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:xfrm><a:off x="2000000" y="${from * 190_500}"/><a:ext cx="1800000" cy="${(to - from) * 190_500}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="DDEEFF"/></a:solidFill></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="1100"/><a:t>${words}</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/></xdr:twoCellAnchor>`

/** Returns any object over the cells from column 4, row `from` to column 7, row `to`. */
export const anchored = (body: string, [from, to]: [number, number]): string =>
  `<xdr:twoCellAnchor>${corner("from", 4, from)}${corner("to", 7, to)}${body}<xdr:clientData/></xdr:twoCellAnchor>`

/** Parts that a drawing refers to, and their relations from `o1` on. */
export type DrawingFiles = {
  files: Record<string, string | Uint8Array>
  relations: ReadonlyArray<readonly [type: string, target: string]>
  types: string
}

/** Makes a workbook whose first sheet has a drawing of these anchors. */
export function workbookWithDrawing(parts: WorkbookParts, anchors: string, more?: DrawingFiles): Buffer {
  const [first, ...others] = parts.sheets
  if (!first) throw new Error("the workbook needs a sheet")
  const sheets = [{ ...first, xml: `${first.xml}<drawing xmlns:r="${OFFICE}" r:id="d1"/>` }, ...others]
  const files: Record<string, Uint8Array> = unzipSync(makeWorkbook({ ...parts, sheets }))
  const types = strFromU8(files["[Content_Types].xml"] ?? new Uint8Array())
  files["[Content_Types].xml"] = strToU8(
    types.replace(
      "</Types>",
      `${more?.types ?? ""}<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>`,
    ),
  )
  files["xl/worksheets/_rels/sheet1.xml.rels"] = strToU8(
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="d1" Type="${OFFICE}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
  )
  files["xl/drawings/drawing1.xml"] = strToU8(
    `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main">${anchors}</xdr:wsDr>`,
  )
  const relations = more?.relations.map(
    ([type, target], index) => `<Relationship Id="o${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  if (relations)
    files["xl/drawings/_rels/drawing1.xml.rels"] = strToU8(`<Relationships xmlns="${RELATIONS}">${relations.join("")}</Relationships>`)
  return makeZip({ ...files, ...more?.files })
}

/** The end of a sheet whose comments are printed below it, for `withComments`. */
export const printedComments = `<pageSetup cellComments="atEnd"/><legacyDrawing xmlns:r="${OFFICE}" r:id="v1"/>`

const note = (row: number, words: string): string => `<comment ref="A${row}" authorId="0"><text><r><t>${words}</t></r></text></comment>`
const noteShape = (row: number, state: string): string =>
  `<v:shape id="n${row}" style="position:absolute;width:120pt;height:60pt"><v:textbox/><x:ClientData ObjectType="Note"><x:Anchor>2,0,0,0,4,0,4,0</x:Anchor>${state}<x:Row>${row - 1}</x:Row><x:Column>0</x:Column></x:ClientData></v:shape>`

/** Adds two comments to the first sheet of a workbook: one that Excel shows when the pointer is over it, and one that is always visible. */
export function withComments(workbook: Buffer, hidden: string, visible: string): Buffer {
  const files: Record<string, Uint8Array> = unzipSync(workbook)
  const types = strFromU8(files["[Content_Types].xml"] ?? new Uint8Array())
  const added =
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/comments1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>'
  return makeZip({
    ...files,
    "[Content_Types].xml": types.replace("</Types>", `${added}</Types>`),
    "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="c1" Type="${OFFICE}/comments" Target="../comments1.xml"/><Relationship Id="v1" Type="${OFFICE}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>`,
    "xl/comments1.xml": `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>审阅人</author></authors><commentList>${note(1, hidden)}${note(5, visible)}</commentList></comments>`,
    "xl/drawings/vmlDrawing1.vml": `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">${noteShape(1, "")}${noteShape(5, "<x:Visible/>")}</xml>`,
  })
}

const ODF = "urn:oasis:names:tc:opendocument:xmlns"
const MIME = "application/vnd.oasis.opendocument.spreadsheet"

/** Makes an OpenDocument spreadsheet of table elements; the table style "th" hides its sheet. */
export function makeOds(tables: string): Buffer {
  return makeZip({
    mimetype: MIME,
    "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${MIME}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    "content.xml": `<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:style="${ODF}:style:1.0" xmlns:table="${ODF}:table:1.0" xmlns:text="${ODF}:text:1.0" office:version="1.2"><office:automatic-styles><style:style style:name="th" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  })
}
