// Measures the pages of a large site, each rendered without a cache.
import { startMeasured } from "./server.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const goalMs = 150
/** Enough requests that the first reads from disk do not determine the percentile. */
const times = 40

/** @param {{ data: string, server?: string, known: { categories: { root: number, leaf: number }, uuids: string[], users: number[], articles: string[] } }} asked */
export async function scalePages({ data, server, known: { categories, uuids, users, articles } }) {
  const site = await startMeasured({
    folder: "",
    dataDir: data,
    ...(server && { server }),
    env: { PAGE_CACHE_MB: "0", PAGE_CACHE_DISK_MB: "0" },
  })
  const pages = {
    首页: ["/"],
    分类: [`/category/${categories.root}`, `/category/${categories.leaf}`],
    "分类，按浏览": [`/category/${categories.root}?sort=view`],
    "全部，第 1000 页": ["/category?page=1000", "/category?page=1001"],
    文档: uuids.map((uuid) => `/document/${uuid}`),
    文章: articles.map((name) => `/article/${name}`),
    文章列表: ["/article"],
    搜索: ["数学", "线性代数", "安全规范"].map((wd) => `/search?wd=${encodeURIComponent(wd)}`),
    个人主页: users.map((id) => `/user/${id}`),
  }
  const rows = []
  for (const [title, paths] of Object.entries(pages)) {
    const taken = []
    let wrong = 0
    for (let n = -2; n < times; n++) {
      const begun = performance.now()
      const reply = await fetch(site.url + paths[(n + 2) % paths.length])
      await reply.text()
      if (n >= 0) taken.push(performance.now() - begun)
      if (reply.status !== 200) wrong++
    }
    const sorted = taken.toSorted((a, b) => a - b)
    rows.push({ title, p50: sorted[Math.floor(times / 2)] ?? 0, p95: sorted[Math.floor(times * 0.95)] ?? 0, wrong })
  }
  await site.stop()
  console.log(
    `\n${table(
      ["网页（不缓存）", "p50 ms", "p95", "错误"],
      rows.map(({ title, p50, p95, wrong }) => [title, formatNumber(p50), formatNumber(p95), formatNumber(wrong)]),
    )}\n`,
  )
  const worst = rows.toSorted((a, b) => b.p95 - a.p95)[0]
  const met = goal(`不缓存的网页 p95 不超过 ${goalMs} ms`, worst.p95 <= goalMs, `最慢 ${worst.title} ${formatNumber(worst.p95)} ms`)
  return { met: met && rows.every(({ wrong }) => wrong === 0), rows }
}
