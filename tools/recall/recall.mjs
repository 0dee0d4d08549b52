// Compares the index with a scan of every text: random substrings must match wherever they occur, and nothing else may match.
import { Failure, fail } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { randomOf } from "../seed/texts.mjs"
import { entries, entryOf } from "./corpus.mjs"
import { readSearchOptions } from "./options.mjs"
import { openCluster, openOwnIndex } from "./own-index.mjs"

/** With more matches than this, only the best are compared: those with the term in the title, then the others by static score. */
const most = 2_000

/** @param {string[]} args */
export async function recall(args) {
  try {
    const options = readSearchOptions(args, { documents: 20_000, queries: 10_000 }, "npm run recall")
    const searchIndex = options.opensearch ? await openCluster(options.opensearch) : await openOwnIndex()
    try {
      const { wrong } = await compare(searchIndex, options)
      process.exitCode = wrong ? 1 : 0
    } finally {
      await searchIndex.close()
    }
  } catch (error) {
    fail(error instanceof Failure ? error : new Failure("比较没有完成", { cause: error }))
  }
}

/** Returns a random part of a folded title, line or page, 2 to 8 characters. */
const partOf = (random, lines) => {
  for (;;) {
    const line = lines[Math.floor(random() * lines.length)]
    const length = 2 + Math.floor(random() * 7)
    const at = Math.floor(random() * (line.length - length))
    const part = line.slice(at, at + length)
    if (part.length === length && !/[\ud800-\udfff]/.test(part)) return part
  }
}

/** Builds the index, changes some entries, and runs the queries. */
export const compare = async ({ search, parts: { fold, staticScore } }, { documents, queries }) => {
  let started = Date.now()
  await search.rebuild(entries(documents))
  const indexedEntries = new Map()
  const keep = (entry) =>
    indexedEntries.set(entry.id, {
      lines: [entry.title, entry.keywords, entry.description, ...entry.pages].map(fold),
      score: staticScore(entry),
    })
  for await (const some of entries(documents)) some.forEach(keep)
  // changes some entries afterwards: new texts under existing numbers, and some deleted entries
  const step = Math.max(2, Math.floor(documents / 100))
  const numbers = Array.from({ length: Math.floor(documents / step) - 1 }, (_, at) => (at + 1) * step)
  const changed = numbers.map((id) => ({ ...entryOf(documents + id), id }))
  await search.put(changed)
  changed.forEach(keep)
  await search.remove(numbers.map((id) => ({ kind: 0, id: id + 1 })))
  for (const id of numbers) indexedEntries.delete(id + 1)
  say(`${documents} 份文档，建立索引用了 ${((Date.now() - started) / 1000).toFixed(1)} 秒`)
  // no term contains a line break, so none matches across two lines
  const all = [...indexedEntries]
    .map(([id, one]) => ({ id, ...one, text: one.lines.join("\n") }))
    .toSorted((one, other) => other.score - one.score || one.id - other.id)
  const random = randomOf(20_261_101)
  let [equal, wrong, capped] = [0, 0, 0]
  started = Date.now()
  for (let n = 0; n < queries; n++) {
    if (n && n % 1_000 === 0) say(`${n} 个片段，${wrong} 个不同（${((Date.now() - started) / 1000).toFixed(0)} 秒）`)
    const term = partOf(random, all[Math.floor(random() * all.length)].lines)
    const expected = all.filter(({ text }) => text.includes(term))
    const result = await search.find({ terms: [term], filter: {}, sort: "default", offset: 0, limit: most, now: new Date() })
    const rank = (one) => (one.lines[0] === term ? 2 : Number(one.lines[0].includes(term)))
    const best = new Set(
      (expected.length > most ? expected.toSorted((one, other) => rank(other) - rank(one)) : expected).slice(0, most).map((one) => one.id),
    )
    const same = result.hits.length === best.size && result.hits.every((hit) => best.has(hit.id))
    // PostgreSQL estimates the total of many matches, OpenSearch counts them
    const counted = result.approximate ? expected.length > most : result.total === expected.length
    if (expected.length > most) capped++
    if (same && counted) equal++
    else if (++wrong <= 10)
      say(`✗ ${term}：应有 ${expected.length}，得到 ${result.total}${result.approximate ? "（约）" : ""}，列出 ${result.hits.length}`)
  }
  say(
    `${queries} 个 2–8 字的片段：${equal} 个和逐字扫描完全相同，${wrong} 个不同；其中 ${capped} 个超过 ${most} 条，比较了最前面的 ${most} 条（标题里有的在前，再按静态分）（${((Date.now() - started) / 1000).toFixed(1)} 秒）`,
  )
  return { equal, wrong, capped }
}
