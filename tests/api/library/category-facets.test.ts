import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { DocumentStatus, DocumentVisibility } from "@/lib/contract/library/document.enums"
import { documentCategoryTable, documentTable } from "@/server/modules/library/document/document.table"
import { testApp } from "../../setup/test-app"

const app = await testApp()
const { db } = app.database
const writer = await app.person()

const category = 77
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
type Values = Partial<typeof documentTable.$inferInsert>

const add = async (title: string, values: Values, inside = true) => {
  await app.call("POST /document", { document: [{ attachment_id: await app.file(writer), title }] }, writer)
  const [row] = await db
    .update(documentTable)
    .set({ status: DocumentStatus.converted, ext: ".pdf", pages: 5, price: 0, language: "zh-CN", created_at: daysAgo(1), ...values })
    .where(eq(documentTable.title, title))
    .returning({ id: documentTable.id })
  if (inside) await db.insert(documentCategoryTable).values({ document_id: row!.id, category_id: category })
}

const counts = async (input: object = {}) => {
  const reply = await app.call("GET /document/facets", { category_id: [category], ...input })
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

test("filters of a category are counted over its public documents, each without its own condition", async () => {
  await db.execute(`insert into category (id, title, type) overriding system value values (${category}, '数学', 0)`)
  await add("新卷", {})
  await add("旧卷", { pages: 60, created_at: daysAgo(400), price: 5 })
  await add("讲义", { ext: ".docx", created_at: daysAgo(20) })
  await add("私有", { visibility: DocumentVisibility.owner })
  await add("待审", { status: DocumentStatus.reviewing })
  await add("别处", {}, false)
  const all = await counts()
  expect(all.agg_ext.toSorted((a, b) => a.ext.localeCompare(b.ext))).toEqual([
    { ext: ".docx", count: 1 },
    { ext: ".pdf", count: 2 },
  ])
  expect(Object.fromEntries(all.agg_fee.map((one) => [one.fee_type, one.count]))).toEqual({ free: 2, charge: 1 })
  expect(Object.fromEntries(all.agg_pages.map((one) => [one.min, one.count]))).toEqual({ 1: 2, 51: 1 })
  expect(Object.fromEntries(all.agg_duration.map((one) => [one.duration, one.count]))).toEqual({
    week: 1,
    month: 2,
    three_month: 2,
    half_year: 2,
    year: 2,
  })
  const recent = await counts({ duration: "month", ext: "pdf" })
  expect(recent.agg_ext.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(recent.agg_fee).toEqual([{ fee_type: "free", count: 1 }])
  const listed = await app.call("GET /document/list", { category_id: [category], fee_type: "free" })
  expect(listed.ok && listed.data.total).toBe(2)
})

test("a category without documents has no counts, and a wrong filter is refused", async () => {
  expect((await counts({ category_id: [78] })).agg_ext).toEqual([])
  expect(await app.call("GET /document/facets", { fee_type: "cheap" as "free" })).toMatchObject({ ok: false, status: 400 })
})
