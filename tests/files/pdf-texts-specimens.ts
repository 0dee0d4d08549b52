import { expect } from "vitest"
import { byteFontPdf, withObjectStream } from "./pdf/byte-fonts"
import { makeDocx } from "@/server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import { streamObject, textLine } from "./pdf/layers"
import { inkWithin } from "./pdf/page-ink"
import { attachmentPdf, xfaPdf } from "./pdf/pdf-packages"
import type { Specimen } from "./specimen"

/** 中华人民共和国 in GBK. */
const REPUBLIC = "d6d0bbaac8cbc3f1b9b2bacdb9fa"
/** 小标宋 in GBK. */
const TITLE_SONG = { name: "d0a1b1eacbce" }
const FANGSONG = { name: "b7c2cbce", suffix: "_GB2312" }
const garbage = ["ÖÐ", "»ª", "ÈË", "Ãñ"]

const linesOf = (textLayer: readonly (readonly [string, ...unknown[]])[]): string[] => textLayer.map(([text]) => text)

/** The number of the first object after those of one page. */
const FIRST = 9
const rareCodes = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0005> <d840dc0b> endbfchar endcmap end end`

/** A page with a character that no embedded font draws, and with further content. */
const viewerFontPage = (content: string): Buffer =>
  makePdf(
    [
      {
        content: `${textLine("Plain words")}\nBT /R 40 Tf 1 0 0 1 300 600 Tm <0005> Tj ET\n${content}`,
        resources: `/Font<</F1 3 0 R/R ${FIRST} 0 R>>/Pattern<</P ${FIRST + 4} 0 R>>`,
      },
    ],
    {
      extra: () => [
        `<</Type/Font/Subtype/Type0/BaseFont/SimSun-ExtB/Encoding/Identity-H/DescendantFonts[${FIRST + 1} 0 R]/ToUnicode ${FIRST + 3} 0 R>>`,
        `<</Type/Font/Subtype/CIDFontType2/BaseFont/SimSun-ExtB/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${FIRST + 2} 0 R/DW 1000>>`,
        "<</Type/FontDescriptor/FontName/SimSun-ExtB/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 900/StemV 90>>",
        streamObject("", rareCodes),
        streamObject(
          "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<<>>",
          "1 0 0 rg 0 0 10 20 re f",
        ),
      ],
    },
  )

/** Pages whose text is left to the reader's fonts are compared with PDFium's drawing like others, beside that text. */
const viewerFontSpecimens: readonly Specimen[] = [
  {
    name: "viewer-font.pdf",
    about: "a character for the reader's fonts",
    make: () => viewerFontPage("0 0 1 rg 100 300 200 100 re f"),
    expected: {
      words: ["Plain words", "\u{2000b}"],
      check: ({ pages, svgs }) => {
        expect(pages[0]!.kind).toBe("vector")
        expect(svgs[0]).toContain(">\u{2000b}</text>")
      },
    },
  },
  {
    name: "viewer-font-pattern.pdf",
    about: "a pattern, which is only right as a picture, beside a character for the reader's fonts",
    make: () => viewerFontPage("/Pattern cs /P scn 100 300 200 100 re f"),
    expected: {
      words: ["Plain words", "\u{2000b}"],
      warnings: ["第 1 页有文字缺少字体，预览中没有显示"],
      check: async (run) => {
        expect(run.pages[0]!.kind).toBe("raster")
        expect(await inkWithin(run, [290, 585, 350, 650])).toBe(0)
        expect(await inkWithin(run, [100, 300, 300, 400])).toBeGreaterThan(0.4)
      },
    },
  },
]

/** Chinese fonts of old systems, which are not embedded and whose strings are bytes of GBK or Big5. */
const byteFontSpecimens: readonly Specimen[] = [
  {
    name: "official.pdf",
    about: "a title font by a GBK name, WinAnsi encoding",
    make: () => byteFontPdf([{ font: TITLE_SONG, bytes: REPUBLIC }]),
    expected: {
      pages: 1,
      words: ["中华人民共和国"],
      absentWords: garbage,
      check: ({ pages, svgs }) => {
        expect(linesOf(pages[0]!.textLayer)).toEqual(["中华人民共和国"])
        // seven letters as outlines of a font of this machine, or as text for the reader's fonts
        expect(svgs[0]!.match(/<path|<text/g)!.length).toBeGreaterThanOrEqual(7)
        expect(pages[0]!.textLayer[0]![3]).toBeCloseTo(7 * 24, 0)
      },
    },
  },
  {
    name: "type1.pdf",
    about: "Type 1 fonts named 仿宋_GB2312, 楷体_GB2312 and 方正小标宋简体 in standard encoding",
    make: () =>
      byteFontPdf([
        { font: { ...FANGSONG, subtype: "Type1", encoding: "/StandardEncoding" }, bytes: "b7c2cbce" },
        { font: { name: "bfaccce5", suffix: "_GB2312", subtype: "Type1", encoding: "/StandardEncoding" }, bytes: "bfaccce5" },
        { font: { name: "b7bdd5fdd0a1b1eacbcebcf2cce5", subtype: "Type1" }, bytes: "b7bdd5fd" },
      ]),
    expected: { words: ["仿宋", "楷体", "方正"], absentWords: ["·Â", "¿¬"] },
  },
  {
    name: "subset.pdf",
    about: "a subset prefix before 宋体, and Latin letters between Chinese",
    make: () => byteFontPdf([{ font: { name: "cbcecce5", prefix: "ABCDEF+" }, bytes: `41422031${REPUBLIC}646566` }]),
    expected: { words: ["AB 1中华人民共和国def"] },
  },
  {
    name: "ming.pdf",
    about: "標楷體 and 新細明體 by names and strings in Big5",
    make: () =>
      byteFontPdf([
        { font: { name: "bcd0b7a2c5e9" }, bytes: "a4a4b5d8a5c1b0ea" },
        { font: { name: "b773b2d3a9fac5e9" }, bytes: "c163c5e9a4a4a4e5" },
      ]),
    expected: { words: ["中華民國", "繁體中文"] },
  },
  {
    name: "latin.pdf",
    about: "French and English in a font with a Chinese name stay Latin",
    make: () => byteFontPdf([{ font: TITLE_SONG, bytes: Buffer.from("Café, déjà vu and naïve words", "latin1").toString("hex") }]),
    expected: { words: ["Café, déjà vu and naïve words"] },
  },
  {
    name: "mapped.pdf",
    about: "a named font with its own table of characters keeps it",
    make: () => {
      const table = "/ToUnicode 11 0 R"
      const cmap = "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <d6> <0041> endbfchar"
      const pdf = byteFontPdf([
        { font: { ...TITLE_SONG, extra: table }, bytes: "d6d6" },
        { font: FANGSONG, bytes: REPUBLIC },
      ])
      const source = pdf.toString("latin1")
      // the table takes the number after the two fonts
      return Buffer.from(
        source.replace(
          /\nxref[\s\S]*$/,
          `\n11 0 obj\n<</Length ${cmap.length}>>stream\n${cmap}\nendstream\nendobj\ntrailer<</Root 1 0 R>>`,
        ),
        "latin1",
      )
    },
    expected: { words: ["AA", "中华人民共和国"] },
  },
  {
    name: "packed.pdf",
    about: "fonts within a compressed object stream, and one by an ASCII name",
    make: () =>
      withObjectStream(
        byteFontPdf([
          { font: TITLE_SONG, bytes: REPUBLIC },
          { font: { name: "", prefix: "KaiTi_GB2312" }, bytes: "bfaccce5" },
        ]),
      ),
    expected: { words: ["中华人民共和国", "楷体"], absentWords: garbage },
  },
  {
    name: "faces.pdf",
    about: "黑 is drawn without serifs, 宋 with them",
    make: () =>
      byteFontPdf([
        { font: { name: "badacce5" }, bytes: "d6d0" },
        { font: { name: "b7bdd5fdbadacce5" }, bytes: "d6d0" },
        { font: TITLE_SONG, bytes: "d6d0" },
      ]),
    expected: {
      words: ["中", "中", "中"],
      check: ({ svgs }) => {
        const outlines = new Set(svgs[0]!.match(/ d="[^"]{60,}"/g))
        if (!svgs[0]!.includes("<text")) expect(outlines.size).toBe(2)
      },
    },
  },
]

const excusePage = textPage("Please wait... If this message is not eventually replaced by the proper contents of the document")
const contract = { name: "合同.pdf", content: makePdf([textPage("Contract text"), textPage("Second page")]) }
const table = { name: "data.txt", content: Buffer.from("1,2") }

/** Files whose own page only says that another program is needed. */
const packageSpecimens: readonly Specimen[] = [
  {
    name: "dynamic.pdf",
    about: "a dynamic XFA form",
    make: () => xfaPdf({ page: excusePage, needsRendering: true }),
    expected: { refusal: "dynamic_form" },
  },
  {
    name: "unmarked.pdf",
    about: "a dynamic form of an old program, without its mark",
    make: () => xfaPdf({ page: excusePage }),
    expected: { refusal: "dynamic_form" },
  },
  {
    name: "static.pdf",
    about: "a static XFA form has pages of its own",
    make: () => xfaPdf({ page: textPage("Application for leave", "请假申请") }),
    expected: { pages: 1, words: ["Application for leave", "请假申请"], warnings: [] },
  },
  {
    name: "portfolio.pdf",
    about: "a portfolio shows its first PDF",
    make: () => attachmentPdf([table, contract], { portfolio: true }),
    expected: {
      pages: 2,
      words: ["Contract text", "Second page"],
      absentWords: ["best experience"],
      warnings: ["这是 PDF 文件包，显示的是其中的《合同.pdf》。包里的文件：data.txt、合同.pdf"],
    },
  },
  {
    name: "packed-portfolio.pdf",
    about: "a portfolio with a compressed catalog, a damaged file and one that names folders",
    make: () =>
      withObjectStream(
        attachmentPdf(
          [
            { name: "a.pdf", content: Buffer.from("not a PDF") },
            { ...contract, name: "../../etc/b.PDF" },
          ],
          { portfolio: true },
        ),
      ),
    expected: { pages: 2, words: ["Contract text"], warnings: ["这是 PDF 文件包，显示的是其中的《b.PDF》。包里的文件：a.pdf、b.PDF"] },
  },
  {
    name: "office-portfolio.pdf",
    about: "a portfolio whose first document is a Word file",
    make: () => attachmentPdf([{ name: "说明.docx", content: makeDocx(["项目说明"]) }, contract], { portfolio: true }),
    expected: {
      pages: 1,
      words: ["项目说明"],
      absentWords: ["best experience"],
      warnings: ["这是 PDF 文件包，显示的是其中的《说明.docx》。包里的文件：说明.docx、合同.pdf"],
    },
  },
  {
    name: "text-portfolio.pdf",
    about: "a portfolio without a document",
    make: () => attachmentPdf([table], { portfolio: true }),
    expected: { refusal: "portfolio" },
  },
  {
    name: "nested-portfolio.pdf",
    about: "a portfolio in a portfolio is not unpacked",
    make: () => attachmentPdf([{ name: "inner.pdf", content: attachmentPdf([contract], { portfolio: true }) }], { portfolio: true }),
    expected: { refusal: "portfolio" },
  },
  {
    name: "attached.pdf",
    about: "an ordinary document with attachments",
    make: () => attachmentPdf([table], { page: textPage("Report") }),
    expected: { pages: 1, words: ["Report"], warnings: ["附件不在预览中：data.txt"] },
  },
]

const loginPage = "<!DOCTYPE html><html><head><title>登录</title></head><body>请先登录</body></html>"
const junk = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n".padEnd(bytes, "x")), makePdf([textPage("Behind junk")])])

/** Answers of servers in place of a PDF, saved under its name. */
const answerSpecimens: readonly Specimen[] = [
  { name: "login.pdf", about: "a login page", make: () => Buffer.from(loginPage), expected: { refusal: "web_page" } },
  {
    name: "spaces.pdf",
    about: "a page behind a byte order mark, white space and a comment",
    make: () => Buffer.from(`\ufeff\r\n  <!-- cached -->\n${loginPage.toUpperCase()}`),
    expected: { refusal: "web_page" },
  },
  {
    name: "wide.pdf",
    about: "a page in UTF-16",
    make: () => Buffer.from(`\ufeff${loginPage}`, "utf16le"),
    expected: { refusal: "web_page" },
  },
  {
    name: "xhtml.pdf",
    about: "a page with an XML declaration",
    make: () => Buffer.from(`<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`),
    expected: { refusal: "web_page" },
  },
  {
    name: "denied.pdf",
    about: "the XML error of an object storage",
    make: () => Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code></Error>'),
    expected: { refusal: "data_answer" },
  },
  {
    name: "json.pdf",
    about: "the JSON error of an interface",
    make: () => Buffer.from('\n{"code":401}'),
    expected: { refusal: "data_answer" },
  },
  { name: "plain.pdf", about: "some other text", make: () => Buffer.from("hello"), expected: { refusal: "mismatch" } },
  { name: "junk.pdf", about: "a PDF behind a kilobyte of junk", make: () => junk(1000), expected: { pages: 1, words: ["Behind junk"] } },
]

/** PDF files whose text needs interpretation, and files that only claim to be a PDF. */
export const pdfTextSpecimens: readonly Specimen[] = [...byteFontSpecimens, ...viewerFontSpecimens, ...packageSpecimens, ...answerSpecimens]
