import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { temporaryFolder, tidyOnSignal, tidyUp } from "../bench/cleanup.mjs"
import { findProgram, runOutside } from "../bench/programs.mjs"
import { goal, formatNumber, table } from "../bench/table.mjs"
import { fail, Failure, messageOf, sentenceOf } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { badShare, WIDTH } from "./blocks.mjs"
import { openBrowser } from "./browser.mjs"
import { openConverter, pagesOf } from "./converter.mjs"
import { documentsIn } from "./documents.mjs"
import { knownPages } from "./known-pages.mjs"
import { usage } from "./usage.mjs"

const meanGoal = 0.0002
const pageGoal = 0.01
const keptFrom = 0.001

/** Compares our pages with poppler's for the same PDFs and prints how closely they match. Exits with 1 if a goal is missed. */
export async function fidelity(args) {
  try {
    const options = readOptions(args)
    tidyOnSignal()
    const met = await compare(options)
    await tidyUp()
    process.exit(met ? 0 : 1)
  } catch (error) {
    await tidyUp()
    fail(new Failure(sentenceOf(error).replace(/^启动失败/, "比较失败"), { cause: error }))
  }
}

function readOptions(args) {
  let parsed
  try {
    const options = /** @type {const} */ ({
      pages: { type: "string", default: "30" },
      keep: { type: "string" },
      json: { type: "string" },
    })
    parsed = parseArgs({ args, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new Failure("看不懂选项，npm run fidelity -- --help 会列出所有选项。", { cause: error })
  }
  const { values, positionals } = parsed
  if (positionals.length === 0) throw new Failure(usage)
  for (const folder of positionals)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`没有这个文件夹：${folder}`)
  const pages = Number(values.pages)
  if (!Number.isInteger(pages) || pages < 1) throw new Failure("--pages 应为正整数。")
  return { folders: positionals.map((folder) => resolve(folder)), pages, keep: values.keep && resolve(values.keep), json: values.json }
}

async function compare(options) {
  const program = findProgram("pdftoppm")
  if (!program) throw new Failure("没有找到 pdftoppm（Debian 的 poppler-utils）。")
  const temporary = temporaryFolder()
  const documents = await documentsIn(options.folders, temporary)
  if (documents.length === 0) throw new Failure("给的文件夹里没有可以比较的文档。")
  const [converter, browser] = await Promise.all([openConverter(), openBrowser()])
  const rows = []
  for (const document of documents) {
    say(`正在比较 ${document.title}`)
    try {
      for await (const page of pagesOf(converter, document.path, options.pages, temporary))
        rows.push(await comparePage(document, page, { program, browser, temporary, keep: options.keep }))
    } catch (error) {
      say(`${document.title}：${messageOf(error)}`)
    }
  }
  await converter.close()
  await browser.close()
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`)
  return report(rows)
}

async function comparePage(document, { page, width, height, kind, bytes, svg }, { program, browser, temporary, keep }) {
  const ours = await browser.draw(svg, height / width)
  const prefix = join(temporary, "page")
  // Scales by resolution: with a fixed width, poppler renders rotated pages incorrectly.
  const resolution = String((WIDTH / width) * 72)
  const { output } = await runOutside(program, [
    "-png",
    "-cropbox",
    "-singlefile",
    "-r",
    resolution,
    "-f",
    String(page),
    "-l",
    String(page),
    document.path,
    prefix,
  ])
  const picture = readFileSync(`${prefix}.png`)
  rmSync(`${prefix}.png`)
  const bad = await badShare(ours.png, picture, ours.height)
  const name = `${document.title}#${page}`
  if (keep && bad > keptFrom) {
    mkdirSync(keep, { recursive: true })
    const basePath = join(keep, name.replaceAll("/", "_"))
    writeFileSync(`${basePath}.ours.png`, ours.png)
    writeFileSync(`${basePath}.theirs.png`, picture)
    writeFileSync(`${basePath}.svg`, svg)
  }
  // Skips the comparison: without poppler-data, poppler omits text in Chinese fonts that are not embedded.
  const blind = output.includes("Missing language pack")
  return { document: document.title, name, page, kind, bytes, bad: blind ? null : bad, fault: ours.fault }
}

const percent = (share) => (share === null ? "—" : `${formatNumber(share * 100, 3)}%`)

function report(rows) {
  if (!rows.some(({ bad }) => bad !== null)) throw new Failure("没有一页可以比较。")
  console.log(
    `\n${table(
      ["页面", "种类", "KB", "不同的块"],
      rows.map(({ name, kind, bytes, bad }) => [name, kind, formatNumber(bytes / 1000, 1), percent(bad)]),
    )}\n`,
  )
  const judged = rows.filter(({ bad }) => bad !== null)
  for (const { name, bad } of rows) if (bad === null) console.log(`没有比较：${name}（pdftoppm 缺少 poppler-data，画不出未嵌入的中文字体）`)
  const mean = judged.reduce((sum, { bad }) => sum + bad, 0) / judged.length
  const above = judged.filter(({ bad }) => bad > pageGoal)
  for (const { name, bad } of above)
    console.log(`超过 1%：${name} ${percent(bad)}${knownPages[name] ? `（已知：${knownPages[name]}）` : ""}`)
  for (const { name, fault } of rows) if (fault) console.log(`页面有错：${name} ${fault.slice(0, 200)}`)
  const rasters = rows.filter(({ kind }) => kind !== "vector").length
  console.log(
    `${rows.length} 页，${rasters} 页是整页图片，平均 ${formatNumber(rows.reduce((sum, { bytes }) => sum + bytes, 0) / rows.length / 1000, 1)} KB（gzip）`,
  )
  const unknown = above.filter(({ name }) => !(name in knownPages))
  const faults = rows.filter(({ fault }) => fault).length
  const met = [
    goal("不同的块平均不超过 0.02%", mean <= meanGoal, percent(mean)),
    goal("没有一页超过 1%，已知的除外", unknown.length === 0, `${unknown.length} 页`),
    goal("每一页都能被浏览器解析，只有我们自己的元素，不引用外部", faults === 0, `${faults} 页`),
  ]
  return met.every(Boolean)
}
