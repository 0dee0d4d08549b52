// Compares the search index with a plain LIKE over the same texts, in the same run.
import { say } from "../../scripts/lib/project.mjs"
import { randomOf } from "../seed/texts.mjs"
import { entries, entryOf } from "../recall/corpus.mjs"
import { openOwnIndex } from "../recall/own-index.mjs"
import { atEnd } from "./cleanup.mjs"
import { measureSite } from "./search-site.mjs"

/** Goals for the 95th percentile of the queries, in milliseconds, by the number of documents. */
const aims = [
  { documents: 100_000, p95: 30 },
  { documents: 1_000_000, p95: 90 },
]
const aimOf = (/** @type {number} */ documents) => aims.find((one) => documents <= one.documents * 1.2)?.p95
const scans = 25

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
const line = (name, times) => {
  const sorted = times.toSorted((one, other) => one - other)
  const percentiles = [0.5, 0.95, 0.99].map((share) => at(sorted, share).toFixed(1).padStart(8))
  say(`${name.padEnd(34)}${percentiles.join("")}`)
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) }
}

/**
 * @param {{ documents: number, queries: number, data?: string }} options `data`: the data of a seeded site; without it, a separate index is
 * built
 */
export const measure = async ({ documents, queries, data }) => {
  if (data) return measureSite({ data, queries }, aimOf)
  const searchIndex = await openOwnIndex()
  const close = atEnd(searchIndex.close)
  const { search, pool, parts } = searchIndex
  say(`正在为 ${documents} 份文档建立索引…`)
  const started = Date.now()
  await search.rebuild(entries(documents))
  say(`用了 ${((Date.now() - started) / 1000).toFixed(0)} 秒`)
  const random = randomOf(7)
  const terms = Array.from({ length: queries }, () => {
    const { pages } = entryOf(1 + Math.floor(random() * documents))
    const text = parts.fold(pages[0])
    const from = Math.floor(random() * (text.length - 8))
    return text.slice(from, from + 2 + Math.floor(random() * 7))
  })
  const ask = (term, limit) => search.find({ terms: [term], filter: {}, sort: "default", offset: 0, limit, now: new Date() })
  const timed = async (work) => {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  for (const term of terms.slice(0, 20)) await ask(term, 10)
  const times = []
  for (const term of terms) times.push(await timed(() => ask(term, 10)))
  const scanned = []
  let equal = 0
  for (const term of terms.slice(0, scans)) {
    const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`
    let rows = []
    scanned.push(await timed(async () => (rows = (await pool.query("select id from search.settled where text like $1", [pattern])).rows)))
    const { hits, approximate } = await ask(term, 2_000)
    const ids = new Set(rows.map((row) => Number(row.id)))
    if (hits.every((hit) => ids.has(hit.id)) && (approximate ? hits.length === 2_000 : hits.length === ids.size)) equal++
  }
  say(`\n毫秒${"".padEnd(30)}${["p50", "p95", "p99"].map((name) => name.padStart(8)).join("")}`)
  const index = line(`索引（${queries} 个片段，十条结果和筛选数）`, times)
  const like = line(`LIKE（${scans} 个片段）`, scanned)
  say(`\n${scans} 个片段里 ${equal} 个和 LIKE 的结果相同`)
  await close()
  const aim = aimOf(documents)
  const met = equal === scans && (!aim || index.p95 <= aim)
  say(`${met ? "✓" : "✗"} 目标：p95 ≤ ${aim ?? "–"} 毫秒，结果全部相同`)
  return { met, documents, queries, index, like, equal, scans }
}
