import { formatNumber, goal, table } from "../bench/table.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { knownPages } from "./known-pages.mjs"

const meanGoal = 0.0002
const pageGoal = 0.01

const percent = (share) => (share === null ? "—" : `${formatNumber(share * 100, 3)}%`)
const meanOf = (rows) => rows.reduce((sum, { bad }) => sum + bad, 0) / rows.length

/** Prints the pages above 1 % and returns those that are not known. `shareOf` is the difference from one of the references. */
function pagesAbove(rows, reference, shareOf) {
  const above = rows.filter((row) => (shareOf(row) ?? 0) > pageGoal)
  for (const row of above)
    console.log(
      `与 ${reference} 不同的块超过 1%：${row.name} ${percent(shareOf(row))}${knownPages[row.name] ? `（已知：${knownPages[row.name]}）` : ""}`,
    )
  return above.filter(({ name }) => !(name in knownPages))
}

function printPages(rows) {
  const lines = rows.map(({ name, kind, bytes, bad, badOfPdfium, lost }) => [
    name,
    kind,
    formatNumber(bytes / 1000, 1),
    percent(bad),
    percent(badOfPdfium),
    lost ?? "—",
  ])
  console.log(`\n${table(["页面", "种类", "KB", "与 pdftoppm", "与 PDFium", "缺或多的墨"], lines)}\n`)
  for (const { name, bad } of rows) if (bad === null) console.log(`没有比较：${name}（pdftoppm 缺少 poppler-data，画不出未嵌入的中文字体）`)
  for (const { name, badOfPdfium } of rows) if (badOfPdfium === null) console.log(`没有和 PDFium 比较：${name}（文件自己的页不显示）`)
  for (const { name, fault } of rows) if (fault) console.log(`页面有错：${name} ${fault.slice(0, 200)}`)
  const rasters = rows.filter(({ kind }) => kind !== "vector").length
  const kilobytes = rows.reduce((sum, { bytes }) => sum + bytes, 0) / rows.length / 1000
  console.log(`${rows.length} 页，${rasters} 页是整页图片，平均 ${formatNumber(kilobytes, 1)} KB（gzip）`)
}

/**
 * Prints the difference of each page from both references and the goals, and returns whether all are met. Specimens have features that
 * pdftoppm draws in its own way or not at all: PDFium is their judge, and none of their ink may be missing. `failures`: the specimens that could
 * not be made or converted; null for other documents.
 */
export function report(rows, failures) {
  const judged = rows.filter(({ bad }) => bad !== null)
  const compared = rows.filter(({ badOfPdfium }) => badOfPdfium !== null)
  if (judged.length === 0 || compared.length === 0) throw new Failure("没有一页可以比较。")
  printPages(rows)
  const unlikePoppler = pagesAbove(rows, "pdftoppm", ({ bad }) => bad)
  const unlikePdfium = pagesAbove(rows, "PDFium", ({ badOfPdfium }) => badOfPdfium)
  const faults = rows.filter(({ fault }) => fault).length
  const met = [goal("每一页都能被浏览器解析，只有我们自己的元素，不引用外部", faults === 0, `${faults} 页`)]
  met.push(goal("没有一页和 PDFium 相差超过 1%，已知的除外", unlikePdfium.length === 0, `${unlikePdfium.length} 页`))
  if (failures) {
    met.push(goal("每个样本都做得出来，转换得了", failures.length === 0, failures.join("、") || "没有失败的"))
    const inked = compared.filter(({ lost, name }) => lost > 0 && !(name in knownPages))
    for (const { name, lost } of inked) console.log(`缺墨或多墨：${name} ${lost} 块`)
    met.push(goal("没有一页比 PDFium 少墨或多墨，已知的除外", inked.length === 0, `${inked.length} 页`))
  } else {
    met.push(goal("和 pdftoppm 不同的块平均不超过 0.02%", meanOf(judged) <= meanGoal, percent(meanOf(judged))))
    met.push(goal("没有一页和 pdftoppm 相差超过 1%，已知的除外", unlikePoppler.length === 0, `${unlikePoppler.length} 页`))
  }
  return met.every(Boolean)
}
