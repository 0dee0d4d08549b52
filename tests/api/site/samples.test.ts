import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { loadPages, loadSamples } from "@/server/modules/site/samples/samples.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* The sample content of a first start, and its removal at once. */

const folder = join(import.meta.dirname, "../../../server/modules/site/samples/content")
let app: TestApp
let library: Library
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ samples: folder })
  library = libraryOf(app)
  admin = await app.admin()
  const root = createCtx(app, { user: { id: 1, username: "admin", root: true, jti: "", permissions: new Set(), confirmed_at: null } })
  await loadPages(root, folder)
  await loadSamples(root, folder)
})
const count = async (table: string) => Number((await library.rows<{ n: string }>(`select count(*) as n from ${table}`))[0]!.n)
const read = async () => {
  const reply = await app.call("GET /samples", {}, admin)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

test("reading and removing the samples need their permissions [security: 8.2.1]", async () => {
  for (const key of ["GET /samples", "DELETE /samples"] as const) {
    expect(await app.call(key, {})).toMatchObject({ ok: false, status: 401 })
    expect(await app.call(key, {}, await app.person())).toMatchObject({ ok: false, status: 403 })
  }
  expect(await app.call("DELETE /samples", {}, await staffWith(app, "SampleAPI/GetSamples"))).toMatchObject({ ok: false, status: 403 })
})

test("all samples go at once; own contents, their categories and the footer's pages stay", async () => {
  const before = await read()
  expect(Math.min(before.document, before.article, before.banner)).toBeGreaterThan(0)
  const [{ id: category } = { id: "0" }] = await library.rows<{ id: string }>(
    "select c.id from category c join category p on p.id = c.parent_id where c.type = 0 order by c.id limit 1",
  )
  const person = await app.person()
  const document = await library.document(person, "自己的文档", { category_id: [Number(category)] })
  // a sample in the recycle bin is removed too
  const [first] = await library.rows<{ id: string }>("select id from document where user_id = 1 order by id limit 1")
  expect(await app.call("DELETE /document", { id: [Number(first!.id)] }, admin)).toMatchObject({ ok: true })
  const credits = await library.credits(admin)

  expect(await app.call("DELETE /samples", {}, admin)).toEqual({ ok: true, status: 200, data: {} })
  expect(await read()).toEqual({ document: 0, article: 0, banner: 0 })
  expect((await library.rows<{ id: string }>("select id from document")).map(({ id }) => Number(id))).toEqual([document.id])
  expect(await count("article")).toBeGreaterThan(0)
  expect(await library.rows("select identifier from article where identifier = 'about'")).toHaveLength(1)
  expect(await count("category")).toBe(2)
  expect(await library.rows("select id from category where doc_count <> 1")).toEqual([])
  expect(await library.credits(admin)).toBe(credits)
  await library.expectLedgerHolds()
  // a second removal has nothing to do
  expect(await app.call("DELETE /samples", {}, admin)).toMatchObject({ ok: true })
})
