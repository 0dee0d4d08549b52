import { randomBytes } from "node:crypto"
import { Failure } from "../../scripts/lib/failure.mjs"
import { cpuMs } from "../../scripts/lib/processes.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { startLoad } from "./load.mjs"
import { seedFolder } from "./seeded.mjs"
import { startMeasured } from "./server.mjs"
import { browserHeaders } from "./site-targets.mjs"
import { goal, formatNumber, table } from "./table.mjs"

/** Requests per second in the second walk. */
const secondWalk = 5_000
const listed = 500
const metricsToken = randomBytes(24).toString("base64url")
/** A short walk is repeated until this many answers are measured. The program is warmed up after some thousand. */
const leastAnswers = 50_000
/** MB per document. Memory holds about a tenth of the pages, so that the disk is measured even with few documents. */
const memoryShare = 0.003

/** `npm run bench -- crawl`: requests all documents twice, as a search engine does. The second walk must not render anything. */
export async function measure({ documents, connections, server: program }) {
  const folder = temporaryFolder()
  say(`正在放入 ${documents} 份文档…`)
  await seedFolder(folder, { documents, articles: 20 })
  const memory = Math.min(64, Math.max(1, Math.round(documents * memoryShare)))
  const server = await startMeasured({
    folder,
    server: program,
    env: { PAGE_CACHE_MB: String(memory), METRICS_TOKEN: metricsToken },
  })
  const paths = await addresses(server, documents)
  const load = startLoad()
  const rows = []
  const again = Array.from({ length: Math.ceil(leastAnswers / paths.length) }, () => paths).flat()
  for (const { title, all } of [
    { title: "第一遍", all: paths },
    { title: "第二遍", all: again },
  ]) {
    say(`正在走${title}（${all.length} 页，${paths.length} 份文档）`)
    rows.push({ title, ...(await walk(load, server, all, connections)) })
    await written(server)
  }
  await load.stop()
  await server.stop()
  const heads = ["项目", "请求/秒", "渲染", "来自磁盘", "来自内存", "p50 ms", "p99 ms", "CPU ms/次", "字节/次", "错误"]
  const line = (row) => [
    row.title,
    formatNumber(row.perSecond),
    formatNumber(row.drawn),
    formatNumber(row.disk),
    formatNumber(row.memory),
    formatNumber(row.p50, 2),
    formatNumber(row.p99, 2),
    formatNumber(row.cpu, 3),
    formatNumber(row.bytes),
    formatNumber(row.wrong),
  ]
  console.log(`\n${table(heads, rows.map(line))}\n`)
  const [, second] = rows
  const met = [
    goal("第二遍一页也不渲染", second.drawn === 0, `渲染了 ${second.drawn} 页`),
    goal(`第二遍每秒不少于 ${formatNumber(secondWalk)} 页`, second.perSecond >= secondWalk, `${formatNumber(second.perSecond)} 页`),
    goal(
      "没有错误的应答",
      rows.every(({ wrong }) => wrong === 0),
      `${rows.reduce((sum, { wrong }) => sum + wrong, 0)} 个`,
    ),
  ]
  return { met: met.every(Boolean), rows }
}

/** Returns the addresses of all documents, in list order. */
async function addresses({ url }, count) {
  const paths = []
  for (let page = 1; paths.length < count; page++) {
    const { document } = await (await fetch(`${url}/api/v1/document/list?page=${page}&size=${listed}&order=id%20desc`)).json()
    if (!document?.length) break
    paths.push(...document.map(({ uuid }) => `/document/${uuid}`))
  }
  if (paths.length === 0) throw new Failure("没有列出任何文档。")
  return [...new Set(paths)]
}

/** Requests every address once over several connections. */
async function walk(load, server, paths, connections) {
  const [before, cpuBefore] = [await counted(server), cpuMs(server.pid)]
  const result = await load.run({ url: server.url, paths, headers: browserHeaders, connections, status: 200, once: true })
  const [after, cpuAfter] = [await counted(server), cpuMs(server.pid)]
  return {
    ...result,
    drawn: after.miss + after.stale - before.miss - before.stale,
    disk: after.disk - before.disk,
    memory: after.hit - before.hit,
    cpu: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / result.requests,
  }
}

/** Returns how often the page cache answered from each source. */
async function counted({ url }) {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const of = (result) => Number(new RegExp(`page_cache_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { hit: of("hit"), stale: of("stale"), disk: of("disk"), miss: of("miss") }
}

/** Pages are written two seconds after they are rendered. */
const settleMs = 3_000

/** Waits until the last pages are written. */
const written = async (server) => {
  await new Promise((done) => setTimeout(done, settleMs))
  let before = -1
  for (let now = cpuMs(server.pid); now !== null && now - before > 30; now = cpuMs(server.pid)) {
    before = now
    await new Promise((done) => setTimeout(done, 500))
  }
}
