import { gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { localConversions, type ConversionRun, withFile } from "../testing/conversion.fixture"
import { makeZip } from "../testing/office.fixture"
import { sheetSample } from "../testing/office-samples"
import { makeWorkbook, type WorkbookParts } from "../testing/workbook.fixture"
import { showNumber } from "./number-format"
import { openSheets, type OpenedSheets } from "./open-sheets"
import type { WorkbookRow } from "./sheet-book"
import { sheetLimits } from "./sheet-collector"
import { cellPosition } from "./xlsx-sheet"
import { colourOf, officeTheme } from "./xlsx-colours"

const convert = localConversions()

const opened = (name: string, content: Buffer | string, maxBlocks = 3_000): Promise<OpenedSheets | null> =>
  withFile(name, content, (file) => openSheets(file, name.slice(name.lastIndexOf(".")), maxBlocks))
const workbook = (parts: WorkbookParts, maxBlocks?: number): Promise<OpenedSheets | null> =>
  opened("a.xlsx", makeWorkbook(parts), maxBlocks)
const rowsIn = (packed: Buffer | undefined): WorkbookRow[] =>
  packed ? (JSON.parse(gunzipSync(packed).toString("utf8")) as WorkbookRow[]) : []
const rowsOf = (sheets: OpenedSheets | null, block = 1): WorkbookRow[] => rowsIn(sheets?.blocks.get(block))
const row = (number: number, cells: string, more = ""): string => `<row r="${number}"${more}>${cells}</row>`
const text = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`

describe("number formats", () => {
  test.each([
    [1234567.891, "#,##0.00", "1,234,567.89"],
    [0.1234, "0.0%", "12.3%"],
    [45000, "yyyy/m/d", "2023/3/15"],
    [45000.5, 'yyyy"年"m"月"d"日" hh:mm', "2023年3月15日 12:00"],
    [45000, "[$-804]aaaa", "星期三"],
    [2.5, "[h]:mm", "60:00"],
    [1.5, "# ?/?", "1 1/2"],
    [0.1 + 0.2, "General", "0.3"],
    [5, "[[[", "5"],
    [7, "0".repeat(300), "7"],
    [Number.NaN, "0", ""],
  ])("%s as %s", (value, pattern, output) => expect(showNumber(value, pattern, false).text).toBe(output))

  test("a format sets colours, and dates of an old Mac count from 1904", () => {
    expect(showNumber(-5, "#,##0;[Red]-#,##0", false)).toEqual({ text: "-5", color: "#ff0000" })
    expect(showNumber(45000 - 1462, "yyyy/m/d", true).text).toBe("2023/3/15")
    expect(showNumber(45000 - 1462, "0", true).text).toBe("43538")
  })
})

test.each([
  ["A1", [0, 0]],
  ["$AB$12", [11, 27]],
  ["XFD1048576", [1_048_575, 16_383]],
  ["A", null],
  ["AAAA1", null],
  ["", null],
])("%s is a cell name", (reference, position) => expect(cellPosition(reference)).toEqual(position))

test("colours come from number, theme name and tint", () => {
  expect(colourOf({ rgb: "FF00B050" }, officeTheme)).toBe("#00b050")
  expect(colourOf({ theme: "4" }, officeTheme)).toBe("#4472c4")
  expect(colourOf({ theme: "1", tint: "0.5" }, officeTheme)).toBe("#808080")
  expect(colourOf({ theme: "0", tint: "-0.25" }, officeTheme)).toBe("#bfbfbf")
  expect(colourOf({ indexed: "10" }, officeTheme)).toBe("#ff0000")
  const none: Record<string, string>[] = [{ auto: "1" }, { indexed: "64" }, { theme: "99" }, { rgb: "url(x)" }]
  for (const nothing of none) expect(colourOf(nothing, officeTheme)).toBeUndefined()
})

describe("a workbook", () => {
  test("has sheets with text, numbers, widths, heights, frozen rows and merged cells; hidden sheets stay hidden", async () => {
    const sheets = await workbook({
      strings: ["<t>品名</t>", "<r><t>数</t></r><r><t>量</t></r><rPh><t>shù</t></rPh>"],
      styles:
        '<numFmts><numFmt numFmtId="200" formatCode="0.00&quot;元&quot;"/></numFmts><fonts><font/><font><b/><color rgb="FFFF0000"/></font></fonts><fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor theme="4" tint="0.8"/></patternFill></fill></fills><cellXfs><xf/><xf fontId="1" fillId="2"><alignment horizontal="center" vertical="center" wrapText="1"/></xf><xf numFmtId="200"/></cellXfs>',
      sheets: [
        {
          name: "一月 &amp; 二月",
          xml: `<sheetViews><sheetView><pane xSplit="1" ySplit="1" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="20"/><col min="3" max="3" hidden="1"/></cols><sheetData>${row(1, '<c r="A1" t="s" s="1"><v>0</v></c><c r="B1" t="s"><v>1</v></c>', ' ht="30"')}${row(3, '<c r="B3" s="2"><v>12.5</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#DIV/0!</v></c><c r="E3" t="str"><f>A1</f><v>算出来的</v></c>')}</sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="Z9:A1"/></mergeCells>`,
        },
        { name: "藏起来", state: "hidden", xml: `<sheetData>${row(1, text("秘密"))}</sheetData>` },
        { name: "空", xml: "<sheetData/>" },
        { name: "后面", xml: `<sheetData>${row(60, text("六十"))}</sheetData>` },
      ],
    })
    const { book } = sheets!
    expect(book.sheets.map(({ name, rows, columns, first }) => [name, rows, columns, first])).toEqual([
      ["一月 & 二月", 3, 5, 1],
      ["空", 0, 0, 2],
      ["后面", 60, 1, 2],
    ])
    expect(book.sheets[0]).toMatchObject({
      widths: [145, 68, 0, 68, 68],
      height: 20,
      heights: [[0, 40]],
      frozen: { rows: 1, columns: 1 },
      merges: [[0, 0, 2, 1]],
    })
    const visibleRows = rowsOf(sheets).map(([number, cells]) => [
      number,
      cells.map(([column, words, style]) => [column, words, book.styles[style]]),
    ])
    expect(visibleRows).toEqual([
      [
        0,
        [
          [0, "品名", { bold: true, color: "#ff0000", fill: "#dae3f3", align: "center", valign: "middle", wrap: true }],
          [1, "数量", {}],
        ],
      ],
      [
        2,
        [
          [1, "12.50元", { align: "right" }],
          [3, "#DIV/0!", { align: "center" }],
          [4, "算出来的", {}],
        ],
      ],
    ])
    expect([...sheets!.blocks.keys()]).toEqual([1, 3])
    expect(rowsOf(sheets, 3)).toEqual([[59, [[0, "六十", expect.any(Number)]]]])
    expect(JSON.stringify([...sheets!.blocks].map(([, packed]) => rowsIn(packed)))).not.toContain("秘密")
  })

  test("of twenty thousand rows is read in blocks of fifty, up to its limit", async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) =>
      row(n + 1, `<c r="A${n + 1}"><v>${n}</v></c><c r="B${n + 1}"><v>${n * 2}</v></c>`),
    ).join("")
    const content = makeWorkbook({ sheets: [{ name: "大", xml: `<sheetData>${rows}</sheetData>` }] })
    const whole = await opened("a.xlsx", content)
    expect(whole!.book.sheets[0]).toMatchObject({ rows: 20_000, columns: 2 })
    expect(whole!.blocks.size).toBe(400)
    expect(rowsOf(whole, 400).at(-1)).toEqual([
      19_999,
      [
        [0, "19999", 0],
        [1, "39998", 0],
      ],
    ])
    const cut = await opened("a.xlsx", content, 3)
    expect(cut!.book.sheets[0]!.rows).toBe(150)
    expect(cut!.blocks.size).toBe(3)
  })

  test("enforces its limits: columns, cell text, a distant last row, unlimited sheets", async () => {
    const wide = Array.from({ length: 400 }, () => text("x")).join("")
    const sheets = await workbook({
      sheets: [
        {
          name: "宽",
          xml: `<sheetData>${row(1, wide + text("后"))}${row(2, text("长".repeat(10_000)))}${row(1_048_576, text("最后"))}</sheetData>`,
        },
        ...Array.from({ length: 150 }, (_, n) => ({ name: `表${n}`, xml: `<sheetData>${row(1, text("x"))}</sheetData>` })),
      ],
    })
    expect(sheets!.book.sheets[0]).toMatchObject({ rows: 2, columns: sheetLimits.columns })
    expect(rowsOf(sheets)[1]![1][0]![1]).toHaveLength(sheetLimits.text)
    expect(sheets!.book.sheets).toHaveLength(sheetLimits.sheets)
  })

  test("unordered rows, cells without positions and endless columns cause no error", async () => {
    const sheets = await workbook({
      sheets: [
        {
          name: "乱",
          xml: `<cols><col min="1" max="99999999" width="9e99"/><col min="-5" max="x" width="-3"/></cols><sheetData>${row(3, text("三"))}<row><c><v>1e999</v></c><c t="s"><v>77</v></c><c s="999"><v>4</v></c></row>${row(1, text("一"))}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
        },
      ],
    })
    expect(rowsOf(sheets)).toEqual([
      [2, [[0, "三", 0]]],
      [3, [[2, "4", 1]]],
    ])
    expect(sheets!.book.sheets[0]).toMatchObject({ rows: 4, columns: 3, widths: [800, 800, 800], merges: [[0, 0, 4, 3]] })
  })

  test("entities defined by a file are not resolved, and damage is an error", async () => {
    const bomb = makeWorkbook({ sheets: [{ name: "表", xml: `<sheetData>${row(1, text("x"))}</sheetData>` }] })
    const { unzipSync, strFromU8 } = await import("fflate")
    const parts = Object.fromEntries(Object.entries(unzipSync(bomb)).map(([name, bytes]) => [name, strFromU8(bytes)]))
    const evil = {
      ...parts,
      "xl/worksheets/sheet1.xml": `<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]>${parts["xl/worksheets/sheet1.xml"]!.replace(">x<", ">&b;<")}`,
    }
    await expect(opened("a.xlsx", makeZip(evil))).rejects.toThrow()
    await expect(opened("a.xlsx", makeZip({ ...parts, "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row>" }))).rejects.toThrow()
    const deep = makeZip({ ...parts, "xl/worksheets/sheet1.xml": "<worksheet>" + "<a>".repeat(5_000) })
    await expect(opened("a.xlsx", deep)).rejects.toThrow("deep")
    expect(await opened("a.xlsx", makeZip({ ...parts, "xl/styles.xml": "<broken" }))).toMatchObject({ book: { sheets: [{ rows: 1 }] } })
    expect(await workbook({ sheets: [{ name: "空", xml: "<sheetData/>" }] })).toBeNull()
  })
})

