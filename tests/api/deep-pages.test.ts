import { beforeAll, expect, test, vi } from "vitest"
import { libraryOf } from "../setup/library"
import { testApp, type TestApp } from "../setup/test-app"

/* Pages far from the start of a category, in an order that no index of the category supports. */

let app: TestApp
let category: number
const [documents, size] = [5_300, 20]
const far = 264

beforeAll(async () => {
  app = await testApp()
  category = await libraryOf(app).category("很大的分类")
  await app.database.pool.query(
    `with made as (insert into document (uuid, title, user_id, attachment_id, sha256, status, view_count)
       select 'far' || lpad(n::text, 13, '0'), '第 ' || n, 1, 0, repeat('0', 64), 2, n % 97 from generate_series(1, ${documents}) n returning id)
     insert into document_category (document_id, category_id) select id, $1 from made`,
    [category],
  )
})

const ask = async (page: number) => {
  const reply = await app.call("GET /document/list", { category_id: [category], page, size, order: "view_count desc" })
  if (!reply.ok) throw new Error(reply.message)
  return { total: reply.data.total, ids: reply.data.document.map(({ id }) => id) }
}
const inOrder = async (page: number) => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select id from document order by view_count desc, id desc offset ${(page - 1) * size} limit ${size}`,
  )
  return rows.map(({ id }) => Number(id))
}

test("a deep page has the rows of its offset, up to the last page", async () => {
  for (const page of [far, far + 1]) {
    const { ids, total } = await ask(page)
    expect(ids).toEqual(await inOrder(page))
    // counted after the first response
    expect(total).toBeGreaterThanOrEqual(page * size)
  }
  expect((await ask(far + 2)).ids).toEqual([])
})

test("a deep page stays the same for a minute while counters change; a document hidden meanwhile is left out", async () => {
  const before = await ask(far)
  await app.database.pool.query("update document set view_count = 1000 where id = any($1)", [before.ids.slice(0, 10)])
  await app.database.pool.query("update document set status = 4 where id = $1", [before.ids[15]])
  const now = await ask(far)
  expect(now.ids).toEqual(before.ids.filter((_, index) => index !== 15))
  expect(now.total).toBe(documents)
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000)
  expect((await ask(far)).ids).not.toEqual(now.ids)
  vi.restoreAllMocks()
})
