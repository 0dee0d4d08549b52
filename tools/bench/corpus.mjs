// Generates the documents to convert: pages of Chinese text that are the same in every run.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Failure } from "../../scripts/lib/failure.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { officeFonts, wordFile } from "../lib/word-file.mjs"
import { findProgram, runOutside } from "./programs.mjs"

/** Fonts of the PDFs. The PDFs embed subsets of them, as most uploaded PDFs do. */
const pdfFonts = { latin: "Noto Serif CJK SC", chinese: "Noto Serif CJK SC" }
const paragraphLength = 190
const paragraphsPerPage = 5

/** Returns the sentences of the sample articles, without markup. @returns {string[]} */
function sentences() {
  const articles = JSON.parse(readFileSync(inProject("server/modules/site/samples/content/articles.json"), "utf8"))
  const plain = articles.map(({ content }) => content.replace(/<[^>]+>/g, "\n")).join("\n")
  return plain.split("\n").flatMap((line) => (line.length > 25 ? (line.match(/[^。！？]+[。！？]?/g) ?? []) : []))
}

/** Returns a document with exactly `pages` pages. Each page fits a heading and five paragraphs. */
function pagesFile(pages, fonts, subject = "转换速度测试") {
  const all = sentences()
  let next = 0
  const paragraph = () => {
    let text = ""
    // a step of 7 has no common factor with most lengths, so sentences repeat but whole pages do not
    while (text.length < paragraphLength) text += all[(next += 7) % all.length]
    return text.slice(0, paragraphLength * 1.3)
  }
  const sections = Array.from({ length: pages }, (_, index) => ({
    heading: `第 ${index + 1} 页`,
    paragraphs: Array.from({ length: paragraphsPerPage }, paragraph),
    newPage: index > 0,
  }))
  return wordFile({ title: `${pages} 页测试文档`, subject, fonts, sections })
}

async function makePdfs(folder, sizes) {
  const soffice = process.env.SOFFICE_PATH || findProgram("soffice")
  if (!soffice) return void say("没有找到 LibreOffice，做不出测试用的 PDF，也不会转换 Word、PPT、Excel。")
  const sources = []
  for (const pages of sizes) {
    sources.push(join(folder, "sources", `${pages}页.docx`))
    writeFileSync(sources.at(-1), await pagesFile(pages, pdfFonts))
  }
  const profile = `-env:UserInstallation=file://${join(folder, "sources", "profile")}`
  const { code, output } = await runOutside(soffice, [
    profile,
    "--headless",
    "--norestore",
    "--convert-to",
    "pdf",
    "--outdir",
    folder,
    ...sources,
  ])
  if (code !== 0) throw new Failure(`LibreOffice 没能做出测试用的 PDF：${output.split("\n").at(-1)}`)
  return sizes.map((pages) => ({ title: `${pages} 页 PDF`, path: join(folder, `${pages}页.pdf`) }))
}

/**
 * Writes the documents of the mixed run into the folder: one large PDF, twice, and small ones. Each has different contents, because equal
 * contents are rendered only once. Returns null without LibreOffice.
 */
export async function makeMixedCorpus(folder, { pages, pdfs, words }) {
  mkdirSync(join(folder, "sources"), { recursive: true })
  const made = await makePdfs(folder, [10, pages])
  if (!made) return null
  const [small, large] = made.map(({ path }) => path)
  // content after the end of a PDF is ignored
  const copy = (path, name) => {
    const to = join(folder, `${name}.pdf`)
    writeFileSync(to, Buffer.concat([readFileSync(path), Buffer.from(`\n% ${name}\n`)]))
    return { title: name, path: to }
  }
  const many = (count, make) => Promise.all(Array.from({ length: count }, (_, n) => make(n + 1)))
  const word = async (n) => {
    const path = join(folder, `小文档${n}.docx`)
    writeFileSync(path, await pagesFile(10, officeFonts, `第 ${n} 份`))
    return { title: `小文档 ${n}`, path }
  }
  return {
    alone: copy(large, "独自转换"),
    large: copy(large, "和别人一起转换"),
    pdfs: await many(pdfs, (n) => copy(small, `小 PDF ${n}`)),
    words: await many(words, word),
  }
}

/** Writes the documents into the folder. Returns each with its title and, where a time is promised, `goal` in seconds to the first page. */
export async function makeCorpus(folder) {
  mkdirSync(join(folder, "sources"), { recursive: true })
  const [small, large] = (await makePdfs(folder, [10, 100])) ?? []
  const word = join(folder, "10页Word.docx")
  writeFileSync(word, await pagesFile(10, officeFonts))
  const sample = (name, title) => ({ title, path: inProject(`server/modules/site/samples/content/files/${name}`) })
  return [
    small && { ...small, goal: 1.5 },
    { title: "10 页 docx", path: word, goal: 3 },
    large,
    sample("weekly.pptx", "示例 pptx"),
    sample("checklist.xlsx", "示例 xlsx"),
    sample("markdown.md", "示例 md"),
    sample("poems.epub", "示例 epub"),
  ].filter(Boolean)
}