describe("a delimited text file", () => {
  test("is one sheet with a frozen header, numbers on the right", async () => {
    const sheets = await opened("a.csv", '品名,数量\n笔,3\n"纸,白",1200\n')
    const { book } = sheets!
    expect(book.sheets).toMatchObject([{ name: "数据", rows: 3, columns: 2, frozen: { rows: 1, columns: 0 } }])
    expect(rowsOf(sheets).map(([, cells]) => cells.map(([, words, style]) => [words, book.styles[style]]))).toEqual([
      [
        ["品名", { bold: true }],
        ["数量", { bold: true }],
      ],
      [
        ["笔", {}],
        ["3", { align: "right" }],
      ],
      [
        ["纸,白", {}],
        ["1200", { align: "right" }],
      ],
    ])
  })

  test("in GBK and with tabs is decoded correctly", async () => {
    const gbk = Buffer.from([0xc6, 0xb7, 0xc3, 0xfb, 0x09, 0x31, 0x0a, 0xb1, 0xca, 0x09, 0x32, 0x0a])
    expect(rowsOf(await opened("a.tsv", gbk))[0]![1].map(([, words]) => words)).toEqual(["品名", "1"])
  })
})

const bookOf = ({ events }: ConversionRun) => events.flatMap((event) => (event.type === "sheets" ? [event] : []))
const blocksOf = ({ events }: ConversionRun) => events.flatMap((event) => (event.type === "rows" ? [event] : []))

