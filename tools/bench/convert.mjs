import { readdirSync, writeFileSync } from "node:fs"
import { extname, join, relative } from "node:path"
import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { signIn } from "./client.mjs"
import { makeCorpus } from "./corpus.mjs"
import { popplerPages } from "./poppler.mjs"
import { measureMixed } from "./mixed.mjs"
import { watchMemory } from "../../scripts/lib/processes.mjs"
import { uploadAndRead } from "./reading.mjs"
import { startMeasured } from "./server.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const sizeGoal = 0.7

/** `npm run bench convert`: measures through the API of the built server how long after its upload a document can be read. */
export async function measure(options) {
  const folder = temporaryFolder()
  say("正在准备测试文档…")
  const given = options.folders.flatMap(filesIn)
  if (options.folders.length > 0 && given.length === 0) throw new Failure("给的文件夹里没有文件。")
  const files = [...(await makeCorpus(folder)), ...given]
  const server = await startMeasured({ folder, server: options.server, env: { SAMPLES: "false" } })
  const client = await signIn(server)
  await warmUp(client, folder)
  const rows = []
  for (const file of files) rows.push(await measureFile(file, { client, server, folder }))
  await server.stop()
  print(rows)
  const promised = rows.filter((row) => row.goal)
  const met = promised.map(({ title, goal: seconds, first }) =>
    goal(
      `${title}：上传后 ${seconds} 秒内可以读第一页`,
      first !== null && first <= seconds,
      first === null ? "没有读到" : `${formatNumber(first, 2)} 秒`,
    ),
  )
  if (promised.length < 2) goal("10 页 PDF：上传后 1.5 秒内可以读第一页", null, "没有 LibreOffice，做不出这份 PDF")
  met.push(smallerThanPoppler(rows))
  const mixed = await measureMixed(folder, options)
  met.push(...mixed.met)
  return { met: rows.every(({ failed }) => !failed) && met.every(Boolean), rows, mixed: mixed.rows }
}

/** Compares the total size of all PDFs: a single small PDF says little. */
function smallerThanPoppler(rows) {
  const compared = rows.filter(({ poppler }) => poppler)
  const title = `PDF 的页面不超过 pdftocairo 所画的 ${sizeGoal * 100}%（gzip）`
  if (compared.length === 0) return goal(title, null, "没有 pdftocairo，或没有 PDF")
  const bytes = (perPage) => compared.reduce((sum, row) => sum + perPage(row) * row.poppler.pages, 0)
  const [ours, theirs] = [bytes((row) => row.beginningBytesPerPage), bytes((row) => row.poppler.bytesPerPage)]
  return goal(title, ours <= theirs * sizeGoal, `${formatNumber((ours / theirs) * 100)}%`)
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
    .map((path) => ({ title: relative(folder, path), path }))

/** Converts one document without timing it, because the first conversion also loads code and opens database connections. */
async function warmUp(client, folder) {
  const path = join(folder, "预热.txt")
  writeFileSync(path, "这份文档不计时。\n")
  await uploadAndRead(client, { path, title: "预热" })
}

/** Poppler runs after our conversion has ended. At the same time they would slow each other down. */
async function measureFile(file, { client, server, folder }) {
  say(`正在转换 ${file.title}`)
  const peakOf = watchMemory(server.pid)
  const result = await uploadAndRead(client, file).catch((error) => {
    if (!(error instanceof Failure)) throw error
    return { pages: 0, first: null, ten: null, all: null, bytes: 0, rasters: 0, failed: error.sentence }
  })
  const peak = peakOf()
  const poppler =
    result.pages > 0 && extname(file.path).toLowerCase() === ".pdf" ? await popplerPages(file.path, result.pages, folder) : null
  return {
    title: file.title,
    goal: file.goal,
    ...result,
    pagesPerSecond: result.all ? result.pages / result.all : null,
    peakRssMegabytes: megabytes(peak.all),
    peakChildrenMegabytes: megabytes(peak.children),
    poppler,
  }
}

const megabytes = (bytes) => (bytes === null ? null : bytes / 1e6)

/** Returns the total row for all documents that could be read. */
function totalOf(rows) {
  const read = rows.filter(({ failed }) => !failed)
  const sum = (field) => read.reduce((total, row) => total + (row[field] ?? 0), 0)
  const most = (field) => Math.max(...read.map((row) => row[field] ?? 0))
  const [pages, all] = [sum("pages"), sum("all")]
  return {
    title: "合计",
    pages,
    first: null,
    ten: null,
    all,
    bytes: sum("bytes"),
    rasters: sum("rasters"),
    pagesPerSecond: pages / all,
    peakRssMegabytes: most("peakRssMegabytes"),
    peakChildrenMegabytes: most("peakChildrenMegabytes"),
    poppler: null,
  }
}

function print(rows) {
  const heads = [
    "文档",
    "页数",
    "第一页 秒",
    "十页 秒",
    "全部 秒",
    "页/秒",
    "KB/页",
    "整页图片",
    "内存峰值 MB",
    "其中子进程",
    "pdftocairo 页/秒",
    "KB/页",
    "我们对它",
  ]
  const lines = [...rows, totalOf(rows)].map((row) => [
    `${row.failed ? "×" : " "} ${row.title}`,
    formatNumber(row.pages || null),
    formatNumber(row.first, 2),
    formatNumber(row.ten, 2),
    formatNumber(row.all, 2),
    formatNumber(row.pagesPerSecond, 1),
    formatNumber(row.pages ? row.bytes / row.pages / 1000 : null, 1),
    row.pages ? `${formatNumber((row.rasters / row.pages) * 100)}%` : "—",
    formatNumber(row.peakRssMegabytes),
    formatNumber(row.peakChildrenMegabytes),
    formatNumber(row.poppler?.pagesPerSecond, 1),
    formatNumber(row.poppler ? row.poppler.bytesPerPage / 1000 : null, 1),
    row.poppler ? `${formatNumber((row.beginningBytesPerPage / row.poppler.bytesPerPage) * 100)}%` : "—",
  ])
  console.log(`\n${table(heads, lines)}\n`)
  for (const { title, failed } of rows) if (failed) console.log(`${title}：${failed}`)
  console.log(
    "时间从上传得到确认时算起（先转换一份不计时的文档），包括建立文档、排队和把每一页取到手；KB/页 是 gzip 之后的大小；内存是服务和它的子进程（不含数据库）之和；我们对它：头二十页的大小之比。\n",
  )
}
