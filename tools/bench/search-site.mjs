// `npm run bench search -- --data DIR`: measures realistic `GET /search` requests on a seeded site, compared with a plain LIKE over the
// same texts.
import { join } from "node:path"
import pg from "pg"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { cpuMs, processTree } from "../../scripts/lib/processes.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { between, pick, randomOf } from "../seed/texts.mjs"
import { fields, things } from "../seed/vocabulary.mjs"
import { atEnd } from "./cleanup.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const scans = 25
const at = (/** @type {number[]} */ sorted, /** @type {number} */ share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const percentiles = (/** @type {number[]} */ times) => {
  const sorted = times.toSorted((one, other) => one - other)
  return [0.5, 0.95, 0.99].map((share) => at(sorted, share))
}

/**
 * Returns a random part of a line of the index, 2 to 8 characters. @param {() => number} random @param {string[]} texts @param {number}
 * [length]
 */
const partOf = (random, texts, length = between(random, 2, 8)) => {
  for (;;) {
    const line = pick(random, pick(random, texts).split("\n").filter(Boolean))
    const from = between(random, 0, Math.max(0, line.length - length))
    const part = line.slice(from, from + length)
    if (part.length === length && !/[\ud800-\udfff]/.test(part)) return part
  }
}

/**
 * Returns the kinds of queries. Each filter is one that the search page offers. @param {() => number} random @param {string[]} texts @param
 * {number[]} categories
 */
const kindsOf = (random, texts, categories) => {
  const subject = () => pick(random, pick(random, fields).subjects)
  const thing = () => pick(random, things)
  const filters = [
    () => ({ ext: pick(random, ["pdf", "word", ".docx", "excel"]) }),
    () => ({ category_id: [pick(random, categories)] }),
    () => ({ fee_type: pick(random, ["free", "charge"]) }),
    () => ({ language: ["en"] }),
    () => ({ duration: pick(random, ["week", "month", "year"]) }),
    () => ({ pages_min: 11, pages_max: 50 }),
  ]
  /** @type {Record<string, () => object>} */
  const kinds = {
    常用的两个字: () => ({ wd: thing() }),
    "任意 2–8 字的片段": () => ({ wd: partOf(random, texts) }),
    学科: () => ({ wd: subject() }),
    两个词: () => ({ wd: `${subject()} ${thing()}` }),
    三个词: () => ({ wd: `${subject()} ${thing()} ${thing()}` }),
    "一个词，加筛选": () => ({ wd: thing(), ...pick(random, filters)() }),
    "两个词，加两项筛选": () => ({ wd: `${subject()} ${thing()}`, ...pick(random, filters)(), ...pick(random, filters)() }),
    "第 2 到 20 页": () => ({ wd: thing(), page: between(random, 2, 20) }),
    最新的: () => ({ wd: thing(), sort: "latest" }),
    按下载: () => ({ wd: subject(), sort: "download_count" }),
    字母: () => ({ wd: pick(random, ["python", "excel", "linux", "java", "c语言", "pyth"]) }),
    没有的: () => ({ wd: `${partOf(random, texts, 2)}${partOf(random, texts, 2)}${partOf(random, texts, 3)}` }),
  }
  return Object.entries(kinds)
}

/** @param {import("pg").Client} client @param {() => number} random */
const readSamples = async (client, random) => {
  const { rows: most } = await client.query("select coalesce(max(rank), 0) as rows from search.settled")
  const ranks = Array.from({ length: 400 }, () => between(random, 1, most[0].rows))
  const { rows: texts } = await client.query("select text from search.settled where rank = any($1)", [ranks])
  const { rows: categories } = await client.query("select id::int from category where type = 0 order by random() limit 50")
  return { documents: most[0].rows, texts: texts.map(({ text }) => text), categories: categories.map(({ id }) => id) }
}

/**
 * Compares the matches of the index with those of a scan of all texts. @param {import("pg").Client} client @param
 * {import("../../server/ports/search/search.port").SearchPort} search @param {string[]} terms
 */
const compare = async (client, search, terms) => {
  const times = []
  let equal = 0
  for (const term of terms) {
    const begun = performance.now()
    const { rows } = await client.query("select kind, id from search.settled where text like $1", [`%${term.replace(/[\\%_]/g, "\\$&")}%`])
    times.push(performance.now() - begun)
    const { hits, approximate } = await search.find({
      terms: [term],
      filter: {},
      sort: "default",
      offset: 0,
      limit: 2_000,
      now: new Date(),
    })
    const scanned = new Set(rows.map((row) => `${row.kind}/${row.id}`))
    if (hits.every((hit) => scanned.has(`${hit.kind}/${hit.id}`)) && hits.length === (approximate ? 2_000 : scanned.size)) equal++
  }
  return { times, equal }
}

/** @param {{ data: string, queries: number }} options @param {(documents: number) => number | undefined} aimOf */
export const measureSite = async ({ data, queries }, aimOf) => {
  const [{ startEmbeddedDatabase }, { openMeasuredApp, migrateMeasured }, { createPostgresSearch }, { directAnalyser }] = await Promise.all(
    [
      importTypeScript("server/db/embedded.ts"),
      importTypeScript("tools/bench/measured-app.ts"),
      importTypeScript("server/ports/search/postgres.search.ts"),
      importTypeScript("server/ports/search/direct-analyser.ts"),
    ],
  )
  const database = await startEmbeddedDatabase({ dataDir: data, log: () => undefined })
  const stopDatabase = atEnd(() => database.stop())
  await migrateMeasured(database.connection, inProject("server/db/migrations"))
  const client = new pg.Client(database.connection)
  await client.connect()
  const random = randomOf(11)
  const { documents, texts, categories } = await readSamples(client, random)
  const app = await openMeasuredApp(database.connection, join(data, "tmp"))
  const kinds = kindsOf(random, texts, categories)
  const each = Math.ceil(queries / kinds.length)
  for (const [, ask] of kinds) for (let n = 0; n < 5; n++) await app.call("GET /search", { type: -1, ...ask() }, false)
  /** CPU time of this process and the database: on a shared machine it is more reliable than elapsed time */
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000 + processTree(database.pid).reduce((sum, one) => sum + (cpuMs(one.pid) ?? 0), 0)
  }
  const rows = []
  const all = []
  let wrong = 0
  for (const [title, ask] of kinds) {
    const times = []
    const before = cpu()
    for (let n = 0; n < each; n++) {
      const input = { type: -1, page: 1, size: 10, ...ask() }
      const { ms, ok } = await app.call("GET /search", input, false)
      if (!ok) wrong++
      times.push({ ms, input })
    }
    const slowest = times.toSorted((one, other) => other.ms - one.ms)[0]
    rows.push({ title, times: percentiles(times.map(({ ms }) => ms)), cpu: (cpu() - before) / each, slowest })
    all.push(...times.map(({ ms }) => ms))
  }
  const search = createPostgresSearch({ connection: database.connection, analyser: directAnalyser(), connections: 2 })
  const scanned = await compare(
    client,
    search,
    Array.from({ length: scans }, () => partOf(random, texts)),
  )
  await search.close()
  await app.stop()
  await client.end()
  await stopDatabase()
  const [index, like] = [percentiles(all), percentiles(scanned.times)]
  const line = (/** @type {string} */ title, /** @type {number[]} */ times, more = "", taken = NaN) => [
    title,
    ...times.map((ms) => formatNumber(ms, 1)),
    formatNumber(taken, 1),
    more,
  ]
  say(`${formatNumber(documents)} 份文档和文章，每种 ${each} 次\n`)
  console.log(
    table(
      ["整个调用，毫秒", "p50", "p95", "p99", "CPU ms/次", "最慢的"],
      [
        ...rows.map(({ title, times, slowest, cpu }) =>
          line(title, times, `${formatNumber(slowest?.ms, 1)} ${JSON.stringify(slowest?.input)}`, cpu),
        ),
        line("全部", index, "", rows.reduce((sum, one) => sum + one.cpu, 0) / rows.length),
        line(`LIKE（${scans} 个片段）`, like),
      ],
    ),
  )
  say(`\n${scans} 个片段里 ${scanned.equal} 个和 LIKE 的结果相同`)
  const aim = aimOf(documents)
  const met = goal(
    `p95 ≤ ${aim ?? "–"} 毫秒，结果全部相同，没有出错`,
    (index[1] ?? 0) <= (aim ?? Infinity) && scanned.equal === scans && wrong === 0,
    `${formatNumber(index[1], 1)} ms，${scanned.equal}/${scans}，${wrong} 次出错`,
  )
  return { met, documents, rows, index, like, equal: scanned.equal, scans, wrong }
}
