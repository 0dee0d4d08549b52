import { readFile } from "node:fs/promises"
import { readTraits } from "../../converter/pdf/file-traits"
import { closePage, OpenedDocument, openPage } from "../../converter/pdf/page-loading"
import { readRuns } from "../../converter/pdf/page-runs"
import { loadPdfium, type Pdfium } from "../../converter/pdf/pdfium-module"
import { markedPages } from "../analyse"
import type { LineKind } from "../lines"
import type { StoredRun } from "../structure.port"
import { generatedPages, type LabelledPage } from "./generated-pages.fixture"

const labelOf: Record<LineKind, string> = {
  heading: "h",
  paragraph: "p",
  item: "i",
  cell: "t",
  code: "k",
  caption: "c",
  note: "n",
  contents: "o",
  furniture: "f",
}
const names = Object.fromEntries(Object.entries(labelOf).map(([name, label]) => [label, name]))
/** For these kinds it does not matter which line begins a block: a head is on its own, and table cells are distinguished by position. */
const alone = new Set(["f", "t"])

/** `kinds`: lines with the right kind; `right`: lines that also begin or continue a block correctly; `confused`: label > kind → count. */
export type Accuracy = { pages: number; lines: number; kinds: number; right: number; confused: Map<string, number> }

/** Counts the lines whose detected kind matches their label. A line counts once, by its first run. */
export const accuracyOf = (pages: readonly LabelledPage[]): Accuracy => {
  const score: Accuracy = { pages: pages.length, lines: 0, kinds: 0, right: 0, confused: new Map() }
  for (const document of new Set(pages.map((page) => page.document))) {
    const documentPages = pages.filter((page) => page.document === document)
    const marked = markedPages({ pages: documentPages.map((page) => ({ ...page, links: [] })), outline: [] })
    marked.forEach(({ lines }, at) => {
      for (const line of lines) {
        const label = documentPages[at]!.labels[line.parts[0]!.runs[0]!]!
        if (label === "-") continue
        const [targetKind, got] = [label.toLowerCase(), labelOf[line.kind]]
        score.lines += 1
        if (targetKind === got) score.kinds += 1
        if (targetKind === got && (alone.has(got) || (label !== targetKind) === line.begins)) score.right += 1
        const key = `${names[targetKind]} > ${names[got]}`
        score.confused.set(key, (score.confused.get(key) ?? 0) + 1)
      }
    })
  }
  return score
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`

/** Formats the score with its confusion table: rows are labels, columns are detected kinds. */
export const accuracyText = (title: string, { pages, lines, kinds, right, confused }: Accuracy): string => {
  const all = Object.values(names)
  const rows = all.map((label) => [label, ...all.map((kind) => String(confused.get(`${label} > ${kind}`) ?? 0))])
  const table = [["", ...all], ...rows].map((row) => row.map((cell) => cell.padStart(10)).join(" "))
  return [`${title}: ${pages} pages, ${lines} lines, kind ${percent(kinds, lines)}, block ${percent(right, lines)}`, ...table].join("\n")
}

/** Reads the text layers of a PDF without rendering its pages. */
const runsOf = (pdfium: Pdfium, pdf: Buffer): StoredRun[][] => {
  const { api, memory } = pdfium
  const buffer = memory.alloc(pdf.length)
  memory.write(buffer, pdf)
  const document = api.FPDF_LoadMemDocument(buffer, pdf.length, "")
  const opened = new OpenedDocument(pdfium, document, readTraits(pdfium, document, { buffer, length: pdf.length }))
  const runs = Array.from({ length: api.FPDF_GetPageCount(document) }, (_, index) => {
    const loaded = openPage(pdfium, document, index, opened)
    const pageRuns = readRuns(loaded)
    closePage(loaded)
    return pageRuns
  })
  opened.close()
  api.FPDF_CloseDocument(document)
  memory.free(buffer)
  return runs
}

const scored = (title: string, pages: readonly LabelledPage[]) => {
  const score = accuracyOf(pages)
  return { score, text: accuracyText(title, score) }
}

/** Returns the scores of both sets. `file`: hand-labelled pages, one per line. */
export const measured = (file: string) => ({
  labelled: async (title: string) =>
    scored(
      title,
      (await readFile(file, "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as LabelledPage),
    ),
  generated: async (title: string) => {
    const pdfium = await loadPdfium()
    return scored(
      title,
      generatedPages(20, (pdf) => runsOf(pdfium, pdf)),
    )
  },
})
