import { gunzipSync } from "node:zlib"
import { unzipSync } from "fflate"
import sharp from "sharp"
import { expect } from "vitest"
import type { SheetBook } from "@/server/ports/converter/sheets/sheet-book"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { makeZip } from "@/server/ports/converter/testing/office.fixture"
import { makeWorkbook } from "@/server/ports/converter/testing/workbook.fixture"
import {
  anchored,
  cellStyles as styles,
  makeOds,
  printedComments,
  textCell,
  textRow,
  textShape,
  withComments,
  workbookWithDrawing,
} from "./sheets/sheet-parts"
import type { Specimen } from "./specimen"

const bookOf = ({ events }: ConversionRun): SheetBook => {
  const books = events.flatMap((event) => (event.type === "sheets" ? [event.book] : []))
  expect(books).toHaveLength(1)
  return books[0] ?? { styles: [], sheets: [] }
}
const rowTextOf = ({ events }: ConversionRun): string =>
  events.flatMap((event) => (event.type === "rows" ? [gunzipSync(event.rows).toString("utf8")] : [])).join("\n")

/** Returns the picture of a number, as it is sent with the rows of its block. */
const pictureOf = ({ events }: ConversionRun, number: number): Buffer => {
  const blocks = events.flatMap((event) => (event.type === "pictures" ? [gunzipSync(event.pictures).toString("utf8")] : []))
  const [, webp = ""] = blocks.flatMap((block) => JSON.parse(block) as [number, string][]).find(([one]) => one === number) ?? []
  return Buffer.from(webp, "base64")
}
/** Returns the share of a picture's pixels that have a colour, within a tolerance. */
const shareOf = async (webp: Buffer, colour: readonly [number, number, number]): Promise<number> => {
  const { data } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (colour.every((value, index) => Math.abs(data[at + index]! - value) < 16)) count += 1
  return count / (data.length / 3)
}

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const picturePart = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#c82828" } })
    .png()
    .toBuffer()
const pictureBody = `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="p"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="o1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1900000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`
const chartBody = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="4" name="c"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" xmlns:r="${OFFICE}" r:id="o2"/></a:graphicData></a:graphic></xdr:graphicFrame>`
/** Three bars, 3, 5 and 8, from the cells of the sheet. */
const chartPart = `<?xml version="1.0" encoding="UTF-8"?><c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart><c:autoTitleDeleted val="1"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:solidFill><a:srgbClr val="2060C0"/></a:solidFill></c:spPr><c:val><c:numRef><c:f>'图'!$A$1:$A$3</c:f></c:numRef></c:val></c:ser><c:gapWidth val="50"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`
const numberRow = (row: number, value: number): string => `<row r="${row}"><c r="A${row}"><v>${value}</v></c></row>`

const hiddenParts = {
  styles,
  sheets: [
    {
      name: "明细",
      xml: `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="15"/><cols><col min="2" max="2" width="9" hidden="1"/><col min="3" max="3" width="0" customWidth="1"/></cols><sheetData>${[
        textRow(1, ["ONE", "COLHIDDEN", "COLZERO", "AFTER"]),
        textRow(2, ["ROWHIDDEN"], ' hidden="1"'),
        textRow(3, ["ROWZERO"], ' ht="0" customHeight="1"'),
        textRow(4, ["GROUPHIDDEN"], ' hidden="true" outlineLevel="1"'),
        textRow(5, ["FIVE"], ' collapsed="1"'),
        `<row r="6">${textCell("A6", "FORMATHIDDEN", 3)}<c r="D6" s="3"><v>987654</v></c></row>`,
        textRow(7, ["", "TITLEROW"]),
        textRow(8, ["", "", "INSIDE"]),
      ].join("")}</sheetData><mergeCells><mergeCell ref="B7:F7"/><mergeCell ref="B8:C8"/></mergeCells>${printedComments}`,
    },
    { name: "藏起来的表", state: "hidden", xml: `<sheetData>${textRow(1, ["SHEETHIDDEN"])}</sheetData>` },
    { name: "深藏的表", state: "veryHidden", xml: `<sheetData>${textRow(1, ["SHEETVERY"])}</sheetData>` },
    {
      name: "默认隐藏",
      xml: `<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/><sheetData>${textRow(2, ["LISTED"])}${textRow(4, ["DEFAULTHIDDEN"], ' hidden="1"')}</sheetData>`,
    },
  ],
}
const hiddenWords = ["COLHIDDEN", "COLZERO", "ROWHIDDEN", "ROWZERO", "GROUPHIDDEN", "FORMATHIDDEN", "987654", "987,654"]
const hiddenSheets = ["SHEETHIDDEN", "SHEETVERY", "藏起来的表", "深藏的表", "DEFAULTHIDDEN", "INSIDE"]

