import { Pool } from "pg"
import { expect, test } from "vitest"
import { closeAtTheEnd } from "../../../tests/setup/opened"
import { ownDatabase } from "../../../tests/setup/own-database"
import { directAnalyser } from "./direct-analyser"
import { memorySearch } from "./memory.search"
import { createEngine } from "./opensearch/engine"
import { createOpenSearch } from "./opensearch.search"
import { createPostgresSearch } from "./postgres.search"
import { entryOf, searchSuite } from "./search.suite"
import { openSearchStandIn } from "./testing/opensearch.stand-in"

searchSuite("the fake", async () => memorySearch())

searchSuite("PostgreSQL", async () =>
  // There are so few rows in the best tiers that every query reads several tiers.
  createPostgresSearch({ connection: await ownDatabase(), analyser: directAnalyser(), bounds: [1, 3] }),
)

searchSuite("OpenSearch", async () => {
  const standIn = await openSearchStandIn({ credentials: "library:secret" })
  const search = createOpenSearch({ url: standIn.url, alias: "library", analyser: directAnalyser() })
  return { ...search, close: () => search.close().then(standIn.close) }
})

/** Addresses of a real cluster whose indexes may be deleted (`tools/opensearch`). */
const cluster = process.env["TEST_SEARCH_URL"]
if (cluster)
  searchSuite("a real OpenSearch", async () => {
    const alias = `suite${process.pid}`
    const search = createOpenSearch({ url: cluster, alias, analyser: directAnalyser(), seconds: 30 })
    const remove = () => createEngine(cluster)("DELETE", `/${alias}-*`)
    return { ...search, close: () => search.close().then(async () => void (await remove())) }
  })

test("an index of an earlier version is queried unchanged, and settling adds the tiers", async () => {
  const connection = await ownDatabase()
  const open = () => createPostgresSearch({ connection, analyser: directAnalyser() })
  const first = open()
  await first.put([entryOf(1, { pages: ["早先的索引"] }), entryOf(2, { pages: ["早先的文字"] })])
  await first.settle()
  await first.close()
  const pool = new Pool(connection)
  closeAtTheEnd(() => pool.end())
  const { rows } = await pool.query("select tablename as name from pg_tables where schemaname = 'search' and tablename ~ '^settled_'")
  const table = rows[0].name
  const indexes = async () =>
    (
      await pool.query(
        "select indexname from pg_indexes where schemaname = 'search' and indexdef ~ 'gin .tokens.' and tablename ~ '^settled_'",
      )
    ).rows.map((row) => row.indexname)
  expect(await indexes()).toHaveLength(4)
  for (const name of await indexes()) await pool.query(`drop index search.${name}`)
  await pool.query(`create index one on search.${table} using gin (tokens)`)
  await pool.query("update search.state set version = 1")
  const search = open()
  closeAtTheEnd(() => search.close())
  const findIds = async () =>
    (await search.find({ terms: ["早先"], filter: {}, sort: "default", offset: 0, limit: 9, now: new Date() })).hits.map(({ id }) => id)
  expect((await search.state()).outdated).toBe(true)
  expect(await findIds()).toEqual([1, 2])
  await search.settle()
  expect(await search.state()).toMatchObject({ outdated: false, settled: 2 })
  expect(await indexes()).toHaveLength(4)
  expect(await findIds()).toEqual([1, 2])
})

test("an index without tokens of titles is queried, is obsolete also after settling, and a rebuild adds them", async () => {
  const connection = await ownDatabase()
  const entries = [entryOf(1, { title: "早先的题目", pages: [] }), entryOf(2, { pages: ["早先的题目"], downloads: 900 })]
  const open = () => createPostgresSearch({ connection, analyser: directAnalyser() })
  const first = open()
  await first.put(entries)
  await first.settle()
  await first.close()
  const pool = new Pool(connection)
  closeAtTheEnd(() => pool.end())
  const { rows } = await pool.query("select tablename as name from pg_tables where schemaname = 'search' and tablename ~ '^settled_'")
  // filter values have tokens from 0xe0000000 on, those of titles from 0xe7000000 on
  await pool.query(
    `update search.${rows[0].name} set tokens = (select array_agg(t) from unnest(tokens) t where not t between -419430400 and -385875969)`,
  )
  await pool.query("update search.state set version = 2")
  const search = open()
  closeAtTheEnd(() => search.close())
  const findIds = async () =>
    (await search.find({ terms: ["早先的题目"], filter: {}, sort: "default", offset: 0, limit: 9, now: new Date() })).hits.map(
      ({ id }) => id,
    )
  expect(await findIds()).toEqual([1, 2])
  await search.settle()
  expect(await search.condition()).toMatchObject({ obsolete: true })
  expect(await findIds()).toEqual([1, 2])
  await search.rebuild(
    (async function* () {
      yield entries
    })(),
  )
  expect(await search.condition()).toMatchObject({ obsolete: false })
  expect(await findIds()).toEqual([1, 2])
})

test("queries run on the standby, on the primary while it is behind or fails, and a change of the index says that it is behind", async () => {
  const connection = await ownDatabase()
  let [isBehind, changes] = [false, 0]
  const sources: string[] = []
  const search = createPostgresSearch({
    connection,
    analyser: directAnalyser(),
    standby: {
      connection,
      read: (onStandby, onPrimary) => {
        sources.push(isBehind ? "primary" : "standby")
        return isBehind ? onPrimary() : onStandby()
      },
      behind: () => void (changes += 1),
    },
  })
  closeAtTheEnd(() => search.close())
  const findTotal = async () =>
    (await search.find({ terms: ["备库"], filter: {}, sort: "default", offset: 0, limit: 9, now: new Date() })).total
  expect(await findTotal()).toBe(0)
  await search.put([entryOf(1, { title: "备库", pages: ["在备库里找"] })])
  expect(changes).toBe(1)
  expect(await findTotal()).toBe(1)
  expect(await search.suggest({ text: "备", limit: 5 })).toMatchObject([{ id: 1, title: "备库" }])
  expect(await search.correct("nothing")).toBeNull()
  isBehind = true
  expect(await findTotal()).toBe(1)
  expect(sources).toEqual(["standby", "standby", "standby", "standby", "primary"])
  await search.remove([{ kind: 0, id: 1 }])
  expect(changes).toBe(2)
  expect(await findTotal()).toBe(0)
})
