// `npm run bench scale -- --data DIR`: measures every list of a seeded site and prints the plans of the slowest statements.
import { join } from "node:path"
import pg from "pg"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { atEnd } from "./cleanup.mjs"
import { scaleCalls } from "./scale-calls.mjs"
import { scalePages } from "./scale-pages.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const goalMs = 30
const rounds = 4

const percentile = (/** @type {number[]} */ values, /** @type {number} */ share) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Returns rows of the site to use in the queries. @param {import("pg").PoolConfig} connection */
const knownOf = async (connection) => {
  const client = new pg.Client(connection)
  await client.connect()
  const rows = async (/** @type {string} */ text) => (await client.query(text)).rows
  try {
    const [root] = await rows("select id::int from category where type = 0 and parent_id = 0 order by doc_count desc limit 1")
    const [leaf] = await rows(`select id::int from category where parent_id = ${root.id} order by doc_count desc limit 1`)
    return {
      categories: { root: root.id, leaf: leaf.id },
      uuids: (await rows("select uuid from document tablesample system (1) where status = 2 and deleted_at is null limit 20")).map(
        ({ uuid }) => uuid,
      ),
      users: (await rows('select id::int from "user" order by doc_count desc limit 4')).map(({ id }) => id),
      articles: (await rows("select identifier from article where status = 1 and deleted_at is null order by id desc limit 20")).map(
        ({ identifier }) => identifier,
      ),
      documents: (await rows("select count(*)::int from document"))[0].count,
    }
  } finally {
    await client.end()
  }
}

/** @param {{ data?: string, server?: string }} options */
export async function measure({ data, server }) {
  if (!data) throw new Failure("用法：npm run bench scale -- --data 数据目录（先用 npm run seed 放入数据）")
  const { startEmbeddedDatabase } = await importTypeScript("server/db/embedded.ts")
  const open = () => startEmbeddedDatabase({ dataDir: data, log: () => undefined })
  const first = await open()
  const siteFacts = await knownOf(first.connection).finally(() => first.stop())
  say(`${formatNumber(siteFacts.documents)} 份文档`)
  // starting the site also migrates the schema
  const pages = await scalePages({ data, ...(server && { server }), known: siteFacts })
  const database = await open()
  const stopDatabase = atEnd(() => database.stop())
  const { openMeasuredApp } = await importTypeScript("tools/bench/measured-app.ts")
  const app = await openMeasuredApp(database.connection, join(data, "tmp"))
  const rows = []
  for (const call of scaleCalls(siteFacts)) rows.push(await measureCall(app, call))
  print(rows)
  await explainSlowest(app, rows)
  await app.stop()
  await stopDatabase()
  const worst = rows.toSorted((a, b) => b.best - a.best)
  const slow = worst.filter(({ best }) => best > goalMs)
  const met = goal(
    `每一种问法在数据库里 p95（每问取最快的一轮）不超过 ${goalMs} ms`,
    slow.length === 0,
    `${rows.length - slow.length}/${rows.length}，最慢 ${worst[0].title} ${formatNumber(worst[0].best, 1)} ms`,
  )
  return {
    met: met && pages.met && rows.every(({ wrong }) => wrong === 0),
    rows: rows.map(({ statements: _, ...row }) => row),
    pages: pages.rows,
  }
}

/**
 * Adds up the time of all statements of a call, whether they ran sequentially or in parallel. `best` takes the fastest round of each query:
 * on a shared machine, the other rounds say more about the other load than about the database.
 */
async function measureCall(app, { title, key, inputs, staff = false }) {
  const [times, calls] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])]
  let [statements, wrong, count] = [/** @type {{ ms: number }[]} */ ([]), 0, 0]
  const best = inputs.map(() => Number.POSITIVE_INFINITY)
  // the first round warms the memory of PostgreSQL, as on a site that has been running for a while
  for (let round = 0; round <= rounds; round++)
    for (const [index, input] of inputs.entries()) {
      const measured = await app.call(key, input, staff)
      if (!measured.ok) wrong++
      if (round === 0) continue
      const ms = measured.statements.reduce((sum, one) => sum + one.ms, 0)
      best[index] = Math.min(best[index] ?? ms, ms)
      times.push(ms)
      calls.push(measured.ms)
      count = Math.max(count, measured.statements.length)
      statements = [...statements, ...measured.statements].toSorted((a, b) => b.ms - a.ms).slice(0, 3)
    }
  return {
    title,
    key,
    best: percentile(best, 0.95),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    call: percentile(calls, 0.95),
    count,
    wrong,
    statements,
  }
}

function print(rows) {
  const lines = rows.map(({ title, best, p50, p95, call, count, wrong }) => [
    `${best > goalMs || wrong ? "×" : " "} ${title}`,
    formatNumber(best, 1),
    formatNumber(p50, 1),
    formatNumber(p95, 1),
    formatNumber(call, 1),
    formatNumber(count),
    formatNumber(wrong),
  ])
  console.log(`\n${table(["问法", "数据库 最好 ms", "p50", "p95", "整个调用 p95", "语句", "错误"], lines)}\n`)
}

/** Explains the ten slowest statements, each statement text only once. */
async function explainSlowest(app, rows) {
  const all = rows.flatMap(({ title, statements }) => statements.map((one) => ({ ...one, title }))).toSorted((a, b) => b.ms - a.ms)
  const seen = new Set()
  const slowest = all.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, 10)
  for (const one of slowest) {
    console.log(`── ${one.title}（${formatNumber(one.ms, 1)} ms）\n${one.text.slice(0, 600)}\n`)
    console.log(`${await app.explain(one).catch((error) => String(error))}\n`)
  }
}