/** 30,000 rows of which a filter leaves every thousandth. */
const filteredRows = Array.from({ length: 30_000 }, (_, index) =>
  index % 1_000 === 0 ? textRow(index + 1, [`KEPT${index}`]) : textRow(index + 1, [`FILTERED${index}`], ' hidden="1"'),
).join("")

const tail = (style: (row: number) => number): string =>
  Array.from({ length: 20_000 }, (_, index) => `<row r="${index + 6}"><c r="A${index + 6}" s="${style(index)}"/></row>`).join("")
const fiveRows = [1, 2, 3, 4, 5].map((row) => textRow(row, [`ROW${row}`])).join("")

/** Workbooks: what Excel hides, filters, groups, prints and draws. */
export const sheetSpecimens: readonly Specimen[] = [
  {
    name: "hidden.xlsx",
    about: "hidden rows, columns, sheets and cells, and comments are published nowhere; a merged title over a hidden column stays",
    make: () => withComments(makeWorkbook(hiddenParts), "COMMENTHIDDEN", "COMMENTVISIBLE"),
    expected: {
      words: ["ONE", "AFTER", "FIVE", "LISTED"],
      absentWords: [...hiddenWords, ...hiddenSheets, "COMMENTHIDDEN", "COMMENTVISIBLE", "审阅人"],
      check: (run) => {
        const [first, second] = bookOf(run).sheets
        expect(first?.merges).toEqual([])
        expect(rowTextOf(run)).toContain("TITLEROW")
        expect(second).toMatchObject({ name: "默认隐藏", height: 0, heights: [[1, 20]] })
        expect(run.outline.map(({ title }) => title)).not.toContain("深藏的表")
      },
    },
  },
  {
    name: "filtered.xlsx",
    about: "of 30,000 filtered rows only the visible ones are published, and no empty rows in their place",
    make: () =>
      makeWorkbook({
        sheets: [
          {
            name: "筛选",
            xml: `<sheetPr filterMode="1"/><sheetData>${filteredRows}</sheetData><autoFilter ref="A1:A30000"><filterColumn colId="0"><customFilters><customFilter val="KEPT*"/></customFilters></filterColumn></autoFilter>`,
          },
        ],
      }),
    expected: {
      pages: 1,
      words: ["KEPT0", "KEPT1000", "KEPT29000"],
      absentWords: ["FILTERED"],
      check: (run) => {
        const [sheet] = bookOf(run).sheets
        expect(sheet).toMatchObject({ rows: 29_001, height: 0 })
        expect(sheet?.heights).toHaveLength(30)
      },
    },
  },
  {
    name: "hidden.ods",
    about: "OpenDocument: hidden, filtered and grouped rows, hidden columns and sheets",
    make: () =>
      makeOds(
        '<table:table table:name="明细"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/><table:table-row><table:table-cell office:value-type="string"><text:p>ONE</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>COLHIDDEN</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>AFTER</text:p></table:table-cell></table:table-row><table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>ROWHIDDEN</text:p></table:table-cell></table:table-row><table:table-row table:visibility="filter"><table:table-cell office:value-type="string"><text:p>FILTERED</text:p></table:table-cell></table:table-row><table:table-row-group table:display="false"><table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>GROUPHIDDEN</text:p></table:table-cell></table:table-row></table:table-row-group><table:table-row><table:table-cell office:value-type="string"><text:p>FIVE</text:p></table:table-cell></table:table-row></table:table><table:table table:name="藏起来的表" table:style-name="th"><table:table-row><table:table-cell office:value-type="string"><text:p>SHEETHIDDEN</text:p></table:table-cell></table:table-row></table:table>',
      ),
    expected: {
      pages: 1,
      words: ["ONE", "AFTER", "FIVE"],
      absentWords: ["COLHIDDEN", "ROWHIDDEN", "FILTERED", "GROUPHIDDEN", "SHEETHIDDEN", "藏起来的表"],
    },
  },
  {
    name: "drawings.xlsx",
    about: "shapes are on the pages and over the cells; hidden shapes and shapes in hidden rows are on neither",
    make: () =>
      workbookWithDrawing(
        {
          sheets: [
            {
              name: "图",
              xml: `<sheetData>${textRow(1, ["ONE"])}<row r="5" hidden="1"/><row r="6" hidden="1"/><row r="7" hidden="1"/></sheetData>`,
            },
            { name: "无图", xml: `<sheetData>${textRow(1, ["PLAIN"])}</sheetData>` },
          ],
        },
        [textShape("SHAPESHOWN", [1, 4]), textShape("SHAPEHIDDEN", [10, 13], true), textShape("SHAPEROWS", [4, 7])].join(""),
      ),
    expected: {
      words: ["ONE", "SHAPESHOWN", "PLAIN"],
      absentWords: ["SHAPEHIDDEN", "SHAPEROWS"],
      check: async (run) => {
        const [first, second] = bookOf(run).sheets
        // three columns of 68 by three rows of 20 pixels, with the edge of a shape
        expect(first?.pictures).toEqual([{ number: 1, block: 1, x: 266, y: 14, width: 216, height: 72, clear: true }])
        expect([first?.drawings, second?.drawings, second?.pictures]).toEqual([undefined, undefined, undefined])
        expect(await shareOf(pictureOf(run, 1), [0xdd, 0xee, 0xff])).toBeGreaterThan(0.6)
      },
    },
  },
  {
    name: "chart.xlsx",
    about: "a picture and a chart lie over the cells, the chart with the numbers of its sheet",
    make: async () =>
      workbookWithDrawing(
        {
          sheets: [{ name: "图", xml: `<sheetData>${[3, 5, 8].map((value, index) => numberRow(index + 1, value)).join("")}</sheetData>` }],
        },
        anchored(pictureBody, [0, 3]) + anchored(chartBody, [4, 16]),
        {
          files: { "xl/media/image1.png": await picturePart(), "xl/charts/chart1.xml": chartPart },
          relations: [
            ["image", "../media/image1.png"],
            ["chart", "../charts/chart1.xml"],
          ],
          types:
            '<Default Extension="png" ContentType="image/png"/><Override PartName="/xl/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>',
        },
      ),
    expected: {
      words: ["3", "5", "8"],
      check: async (run) => {
        const [sheet] = bookOf(run).sheets
        expect(sheet?.pictures).toEqual([
          { number: 1, block: 1, x: 272, y: 0, width: 204, height: 60 },
          { number: 2, block: 1, x: 272, y: 80, width: 204, height: 240 },
        ])
        expect(sheet?.drawings).toBeUndefined()
        expect(await shareOf(pictureOf(run, 1), [0xc8, 0x28, 0x28])).toBeGreaterThan(0.9)
        expect(await shareOf(pictureOf(run, 2), [0x20, 0x60, 0xc0])).toBeGreaterThan(0.1)
      },
    },
  },
  {
    name: "large.xlsx",
    about: "what Excel hides is not published of a workbook of 90 MB either",
    make: () => {
      const sheet = `<cols><col min="2" max="2" width="0" customWidth="1"/></cols><sheetData>${textRow(1, ["ONE", "COLZERO", "AFTER"])}${textRow(2, ["ROWZERO"], ' ht="0" customHeight="1"')}<row r="5" hidden="1"/><row r="6" hidden="1"/><row r="7" hidden="1"/></sheetData>`
      const shapes = [textShape("SHAPESHOWN", [10, 13]), textShape("SHAPEHIDDEN", [14, 16], true), textShape("SHAPEROWS", [4, 7])]
      const files = unzipSync(workbookWithDrawing({ sheets: [{ name: "大", xml: sheet }] }, shapes.join("")))
      return makeZip({ ...files, "xl/media/image9.bmp": Buffer.alloc(90_000_000, 0xff) })
    },
    expected: { words: ["ONE", "AFTER", "SHAPESHOWN"], absentWords: ["COLZERO", "ROWZERO", "SHAPEHIDDEN", "SHAPEROWS"] },
  },
  {
    name: "print-area.xlsx",
    about: "pages hold the print area of a sheet and all of a sheet without one; the rows are complete",
    make: () =>
      makeWorkbook({
        sheets: [
          { name: "有", xml: `<sheetData>${textRow(1, ["INAREA"])}${textRow(9, ["OUTSIDE"])}</sheetData>` },
          { name: "无", xml: `<sheetData>${textRow(1, ["OTHERSHEET"])}</sheetData>` },
        ],
        names: `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">'有'!$A$1:$B$5</definedName></definedNames>`,
      }),
    expected: {
      pages: 2,
      words: ["INAREA", "OTHERSHEET"],
      check: (run) => {
        expect(run.text).not.toContain("OUTSIDE")
        expect(rowTextOf(run)).toContain("OUTSIDE")
      },
    },
  },
  {
    name: "formats.xlsx",
    about: "five rows stay five rows, even if fills and borders reach down to the last row of the sheet",
    make: () =>
      makeWorkbook({
        styles,
        sheets: [
          { name: "一格", xml: `<sheetData>${fiveRows}<row r="1048576"><c r="A1048576" s="1"/></row></sheetData>` },
          { name: "整列", xml: `<cols><col min="1" max="3" width="9" style="1"/></cols><sheetData>${fiveRows}</sheetData>` },
          { name: "斑马", xml: `<sheetData>${fiveRows}${tail((row) => (row % 2) + 1)}</sheetData>` },
        ],
      }),
    expected: {
      pages: 3,
      words: ["ROW1", "ROW5", "ROW1", "ROW5"],
      check: (run) => {
        expect(bookOf(run).sheets.map(({ rows }) => rows)).toEqual([5, 5, 5])
      },
    },
  },
]
