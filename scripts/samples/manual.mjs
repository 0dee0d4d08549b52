// 豆架使用手册.docx: cover, contents, nine chapters out of text/manual.md.
import { ink, pictures } from "./art.mjs"
import { docx, field } from "./docx-package.mjs"
import { bodyFrom, officeFonts, para, picture, run } from "./docx.mjs"
import { readText, tokens } from "./prose.mjs"

// Page numbers of the chapters, as Word would compute them for the table of contents. Check them after changing the text.
const chapterPages = [3, 3, 4, 5, 6, 7, 8, 8, 9]

function contents(headings) {
  const tab = "<w:r><w:tab/></w:r>"
  const begin =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-1" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
  const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
  return (
    para("TOCHeading", run("目录")) +
    headings
      .map(({ text, bookmark }, i) => {
        const page = field(`PAGEREF ${bookmark} \\h`, run(String(chapterPages[i])))
        const link = `<w:hyperlink w:anchor="${bookmark}" w:history="1">${run(String(i + 1))}${tab}${run(text)}${tab}${page}</w:hyperlink>`
        return para("TOC1", (i === 0 ? begin : "") + link + (i === headings.length - 1 ? end : ""))
      })
      .join("")
  )
}

const before = (points) => `<w:spacing w:before="${points * 20}" w:after="0" w:line="240" w:lineRule="auto"/>`
const pageBreak = '<w:p><w:pPr><w:pStyle w:val="TableAfter"/></w:pPr><w:r><w:br w:type="page"/></w:r></w:p>'
const small = { color: ink.third, size: 10 }

const cover = () =>
  para("Normal", picture("mark", 18, 18, "豆架的标志"), before(60)) +
  para("Title", run("豆架使用手册"), '<w:spacing w:before="640" w:after="160"/>') +
  para("Subtitle", run("给读者和上传者：怎样找到、读懂、带走一份文档，")) +
  para("Subtitle", run("又怎样把自己的资料放上书架。")) +
  para("Normal", picture("shelf", 160, 48.3, "书架上的文档和一株豆苗"), before(150)) +
  para("Normal", run("版本 1.0　　2026 年 11 月", small), before(70)) +
  para("Normal", run("可以自由复制、修改和分享，许可协议：Apache-2.0", small), before(4))

const reading = [
  para("TOCHeading", run("怎样读这本手册"), '<w:spacing w:before="700" w:after="200"/>'),
  ...[
    "只想找资料，读第 2、3、4 章，十分钟就够。",
    "准备上传，读第 5、6 章，第一份文档多半能一次通过。",
    "已经在用，遇到问题时翻第 9 章的常见问题。",
  ].map((line) => para("ListParagraph", run(line), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')),
].join("")

export async function manualDocx() {
  const { body, headings, orderedLists } = bodyFrom(tokens(await readText("manual.md")), {
    anatomy: { rel: "anatomy", width: 150, height: 83.2 },
    journey: { rel: "journey", width: 156, height: 39.9 },
  })
  return docx({
    info: { title: "豆架使用手册", subject: "文库网站的读者与上传者手册", keywords: "豆架,使用手册,文库,上传,下载" },
    body: cover() + pageBreak + contents(headings) + reading + pageBreak + body,
    orderedLists,
    images: {
      mark: await pictures.mark(),
      shelf: await pictures.shelf(),
      anatomy: await pictures.anatomy(),
      journey: await pictures.journey(),
    },
    fonts: officeFonts,
  })
}
