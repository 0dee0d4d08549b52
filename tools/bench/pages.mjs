import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { startLoad } from "./load.mjs"
import { startMeasured } from "./server.mjs"
import { browserHeaders } from "./site-targets.mjs"
import { measureRow, report } from "./site.mjs"
import { seedFolder } from "./seeded.mjs"

const seeded = 1_000
const bare = { name: "bare", title: "裸应答 /healthz（标尺）", path: "/healthz" }
const kinds = { home: "首页", category: "分类", document: "文档", article: "文章", search: "搜索", user: "用户" }
/** Code that runs a hundred times a second is well optimized only after some hundreds of renderings. */
const drawnWarmUp = 8
/** CPU time of the server for one rendering (ms), without the database. */
const renderingGoals = { home: 12, document: 12 }

/**
 * `npm run bench -- pages`: measures requests per second of every kind of public page, cached and rendered, compared with the simplest
 * answer of the same process.
 */
export async function measure(options) {
  const folder = temporaryFolder()
  say(`正在放入 ${seeded} 份文档…`)
  await seedFolder(folder, { documents: seeded, articles: 200 })
  const load = startLoad()
  const server = await startMeasured({ folder, server: options.server })
  const paths = await pathsOf(server)
  const row = (one, from) => measureRow({ ...options, load, server: from, ...one })
  const rows = [await row(bare, server)]
  for (const [name, path] of Object.entries(paths)) {
    rows.push(await row({ name, title: `${kinds[name]}（缓存）`, path }, server), await row(bare, server))
  }
  await server.stop()
  const uncached = await startMeasured({ folder, server: options.server, env: { PAGE_CACHE_MB: "0" } })
  for (const [name, path] of Object.entries(paths)) {
    rows.push(
      await row({ name: `${name}-drawn`, title: `${kinds[name]}（每次渲染）`, path, connections: 2, warmUp: drawnWarmUp }, uncached),
    )
  }
  await uncached.stop()
  await load.stop()
  const cached = { rows: Object.keys(paths), title: "缓存的网页都不低于裸应答的 60%", share: 0.6 }
  const result = report(rows, [cached])
  const slow = Object.entries(renderingGoals).filter(([name, ms]) => {
    const spent = rows.find((one) => one.name === `${name}-drawn`)?.cpuMsPerRequest ?? null
    if (spent !== null)
      console.log(`${spent <= ms ? "达到" : "未达到"}  渲染${kinds[name]}页用的 CPU 不超过 ${ms} ms（${spent.toFixed(1)} ms）`)
    return spent !== null && spent > ms
  })
  return { ...result, met: result.met && slow.length === 0 }
}

/** Returns one address of every kind of page. Each is requested once. */
export async function pathsOf(server) {
  const read = async (path) => (await fetch(`${server.url}/api/v1${path}`)).json()
  const { document } = await read("/document/list?size=20&order=id%20desc")
  const { article } = await read("/article/list?size=5")
  const { category } = await read("/category/list?type=0")
  const one = document[5]
  const paths = {
    home: "/",
    category: `/category/${category.find(({ doc_count }) => doc_count > 20)?.id ?? category[0].id}`,
    document: `/document/${one.uuid}`,
    article: `/article/${article[0].identifier}`,
    search: `/search?wd=${encodeURIComponent(one.title.slice(0, 3))}`,
    user: `/user/${one.user_id}`,
  }
  for (const path of Object.values(paths)) {
    const { status } = await fetch(server.url + path, { headers: browserHeaders })
    if (status !== 200) throw new Failure(`${path}：应答是 ${status}，应为 200。`)
  }
  return paths
}
