// 魔豆积分与会员规则.pdf: text/credits.md set as a Word document and exported by LibreOffice.
// Not printed by Chromium, which embeds the Noto CJK fonts as Type 3 fonts: these lose hinting, names and
// outlines for the page converter. LibreOffice embeds subsets of the original fonts.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { green, ink, pictures } from "./art.mjs"
import { docx } from "./docx-package.mjs"
import { bodyFrom, para, picture, run } from "./docx.mjs"
import { made } from "./package.mjs"
import { readText, tokens } from "./prose.mjs"

const fonts = { latin: "Noto Serif CJK SC", body: "Noto Serif CJK SC", head: "Noto Sans CJK SC", mono: "Noto Sans Mono CJK SC" }

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

/** Overwrites each match of the pattern's second group with a text of the same length. */
function overwrite(pdf, pattern, value) {
  for (const found of pdf.toString("latin1").matchAll(pattern)) {
    const room = found[2].length
    pdf.write(value.slice(0, room).padEnd(room, value.at(-1)), found.index + found[1].length, "latin1")
  }
}

export async function creditsPdf() {
  const { body, orderedLists } = bodyFrom(tokens(await readText("credits.md")), {})
  const source = docx({
    info: { title: "魔豆积分与会员规则", subject: "积分与会员的规则", keywords: "魔豆,积分,会员,VIP,下载,退款" },
    body: head() + body,
    orderedLists,
    fonts,
    images: { mark: await pictures.mark(), shelf: await pictures.shelf() },
  })
  const dir = mkdtempSync(join(tmpdir(), "samples-"))
  try {
    writeFileSync(join(dir, "credits.docx"), source)
    const options = JSON.stringify({
      ExportBookmarks: { type: "boolean", value: "true" },
      UseTaggedPDF: { type: "boolean", value: "true" },
    })
    execFileSync(
      process.env.SOFFICE_PATH ?? "/usr/bin/soffice",
      [
        `-env:UserInstallation=file://${dir}/profile`,
        "--headless",
        "--norestore",
        "--convert-to",
        `pdf:writer_pdf_Export:${options}`,
        "--outdir",
        dir,
        join(dir, "credits.docx"),
      ],
      { stdio: "ignore", timeout: 120_000 },
    )
    const pdf = readFileSync(join(dir, "credits.pdf"))
    overwrite(pdf, /(\/(?:CreationDate|ModDate)\(D:)(\d{14})/g, made.iso.replace(/\D/g, ""))
    overwrite(pdf, /(\/ID \[ <)([0-9A-F]+)/g, "0")
    overwrite(pdf, /(\/ID \[ <[0-9A-F]+>\s*<)([0-9A-F]+)/g, "0")
    overwrite(pdf, /(\/DocChecksum \/)([0-9A-F]+)/g, "0")
    return pdf
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
