import { gunzipSync } from "node:zlib"
import sharp from "sharp"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { makeDocx, makeOle, makeXlsx, makeZip } from "@/server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import type { Specimen } from "../specimen"
import { makeBareWorkbook } from "./bare-workbook"

/** Checks that the texts are cells of a sheet, each given with its column. */
const hasCells =
  (...expected: ReadonlyArray<readonly [column: number, text: string]>) =>
  ({ events }: ConversionRun): void => {
    const blocks = events.flatMap((event) => (event.type === "rows" ? [gunzipSync(event.rows).toString("utf8")] : []))
    const cells = blocks.flatMap((block) => (JSON.parse(block) as [number, [number, string, number][]][]).flatMap(([, row]) => row))
    for (const [column, text] of expected)
      if (!cells.some((cell) => cell[0] === column && cell[1] === text))
        throw new Error(`${text} is not in column ${column}: ${blocks.join()}`)
  }

const page = (body: string): string =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="gb2312"><style>td{color:red}</style></head><body>${body}</body></html>`
const report = page(
  `<table><tr><td colspan=3>销售报表</td></tr><tr><th>地区</th><th>数量</th><th style="display:none">HIDDENCOLUMN</th></tr><tr><td rowspan=2>华北</td><td>12</td></tr><tr><td>34</td></tr></table>`,
)
const gbk = (text: string): Buffer => {
  const codes: Record<string, string> = {
    销: "cffa",
    售: "cadb",
    报: "b1a8",
    表: "b1ed",
    地: "b5d8",
    区: "c7f8",
    数: "cafd",
    量: "c1bf",
    华: "bbaa",
    北: "b1b1",
  }
  return Buffer.concat([...text].map((letter) => (codes[letter] ? Buffer.from(codes[letter], "hex") : Buffer.from(letter))))
}

const archive = (parts: ReadonlyArray<readonly [type: string, location: string, content: string]>): Buffer =>
  Buffer.from(
    `MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related;\r\n boundary="----=_Part"\r\n\r\n此文档为单个文件网页。\r\n\r\n${parts
      .map(([type, location, content]) => {
        const text = type.startsWith("text/")
        const body = text
          ? [...Buffer.from(content)]
              .map((byte) =>
                byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase().padStart(2, "0")}` : String.fromCharCode(byte),
              )
              .join("")
          : content
        return `------=_Part\r\nContent-Location: file:///C:/x/${location}\r\nContent-Transfer-Encoding: ${text ? "quoted-printable" : "base64"}\r\nContent-Type: ${type}; charset="utf-8"\r\n\r\n${body}\r\n\r\n`
      })
      .join("")}------=_Part--\r\n`,
  )

const picture = async (): Promise<string> =>
  (
    await sharp({ create: { width: 40, height: 40, channels: 3, background: "#d02020" } })
      .png()
      .toBuffer()
  ).toString("base64")

const excelXml = `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="表一"><Table><Row><Cell><Data ss:Type="String">姓名</Data></Cell><Cell><Data ss:Type="Number">42</Data></Cell></Row></Table></Worksheet></Workbook>`
const wordXml = `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core"><w:body><w:p><w:r><w:t>二〇〇三</w:t></w:r><aml:annotation aml:id="0" w:type="Word.Deletion" aml:author="a"><aml:content><w:r><w:delText>DELETEDSECRET</w:delText></w:r></aml:content></aml:annotation></w:p></w:body></w:wordDocument>`
const flat = (kind: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`
const flatText = flat(
  "text",
  '<text:tracked-changes><text:changed-region text:id="c"><text:deletion><office:change-info/><text:p>FLATSECRET</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>扁平文<text:change text:change-id="c"/></text:p>',
)
const flatTable = flat(
  "spreadsheet",
  '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>扁平表</text:p></table:table-cell></table:table-row></table:table>',
)

const rtf = "{\\rtf1\\ansi\\ansicpg936 Report \\u25253?\\u34920?\\par}"

const file = (name: string, about: string, make: Specimen["make"], expected: Specimen["expected"]): Specimen => ({
  name,
  about,
  make,
  expected,
})
const texts = (name: string, about: string, content: string, expected: Specimen["expected"]): Specimen =>
  file(name, about, () => Buffer.from(content), expected)

/** Files under the name of an office format that are something else. */
export const wrongNames: readonly Specimen[] = [
  file("report.xls", "a web page in GBK, as report systems export it", () => gbk(report), {
    words: ["销售报表", "地区", "华北", "12", "34"],
    absentWords: ["HIDDENCOLUMN"],
    check: hasCells([0, "销售报表"], [1, "数量"], [1, "12"], [1, "34"]),
  }),
  texts(
    "tables.xls",
    "tables without a page around them",
    "<table><tr><td>甲<br>乙</td><td>1</td></tr></table><p>合计</p><table><tr><td>丙</td></tr></table>",
    {
      check: hasCells([0, "甲\n乙"], [1, "1"], [0, "合计"], [0, "丙"]),
    },
  ),
  texts("page.doc", "a web page named as a document", page("<h1>标题</h1><p>网页正文</p>"), { words: ["标题", "网页正文"] }),
  file(
    "archive.doc",
    "a web archive with a picture",
    async () =>
      archive([
        ["text/html", "a.htm", '<html><body><p>归档正文</p><img src="a.files/image001.png"></body></html>'],
        ["image/png", "a.files/image001.png", await picture()],
      ]),
    {
      words: ["归档正文"],
      check: ({ svgs }) => {
        if (!svgs[0]?.includes("<image")) throw new Error("the picture is missing")
      },
    },
  ),
  file(
    "frames.xls",
    "a workbook as web archive, whose sheets are frames",
    () =>
      archive([
        ["text/html", "book.htm", '<html><frameset rows="*,39"><frame src="s1.htm"></frameset></html>'],
        ["text/html", "s1.htm", "<html><body><table><tr><td>首表</td></tr></table></body></html>"],
        ["text/html", "s2.htm", "<html><body><table><tr><td>次表</td></tr></table></body></html>"],
      ]),
    {
      words: ["首表", "次表"],
      check: hasCells([0, "首表"], [0, "次表"]),
    },
  ),
  texts("tabs.xls", "a table of tab-separated text", "姓名\t分数\n张三\t98\n", {
    words: ["张三", "98"],
    check: hasCells([0, "张三"], [1, "98"]),
  }),
  file("wide-tabs.xls", "the same in UTF-16", () => Buffer.from("\ufeff姓名\t分数\n李四\t97\n", "utf16le"), {
    check: hasCells([0, "李四"], [1, "97"]),
  }),
  texts("plain.doc", "plain text", "只是文字\n第二行", { words: ["只是文字", "第二行"] }),
  texts("sheet2003.xls", "Excel 2003 XML", excelXml, { words: ["姓名", "42"], check: hasCells([0, "姓名"], [1, "42"]) }),
  texts("word2003.doc", "Word 2003 XML with a tracked change", wordXml, { words: ["二〇〇三"], absentWords: ["DELETEDSECRET"] }),
  texts("flat.doc", "flat OpenDocument text with a tracked change", flatText, { words: ["扁平文"], absentWords: ["FLATSECRET"] }),
  texts("flat.xls", "a flat OpenDocument spreadsheet", flatTable, { words: ["扁平表"], check: hasCells([0, "扁平表"]) }),
  file(
    "records.xls",
    "the records of a sheet in GBK without a file around them, as report systems write them",
    () =>
      makeBareWorkbook([
        [gbk("地区"), gbk("销售")],
        [gbk("华北"), 98.5],
      ]),
    { words: ["地区", "销售", "华北", "98.5"], check: hasCells([0, "华北"], [1, "98.5"]) },
  ),
  texts("rtf.xls", "RTF named as a workbook", rtf, { words: ["Report 报表"] }),
  file("modern.doc", "a .docx named .doc", () => makeDocx(["新格式"]), { words: ["新格式"] }),
  file("pdf.doc", "a PDF", () => makePdf([textPage("x")]), { refusal: "is_pdf" }),
  file("picture.xlsx", "a picture", async () => Buffer.from(await picture(), "base64"), { refusal: "is_picture" }),
  file("book.docx", "a workbook named as a document", () => makeXlsx([["a"]]), { refusal: "is_excel" }),
  file("old.docx", "an old document under the new name", () => makeOle("WordDocument"), { refusal: "is_word" }),
  file("slides.xls", "old slides named as a workbook", () => makeOle("PowerPoint Document"), { refusal: "is_powerpoint" }),
  file("archive.docx", "any zip archive", () => makeZip({ "a.txt": "x" }), { refusal: "is_archive" }),
  file("records.docx", "the records of a sheet", () => makeBareWorkbook([[1]]), { refusal: "is_excel" }),
  texts("plain.docx", "plain text under the new name", "只是文字", { refusal: "is_text" }),
]
