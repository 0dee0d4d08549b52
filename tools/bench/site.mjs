import { say } from "../../scripts/lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { startLoad } from "./load.mjs"
import { cpuMs, rss } from "../../scripts/lib/processes.mjs"
import { startMeasured } from "./server.mjs"
import { browserHeaders, convertedSamples, siteTargets } from "./site-targets.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const warmUpSeconds = 2
/** The minimum share of the reference's rate that each row must reach (docs/ARCHITECTURE.md, "Public pages"). */
const goals = [
  { rows: ["home", "document"], title: "缓存的网页不低于裸应答的 60%", share: 0.6 },
  { rows: ["image"], title: "页面图不低于裸应答的 50%", share: 0.5 },
]
/** The reference is measured between the other rows, so that other load on the machine slows both equally. */
const order = ["home", "document", "unchanged", "image", "cover", "script", "settings", "list", "read"]
const betweenYardsticks = 2

/** `npm run bench`: measures requests per second of the built server, compared with the simplest response of the same process. */
export async function measure(options) {
  const folder = temporaryFolder()
  const load = startLoad()
  say("正在启动服务并转换示例文档…")
  const server = await startMeasured({ folder, server: options.server })
  const documents = await convertedSamples(server)
  const targets = await siteTargets(server, documents)
  const row = (name, target, from = server) => measureRow({ ...options, load, server: from, name, ...target })

  const rows = [await row("bare", targets.bare)]
  for (const [index, name] of order.entries()) {
    rows.push(await row(name, targets[name]))
    if ((index + 1) % betweenYardsticks === 0 || index === order.length - 1) rows.push(await row("bare", targets.bare))
  }
  await server.stop()

  const uncached = await startMeasured({ folder, server: options.server, env: { PAGE_CACHE_MB: "0" } })
  rows.push(await row("uncached", { title: "首页（不缓存，每次渲染）", path: "/" }, uncached))
  await uncached.stop()
  await load.stop()
  return report(rows, goals)
}

export async function measureRow({
  load,
  server,
  name,
  title,
  path,
  headers = {},
  status = 200,
  seconds,
  connections,
  warmUp = warmUpSeconds,
}) {
  say(`正在测量 ${title}`)
  const job = { url: server.url + path, headers: { ...browserHeaders, ...headers }, connections, status }
  await load.run({ ...job, seconds: warmUp })
  const [before, started] = [cpuMs(server.pid), performance.now()]
  const result = await load.run({ ...job, seconds })
  const after = cpuMs(server.pid)
  const cpu = before === null || after === null ? null : after - before
  return {
    name,
    title,
    path,
    ...result,
    cpuMsPerRequest: cpu === null ? null : cpu / result.requests,
    cores: cpu === null ? null : cpu / (performance.now() - started),
    rssMegabytes: (rss(server.pid) ?? Number.NaN) / 1e6,
  }
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * Joins the reference measurements into one row, and gives each row its share of the references measured right before and after it: of the
 * responses per second, and of the responses per CPU second of the server. If the server uses a whole core, both are the same. If the load
 * generator or the machine is the limit, only the second describes the server: with 57 KB per response, autocannon reaches less than half
 * of its best rate even against a trivial server.
 */
export function report(measured, goals) {
  const bares = measured.filter(({ name }) => name === "bare")
  const speeds = bares.map(({ perSecond }) => perSecond)
  const spread = Math.max(...speeds) / Math.min(...speeds) - 1
  const near = (index, field) => {
    const before = measured.slice(0, index).findLast(({ name }) => name === "bare")
    const after = measured.slice(index + 1).find(({ name }) => name === "bare")
    return ((before ?? after)[field] + (after ?? before)[field]) / 2
  }
  const withRatios = (row, index) => {
    const ratio = row.perSecond / near(index, "perSecond")
    return { ...row, ratio, coreRatio: row.cpuMsPerRequest === null ? null : near(index, "cpuMsPerRequest") / row.cpuMsPerRequest }
  }
  const others = measured.map(withRatios).filter(({ name }) => name !== "bare")
  const bare = bares.find(({ perSecond }) => perSecond === middle(speeds))
  const rows = [
    { ...bare, wrong: bares.reduce((sum, { wrong }) => sum + wrong, 0), ratio: 1, coreRatio: bare.cpuMsPerRequest === null ? null : 1 },
    ...others,
  ]
  print(rows, bares.length, spread)
  const met = goals.flatMap(({ rows: names, title, share }) => {
    const judged = (row) => row.coreRatio ?? row.ratio
    const worst = rows.filter(({ name }) => names.includes(name)).sort((a, b) => judged(a) - judged(b))[0]
    return goal(title, judged(worst) >= share, `${worst.title}：按每核 ${percent(worst.coreRatio)}，按请求/秒 ${percent(worst.ratio)}`)
  })
  const right = rows.every(({ wrong, requests }) => wrong === 0 && requests > 0)
  return { met: right && met.every(Boolean), yardsticks: speeds, rows }
}

const percent = (share) => (share === null ? "—" : `${formatNumber(share * 100, share < 0.1 ? 1 : 0)}%`)

function print(rows, yardsticks, spread) {
  const heads = ["项目", "请求/秒", "对标尺", "每核对标尺", "p50 ms", "p99 ms", "错误", "字节/次", "CPU ms/次", "占用核", "内存 MB"]
  const lines = rows.map((row) => [
    row.wrong > 0 || row.requests === 0 ? `× ${row.title}` : `  ${row.title}`,
    formatNumber(row.perSecond, row.perSecond < 100 ? 1 : 0),
    percent(row.ratio),
    percent(row.coreRatio),
    formatNumber(row.p50, 2),
    formatNumber(row.p99, 2),
    formatNumber(row.wrong),
    formatNumber(row.bytes),
    formatNumber(row.cpuMsPerRequest, 3),
    formatNumber(row.cores, 2),
    formatNumber(row.rssMegabytes),
  ])
  console.log(`\n${table(heads, lines)}\n`)
  console.log(`标尺量了 ${yardsticks} 次，取中位数，最快与最慢相差 ${formatNumber(spread * 100)}%；每一项与紧挨着它的标尺相比。`)
  if (spread > 0.25) console.log("这台机器上还有别的程序在忙，比值只作参考。")
  console.log("每核对标尺：服务用同样的 CPU 时间能回答多少次；占用核不到 0.9 时发压的一端或邻居先到顶，目标以它为准。")
  console.log()
}
