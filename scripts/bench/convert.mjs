import { readdirSync } from "node:fs"
import { extname, join, relative } from "node:path"
import { Failure } from "../lib/failure.mjs"
import { say } from "../lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { signIn } from "./client.mjs"
import { makeCorpus } from "./corpus.mjs"
import { popplerPages } from "./poppler.mjs"
import { watchMemory } from "./processes.mjs"
import { uploadAndRead } from "./reading.mjs"
import { startServer } from "./server.mjs"
import { goal, shown, table } from "./table.mjs"

/** `npm run bench convert`: how long after its upload a document can be read, through the real API of the built server. */
export async function measure(options) {
  const folder = temporaryFolder()
  say(options.folders.length > 0 ? "正在启动服务…" : "正在准备测试文档…")
  const files = options.folders.length > 0 ? options.folders.flatMap(filesIn) : await makeCorpus(folder)
  if (files.length === 0) throw new Failure("给的文件夹里没有文件。")
  const server = await startServer({ folder, server: options.server, env: { SAMPLES: "false" } })
  const client = await signIn(server)
  const rows = []
  for (const file of files) rows.push(await measureFile(file, { client, server, folder }))
  await server.stop()
  print(rows)
  const promised = rows.filter((row) => row.goal)
  const held = promised.map(({ title, goal: seconds, first }) => goal(`${title}：上传后 ${seconds} 秒内可以读第一页`, first !== null && first <= seconds, first === null ? "没有读到" : `${shown(first, 2)} 秒`))
  if (options.folders.length === 0 && promised.length < 2) goal("10 页 PDF：上传后 2 秒内可以读第一页", null, "没有 LibreOffice，做不出这份 PDF")
  return { held: rows.every(({ failed }) => !failed) && held.every(Boolean), rows }
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
    .map((path) => ({ title: relative(folder, path), path }))

/** Poppler comes after ours has ended: side by side they would slow each other down. */
async function measureFile(file, { client, server, folder }) {
  say(`正在转换 ${file.title}`)
  const peakOf = watchMemory(server.pid)
  const result = await uploadAndRead(client, file).catch((error) => {
    if (!(error instanceof Failure)) throw error
    return { pages: 0, first: null, ten: null, all: null, bytes: 0, rasters: 0, failed: error.sentence }
  })
  const peak = peakOf()
  const poppler = result.pages > 0 && extname(file.path).toLowerCase() === ".pdf" ? await popplerPages(file.path, result.pages, folder) : null
  return { title: file.title, goal: file.goal, ...result, pagesPerSecond: result.all ? result.pages / result.all : null, peakRssMegabytes: peak === null ? null : peak / 1e6, poppler }
}

function print(rows) {
  const heads = ["文档", "页数", "第一页 秒", "十页 秒", "全部 秒", "页/秒", "KB/页", "整页图片", "内存峰值 MB", "pdftocairo 页/秒", "KB/页"]
  const lines = rows.map((row) => [
    `${row.failed ? "×" : " "} ${row.title}`,
    shown(row.pages || null),
    shown(row.first, 2),
    shown(row.ten, 2),
    shown(row.all, 2),
    shown(row.pagesPerSecond, 1),
    shown(row.pages ? row.bytes / row.pages / 1000 : null, 1),
    row.pages ? `${shown((row.rasters / row.pages) * 100)}%` : "—",
    shown(row.peakRssMegabytes),
    shown(row.poppler?.pagesPerSecond, 1),
    shown(row.poppler ? row.poppler.bytesPerPage / 1000 : null, 1),
  ])
  console.log(`\n${table(heads, lines)}\n`)
  for (const { title, failed } of rows) if (failed) console.log(`${title}：${failed}`)
  console.log("时间从上传得到确认时算起，包括建立文档、排队和把每一页取到手；KB/页 是 gzip 之后的大小；内存是服务和它的子进程（不含数据库）之和。\n")
}
