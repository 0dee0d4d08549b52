import { Client } from "pg"
import { expect, test } from "vitest"
import { testApp } from "../../tests/setup/test-app"
import { countContents, loadRows } from "./load.mjs"
import { randomOf, textOf, topicOf } from "./texts.mjs"

test("seeded rows are read through the API, with matching counters, and the indexes are restored", async () => {
  const app = await testApp()
  const client = new Client(app.database.pool.options)
  await client.connect()
  const indexes = async () => (await client.query("select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1")).rows
  const before = await indexes()
  expect(await countContents(client)).toBe(0)
  const newest = await loadRows(client, { documents: 300, articles: 40, users: 20, pictures: 10 })
  expect(await indexes()).toEqual(before)
  expect(await countContents(client)).toBe(340)
  const count = async (from: string) => Number((await client.query(`select count(*) from ${from}`)).rows[0].count)

  const list = await app.call("GET /document/list", { size: 24 })
  expect(list).toMatchObject({ ok: true, data: { total: await count("document where status = 2 and deleted_at is null") } })
  const [first] = list.ok ? list.data.document : []
  expect(first).toMatchObject({
    category: [expect.anything(), expect.anything()],
    attachment: { hash: expect.stringMatching(/^[\da-f]{32}$/) },
  })
  expect(first!.user!.doc_count).toBe(await count(`document where user_id = ${first!.user_id} and deleted_at is null`))
  const read = await app.call("GET /document", { uuid: first!.uuid })
  expect(read.ok && read.data.content).toMatch(/[\u4e00-\u9fff，]{10}.*。/)
  expect(newest.every(({ pages }) => pages.length > 0)).toBe(true)

  const categories = await app.call("GET /category/list")
  const wrong = categories.ok
    ? await Promise.all(
        categories.data.category.map(
          async ({ id, doc_count }) =>
            doc_count -
            (await count(`document_category join document on document.id = document_id where category_id = ${id} and deleted_at is null`)),
        ),
      )
    : [1]
  expect(wrong.length).toBeGreaterThan(50)
  expect(wrong.filter((difference) => difference !== 0)).toEqual([])
  expect(await app.call("GET /article/list", { limit: 5 })).toMatchObject({ ok: true, data: { article: { length: 5 } } })

  // rows of users are inserted after them, as with the ids that the tables assign
  const person = await app.person()
  expect(person.id).toBeGreaterThan(20)
  await client.end()
})

test("the same seed gives the same text", () => {
  const text = (seed: number) => textOf(randomOf(seed), topicOf(randomOf(seed)), 4)
  expect(text(7)).toBe(text(7))
  expect(text(7)).not.toBe(text(8))
})
