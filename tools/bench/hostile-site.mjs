import { createServer } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { say } from "../../scripts/lib/project.mjs"
import { watchMemory } from "../../scripts/lib/processes.mjs"
import { atEnd, temporaryFolder } from "./cleanup.mjs"
import { signIn } from "./client.mjs"
import { startProbe } from "./probe.mjs"
import { startMeasured } from "./server.mjs"
import { browserHeaders, convertedSamples, siteTargets } from "./site-targets.mjs"
import { goal, formatNumber, table } from "./table.mjs"

/** How many times slower the site's answers may be while it reads hostile sites, in the median and on average. */
const maxTimes = 2
const quietSeconds = 12
const busySeconds = 90
const targetNames = ["home", "list", "image"]
/** Public addresses that are never contacted: all requests go through the proxy below. */
const hostOf = (n) => `http://93.184.216.${10 + n}`

const page = (body) => `<html><body>${body}</body></html>`
const links = (count, suffix) => Array.from({ length: count }, (_, n) => `<a href="/${n}${suffix}">第 ${n} 份资料</a>`).join("")

/** How other sites harm their readers. `other` answers every address of such a site, including its robots.txt. */
const sites = {
  没有尽头的网页: (_req, res) => {
    res.writeHead(200, { "content-type": "text/html" })
    const more = () => void (res.destroyed || res.write(Buffer.alloc(262_144, 0x20), () => setImmediate(more)))
    more()
  },
  一个字一个字地来: (_req, res) => {
    res.writeHead(200, { "content-type": "text/html" })
    const timer = setInterval(() => res.write("x"), 500)
    res.on("close", () => clearInterval(timer))
  },
  一直不回答: () => undefined,
  压缩炸弹: (_req, res) => res.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(bomb),
  一万个链接: (_req, res) => res.writeHead(200, { "content-type": "text/html" }).end(page(links(10_000, ".pdf"))),
  一万个网页: (_req, res) => res.writeHead(200, { "content-type": "text/html" }).end(page(links(10_000, ""))),
  套了十万层: (_req, res) => res.writeHead(200, { "content-type": "text/html" }).end("<div>".repeat(100_000) + links(100, ".pdf")),
  绕圈子: (req, res) =>
    res.writeHead(302, { location: new URL(req.url ?? "/", "http://none.invalid").pathname === "/a" ? "/b" : "/a" }).end(),
  总是出错: (_req, res) => res.writeHead(503).end(),
}
const bomb = gzipSync(Buffer.alloc(200_000_000, 0x20))

/** Starts the proxy that represents all of these sites. It answers robots.txt with 404, so that the pages are read. */
async function startSites() {
  const servers = Object.values(sites)
  let requests = 0
  const server = createServer((req, res) => {
    requests += 1
    const { hostname, pathname } = new URL(req.url ?? "/", "http://none.invalid")
    if (pathname === "/robots.txt") return void res.writeHead(404).end()
    const serve = servers[Number(hostname.split(".").at(-1)) - 10]
    if (serve) serve(req, res)
    else res.writeHead(404).end()
  })
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { proxy: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, requests: () => requests }
}

/**
 * `npm run bench -- hostile-site`: measures how much slower the site answers while its crawlers read harmful sites, and how those crawls
 * end.
 */
export async function measure(options) {
  say("正在启动服务并转换示例文档…")
  const folder = temporaryFolder()
  const server = await startMeasured({ folder, server: options.server, env: { OUTGOING_ALLOW: "127.0.0.1" } })
  const client = await signIn(server)
  const all = await siteTargets(server, await convertedSamples(server))
  const targets = targetNames.map((name) => ({
    name,
    title: all[name].title,
    url: server.url + all[name].path,
    headers: { ...browserHeaders, ...all[name].headers },
  }))
  const other = await startSites()
  await measured(targets, 3) // Fills every cache before the measurement
  say(`平时：量 ${quietSeconds} 秒`)
  const before = await measured(targets, quietSeconds)
  say(`正在采集 ${Object.keys(sites).length} 个恶意网站，量 ${busySeconds} 秒`)
  const peakOf = watchMemory(server.pid)
  for (const n of Object.keys(sites).keys())
    await client.call("POST", "/spiderurl", { url: `${hostOf(n)}/a`, depth: 5, proxy: other.proxy })
  const busy = await measured(targets, busySeconds)
  const peak = peakOf()
  const { spider_url: crawls } = await client.call("GET", "/spiderurl/list?size=100")
  say(`安静下来之后：再量 ${quietSeconds} 秒`)
  for (const { id } of crawls.filter(({ status }) => status < 2)) await client.call("PUT", "/spiderurl", { id, status: 3 })
  await pause(2_000)
  const after = await measured(targets, quietSeconds)
  await server.stop()
  return report({ targets, before, busy, after, peak, crawls, requests: other.requests() })
}

async function measured(targets, seconds) {
  const stop = startProbe(targets)
  await pause(seconds * 1000)
  return stop()
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const summary = (times) => {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    most: sorted.at(-1) ?? Number.NaN,
  }
}

const states = ["等待", "还在采集", "完成", "失败"]

function report({ targets, before, busy, after, peak, crawls, requests }) {
  const rows = targets.map(({ name, title }) => {
    const [idle, hard] = [summary([...before.times[name], ...after.times[name]]), summary(busy.times[name])]
    return { title, idle, hard, p50: hard.p50 / idle.p50, mean: hard.mean / idle.mean }
  })
  const heads = ["项目", "平时 p50 ms", "平均 ms", "其间 p50 ms", "平均 ms", "p95 ms", "最慢 ms", "p50 之比", "平均之比", "次数"]
  const lines = rows.map(({ title, idle, hard, p50, mean }) => [
    `  ${title}`,
    ...[idle.p50, idle.mean, hard.p50, hard.mean, hard.p95].map((ms) => formatNumber(ms, 2)),
    formatNumber(hard.most, 1),
    formatNumber(p50, 2),
    formatNumber(mean, 2),
    formatNumber(hard.count),
  ])
  console.log(`\n${table(heads, lines)}\n`)
  const names = Object.keys(sites)
  for (const { url, status, pages, total, error } of crawls.toReversed())
    console.log(
      `  ${names[Number(new URL(url).hostname.split(".").at(-1)) - 10]}：${states[status]}，读了 ${pages ?? 0} 页，发现 ${total ?? 0} 份${error ? `，${error}` : ""}`,
    )
  console.log(
    `\n向这些网站请求了 ${formatNumber(requests)} 次；服务的内存最多 ${formatNumber(peak.all === null ? null : peak.all / 1e6)} MB。\n`,
  )
  const wrong = before.wrong + busy.wrong + after.wrong
  const met = [
    ...rows.map(({ title, p50, mean }) =>
      goal(
        `采集恶意网站时，${title}不慢于平时的 ${maxTimes} 倍`,
        p50 <= maxTimes && mean <= maxTimes,
        `p50 ${formatNumber(p50, 2)} 倍，平均 ${formatNumber(mean, 2)} 倍`,
      ),
    ),
    goal("没有一次应答出错", wrong === 0, `${wrong} 次`),
    // one request per second and site, including robots.txt and redirects
    goal("请求有节制", requests <= names.length * (busySeconds + quietSeconds + 20), `${formatNumber(requests)} 次`),
  ]
  return { met: met.every(Boolean), rows, crawls, requests }
}