describe("converting spreadsheets", () => {
  test("sends the rows of a CSV after its pages, then the workbook", async () => {
    const run = await convert("a.csv", `名,数\n${"甲,1\n".repeat(120)}`, { maxLength: 2 })
    expect(blocksOf(run).map(({ block }) => block)).toEqual([1, 2])
    expect(bookOf(run)).toMatchObject([{ blocks: 2, book: { sheets: [{ rows: 100 }] } }])
    expect(run.events.at(-1)!.type).toBe("sheets")
  })

  test("sends no workbook for other files", async () => {
    expect(bookOf(await convert("a.txt", "正文"))).toEqual([])
  })

  test("sends the sheets of a workbook; one with unreadable rows still has its pages", { timeout: 60_000 }, async () => {
    const run = await convert("a.xlsx", sheetSample)
    expect(run.pages.length).toBeGreaterThan(0)
    const rows = rowsIn(blocksOf(run)[0]!.rows)
    expect(rows.map(([number]) => number)).toEqual([0, 1, 2, 3])
    expect(rows[0]![1]).toEqual([
      [0, "甲", 0],
      [1, "乙", 0],
    ])
    expect(bookOf(run)).toMatchObject([{ blocks: 1, book: { sheets: [{ name: "表" }] } }])
  })
})
