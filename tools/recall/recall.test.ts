import { Client } from "pg"
import { beforeAll, expect, test } from "vitest"
import { directAnalyser } from "../../server/ports/search/direct-analyser"
import { fold } from "../../server/ports/search/fold"
import { createPostgresSearch } from "../../server/ports/search/postgres.search"
import { maxRanked, type SearchEntry, type SearchPort } from "../../server/ports/search/search.port"
import { staticScore } from "../../server/ports/search/static-score"
import { closeAtTheEnd } from "../../tests/setup/opened"
import { ownDatabase } from "../../tests/setup/own-database"
import { entryOf } from "./corpus.mjs"
import { compare } from "./recall.mjs"

let search: SearchPort
let client: Client
beforeAll(async () => {
  const connection = await ownDatabase()
  client = new Client(connection)
  await client.connect()
  closeAtTheEnd(() => client.end())
  search = createPostgresSearch({ connection, analyser: directAnalyser() })
  closeAtTheEnd(() => search.close())
})

test("random parts of a corpus are found at any position, and nothing else", async () => {
  const outcome = await compare({ search, parts: { fold, staticScore } }, { documents: 300, queries: 100 })
  expect(outcome).toMatchObject({ equal: 100, wrong: 0 })
}, 60_000)

test("with too many matches those with the best static score are ranked, and the count is an estimate", async () => {
  const many = Array.from({ length: 3 * maxRanked }, (_, at): SearchEntry => ({ ...entryOf(at + 1), title: "共同", pages: [] }))
  const all = async function* () {
    yield many
  }
  await search.rebuild(all())
  // as the database does on its own after a while
  await client.query("analyze")
  const best = many.toSorted((one, other) => staticScore(other) - staticScore(one)).slice(0, maxRanked)
  const result = await search.find({ terms: ["共同"], filter: {}, sort: "default", offset: 0, limit: maxRanked, now: new Date() })
  expect(result.approximate).toBe(true)
  // every entry contains the words: the whole sample matches
  expect(result.total).toBeGreaterThan(2.9 * maxRanked)
  expect(new Set(result.hits.map((hit) => hit.id))).toEqual(new Set(best.map((one) => one.id)))
}, 60_000)
