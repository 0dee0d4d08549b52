// 魔豆积分与会员规则.pdf: text/credits.md set as a Word document and exported by LibreOffice.
import { green, ink, pictures } from "./art.mjs"
import { docx } from "./docx-package.mjs"
import { bodyFrom, para, picture, run } from "./docx.mjs"
import { pdfFonts, pdfOf } from "./pdf.mjs"
import { readText, tokens } from "./prose.mjs"

const rule = `<w:pBdr><w:bottom w:val="single" w:sz="12" w:space="8" w:color="${green.deep.slice(1)}"/></w:pBdr>`
const head = () =>
  para("Normal", picture("mark", 12, 12, "豆架的标志") + picture("shelf", 72, 21.75, "书架上的文档和一株豆苗", [88, 23.5])) +
  para("Title", run("魔豆积分与会员规则", { size: 25 }), '<w:spacing w:before="240" w:after="60"/>') +
  para(
    "Subtitle",
    run("怎样得到，用在哪里，会员怎样计算", { size: 10, color: ink.third }),
    '<w:spacing w:line="320" w:lineRule="exact"/>',
  ) +
  para(
    "Subtitle",
    run("版本 1.0　　2026 年 11 月", { size: 10, color: ink.third }),
    `${rule}<w:spacing w:line="320" w:lineRule="exact" w:after="240"/>`,
  )

export async function creditsPdf() {
  const { body, orderedLists } = bodyFrom(tokens(await readText("credits.md")), {})
  const source = docx({
    info: { title: "魔豆积分与会员规则", subject: "积分与会员的规则", keywords: "魔豆,积分,会员,VIP,下载,退款" },
    body: head() + body,
    orderedLists,
    fonts: pdfFonts,
    images: { mark: await pictures.mark(), shelf: await pictures.shelf() },
  })
  return pdfOf(source)
}
