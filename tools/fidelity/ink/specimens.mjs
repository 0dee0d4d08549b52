import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findProgram, runOutside } from "../../bench/programs.mjs"
import { Failure } from "../../../scripts/lib/failure.mjs"

const prose =
  "在三棱锥中，进一步说明作为一个整体的结构：第一步，先由已知条件写出两个平面的法向量；第二步，再求二面角的余弦值。正方体、长方体和圆柱的体积公式一一列出，三者之间的关系不言而喻。下面的例子来自教材，题目中的量都取正值，单位一律为米。"
const latin =
  "The reader opens a book and finds that thin strokes are as clear as thick ones, whether printed in Times or in a sans serif face. "
const formula = `<math display="block"><mi>f</mi><mo>(</mo><mi>x</mi><mo>)</mo><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac><mo>+</mo><munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>k</mi></msub><mo>≤</mo><mi>t</mi></math>`
/** In millimetres. @typedef {[number, number]} Size @type {Size} */
const a4 = [210, 297]
/** @type {Size} */
const a3 = [420, 297]
/** @type {Size} */
const slide = [254, 143]

/** Other pages have other characters: their text begins elsewhere. */
const turned = (text, page) => text.slice((page * 17) % text.length) + text.slice(0, (page * 17) % text.length)
const paragraphs = (count, page, text = prose) => Array.from({ length: count }, () => turned(text, page))
const questions = (page) =>
  Array.from({ length: 18 }, (_, at) => [
    `${at + 1}．${turned(prose, page * 7 + at).slice(0, 60)}（　　）`,
    "A．一个三角形　B．二面角的正弦　C．三棱柱　D．正十二面体",
  ]).flat()

/**
 * @typedef {{ title: string, pages: number, size: [number, number], letters: number, text: (page: number) => string[], face?: string,
 *   columns?: number, style?: string, background?: string }} Kind
 */
/** Kinds of pages, 54 pages in all; the formulas make 60. Sizes of letters in points. @type {Kind[]} */
const kinds = [
  { title: "正文 10.5 磅", pages: 14, size: a4, letters: 10.5, text: (page) => paragraphs(8, page) },
  { title: "正文 9 磅", pages: 4, size: a4, letters: 9, text: (page) => paragraphs(10, page) },
  {
    title: "加粗",
    pages: 4,
    size: a4,
    letters: 10.5,
    style: 'fo:font-weight="bold" style:font-weight-asian="bold"',
    text: (page) => paragraphs(8, page),
  },
  { title: "黑体", pages: 4, size: a4, letters: 10.5, face: "Noto Sans CJK SC", text: (page) => paragraphs(8, page) },
  { title: "A3 试卷", pages: 10, size: a3, letters: 10.5, columns: 2, text: questions },
  { title: "西文", pages: 4, size: a4, letters: 10.5, text: (page) => paragraphs(8, page, latin.repeat(4)) },
  { title: "彩色的字", pages: 4, size: a4, letters: 10.5, style: 'fo:color="#b3261e"', text: (page) => paragraphs(8, page) },
  {
    title: "白字黑底",
    pages: 4,
    size: slide,
    letters: 18,
    style: 'fo:color="#ffffff"',
    background: "#000000",
    text: (page) => paragraphs(2, page),
  },
  { title: "幻灯片", pages: 6, size: slide, letters: 20, text: (page) => paragraphs(2, page) },
]

const spaces = ["office", "style", "text", "fo"]
  .map((name) => {
    const uri = name === "fo" ? "xsl-fo-compatible" : name
    return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`
  })
  .join(" ")

/** Returns a kind as a flat OpenDocument text. @param {Kind} kind @param {string} otherFace */
function flatText({ pages, size: [width, height], letters, face, style = "", columns = 1, background = "", text }, otherFace) {
  const cjk = face ?? otherFace
  const font = `fo:font-size="${letters}pt" style:font-size-asian="${letters}pt" fo:font-family="'Liberation Serif'" style:font-family-asian="'${cjk}'"`
  const paper = `fo:page-width="${width}mm" fo:page-height="${height}mm" fo:margin="18mm"${background ? ` fo:background-color="${background}" draw:fill="solid"` : ""}`
  const body = Array.from({ length: pages }, (_, page) =>
    text(page)
      .map((line, at) => `<text:p text:style-name="${at === 0 && page > 0 ? "First" : "Body"}">${line}</text:p>`)
      .join(""),
  ).join("")
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles><style:style style:name="Body" style:family="paragraph"><style:paragraph-properties fo:line-height="150%" fo:text-align="justify"/><style:text-properties ${font} ${style} fo:language="en" style:language-asian="zh" style:country-asian="CN"/></style:style>
<style:style style:name="First" style:family="paragraph" style:parent-style-name="Body"><style:paragraph-properties fo:break-before="page"/></style:style></office:styles>
<office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties ${paper}><style:columns fo:column-count="${columns}" fo:column-gap="20mm"/></style:page-layout-properties></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P"/></office:master-styles>
<office:body><office:text>${body}</office:text></office:body></office:document>`
}

/**
 * Prints the specimens and returns their PDFs: text by LibreOffice, whose fonts stay fonts, and formulas by the browser. `face`: the face of
 * Chinese text.
 */
export async function specimens(browser, temporary, face) {
  const soffice = process.env.SOFFICE_PATH || findProgram("soffice")
  if (!soffice) throw new Failure("没有找到 soffice（LibreOffice）。")
  const files = kinds.map((kind, at) => {
    const path = join(temporary, `ink${at}.fodt`)
    writeFileSync(path, flatText(kind, face))
    return path
  })
  const profile = `-env:UserInstallation=file://${join(temporary, "profile")}`
  await runOutside(soffice, [profile, "--headless", "--norestore", "--convert-to", "pdf", "--outdir", temporary, ...files])
  const formulas = join(temporary, "formulas.pdf")
  writeFileSync(formulas, await printFormulas(browser))
  return [
    ...kinds.map(({ title }, at) => ({ title, path: files[at]?.replace(/fodt$/, "pdf") ?? "" })),
    { title: "公式", path: formulas },
  ].filter(({ path }) => readFileSync(path).length > 0)
}

async function printFormulas(browser) {
  const page = await browser.newPage()
  const sheets = Array.from({ length: 6 }, (_, at) => `<section>${`<p>${turned(latin, at)}</p>${formula}`.repeat(8)}</section>`).join("")
  await page.setContent(
    `<!doctype html><meta charset="utf-8"><style>@page{size:A4;margin:20mm}body{font:10.5pt/1.6 'Liberation Serif',serif}section{break-after:page}section:last-child{break-after:auto}</style>${sheets}`,
  )
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.close()
  return pdf
}
