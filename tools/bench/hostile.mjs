import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { atEnd, temporaryFolder } from "./cleanup.mjs"
import { signIn } from "./client.mjs"
import { measureTexts, reportTexts } from "./hostile-texts.mjs"
import { startProbe } from "./probe.mjs"
import { watchMemory } from "../../scripts/lib/processes.mjs"
import { startMeasured } from "./server.mjs"
import { browserHeaders, convertedSamples, siteTargets } from "./site-targets.mjs"
import { goal, formatNumber, table } from "./table.mjs"

/**
 * How many times slower the site's answers may be while hostile files are converted, in the median and on average including the slow
 * answers. The slowest 5 % are displayed but not judged: an answer from memory takes less time than the kernel's time slice for another
 * process, so a single busy loop beside the site nearly doubles it.
 */
const maxTimes = 2
const quietSeconds = 12
const busySeconds = 240
const senders = 2
const targetNames = ["home", "list", "image"]

/**
 * `npm run bench hostile`: measures how much slower the site answers while texts that are hard to parse are sent, and while hostile files
 * are uploaded and converted.
 */
export async function measure(options) {
  const folder = temporaryFolder()
  if (options.texts) return measureTextsAlone(folder, options)
  say("正在准备恶意文件…")
  const { startListener } = await importTypeScript("server/ports/converter/testing/hostile/containment.ts")
  const listener = await startListener()
  atEnd(() => listener.close())
  const files = await writeCorpus(folder, listener.urls)
  say("正在启动服务并转换示例文档…")
  const server = await startMeasured({ folder, server: options.server })
  const client = await signIn(server)
  const targets = await targetsOf(server)

  await quiet(targets, 3) // Fills every cache before the measurement
  say("正在发送最难解析的文章、广告、设置")
  const texts = await measureTexts(server, client)
  say(`平时：量 ${quietSeconds} 秒`)
  const before = await quiet(targets, quietSeconds)
  say(`正在上传并转换 ${files.length} 份恶意文件，最多 ${busySeconds} 秒`)
  const peakOf = watchMemory(server.pid)
  const stop = startProbe(targets)
  const fates = await sendAll(client, files)
  const busy = await stop()
  const peak = peakOf()
  say(`安静下来之后：再量 ${quietSeconds} 秒`)
  const after = await quiet(targets, quietSeconds)
  await server.stop()
  return report({ targets, before, busy, after, fates, peak, calls: listener.calls(), files: files.length, texts })
}

async function measureTextsAlone(folder, options) {
  say("正在启动服务…")
  const server = await startMeasured({ folder, server: options.server })
  say("正在发送最难解析的文章、广告、设置")
  const texts = await measureTexts(server, await signIn(server))
  await server.stop()
  return { met: reportTexts(texts).every(Boolean), texts }
}

async function targetsOf(server) {
  const all = await siteTargets(server, await convertedSamples(server))
  return targetNames.map((name) => ({
    name,
    title: all[name].title,
    url: server.url + all[name].path,
    headers: { ...browserHeaders, ...all[name].headers },
  }))
}

async function quiet(targets, seconds) {
  const stop = startProbe(targets)
  await pause(seconds * 1000)
  return stop()
}

async function writeCorpus(folder, urls) {
  const { hostileCorpus } = await importTypeScript("server/ports/converter/testing/hostile/hostile-corpus.ts")
  mkdirSync(join(folder, "hostile"))
  const files = []
  for (const [index, file] of hostileCorpus(urls).entries()) {
    // One folder per file: many files have the same name
    const fileFolder = join(folder, "hostile", String(index))
    mkdirSync(fileFolder)
    const path = join(fileFolder, file.name)
    writeFileSync(path, await file.make())
    files.push({ title: file.title, path })
  }
  // Mixes small and large files in an order that is the same in every run
  return files
    .map((file, index) => ({ file, order: (index * 7919) % 10_007 }))
    .sort((a, b) => a.order - b.order)
    .map(({ file }) => file)
}

/** Uploads all files, `senders` at a time, and waits for their conversions. Counts the files by outcome. */
async function sendAll(client, files) {
  const end = Date.now() + busySeconds * 1000
  const fates = { refused: 0, shown: 0, failed: 0, waiting: 0 }
  const left = [...files]
  const sent = []
  const sender = async () => {
    for (let file = left.shift(); file && Date.now() < end; file = left.shift()) {
      const uuid = await send(client, file)
      if (uuid) sent.push(uuid)
      else fates.refused += 1
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  for (const uuid of sent) fates[await fateOf(client, uuid, end)] += 1
  return { ...fates, unsent: left.length }
}

/** Returns the uuid of the document, or null when the server rejected the file with a message. Other errors are thrown. */
async function send(client, { path, title }) {
  try {
    const { id: attachment_id } = await client.upload(path)
    const {
      document: [{ uuid }],
    } = await client.call("POST", "/document", { document: [{ attachment_id, title }] })
    return uuid
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

async function fateOf(client, uuid, end) {
  for (;;) {
    const { status, convert_error } = await client.call("GET", `/document?uuid=${uuid}`)
    if (status === 2) return "shown"
    if (status === 3 || convert_error) return "failed"
    if (Date.now() > end) return "waiting"
    await pause(500)
  }
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const summary = (times) => {
  const sorted = times.toSorted((a, b) => a - b)
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length
  return { count: sorted.length, mean, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), most: sorted.at(-1) ?? Number.NaN }
}

function report({ targets, before, busy, after, fates, peak, calls, files, texts }) {
  const rows = targets.map(({ name, title }) => {
    const [idle, hard] = [summary([...before.times[name], ...after.times[name]]), summary(busy.times[name])]
    return { name, title, idle, hard, p50: hard.p50 / idle.p50, mean: hard.mean / idle.mean, p95: hard.p95 / idle.p95 }
  })
  const heads = [
    "项目",
    "平时 p50 ms",
    "平均 ms",
    "p95 ms",
    "其间 p50 ms",
    "平均 ms",
    "p95 ms",
    "最慢 ms",
    "p50 之比",
    "平均之比",
    "p95 之比",
    "次数",
  ]
  const lines = rows.map(({ title, idle, hard, p50, mean, p95 }) => [
    `  ${title}`,
    ...[idle.p50, idle.mean, idle.p95, hard.p50, hard.mean, hard.p95].map((ms) => formatNumber(ms, 2)),
    formatNumber(hard.most, 1),
    ...[p50, mean, p95].map((times) => formatNumber(times, 2)),
    formatNumber(hard.count),
  ])
  console.log(`\n${table(heads, lines)}\n`)
  console.log(
    `恶意文件 ${files} 份：上传时被拒绝 ${fates.refused}，有页可读 ${fates.shown}，转换失败 ${fates.failed}，还在排队 ${fates.waiting}，没来得及上传 ${fates.unsent}；子进程内存最多 ${formatNumber(peak.children === null ? null : peak.children / 1e6)} MB。\n`,
  )
  const wrong = before.wrong + busy.wrong + after.wrong
  const met = [
    ...reportTexts(texts),
    ...rows.map(({ title, p50, mean }) =>
      goal(
        `恶意文件上传和转换时，${title}不慢于平时的 ${maxTimes} 倍`,
        p50 <= maxTimes && mean <= maxTimes,
        `p50 ${formatNumber(p50, 2)} 倍，平均 ${formatNumber(mean, 2)} 倍`,
      ),
    ),
    goal("没有一次应答出错", wrong === 0, `${wrong} 次`),
    goal("没有一个文件连出去", calls === 0, `${calls} 次连接`),
  ]
  return { met: met.every(Boolean), rows, fates, calls, texts }
}
