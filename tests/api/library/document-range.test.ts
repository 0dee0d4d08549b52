import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { momentsOf } from "@/lib/view/library/list/date-range"
import { documentTable } from "@/server/modules/library/document/document.table"
import { testApp } from "../../setup/test-app"

test("the own document list can be filtered by upload date, both ends included", async () => {
  const app = await testApp()
  const writer = await app.person()
  for (const [at, title] of [
    ["2026-06-10T02:00:00Z", "六月十日"],
    // 00:30 on the eleventh in Asia/Shanghai
    ["2026-06-10T16:30:00Z", "六月十一日"],
    ["2026-06-12T15:59:00Z", "六月十二日"],
  ] as const) {
    await app.call("POST /document", { document: [{ attachment_id: await app.file(writer), title }] }, writer)
    await app.database.db
      .update(documentTable)
      .set({ created_at: new Date(at) })
      .where(eq(documentTable.title, title))
  }
  const titles = async (from: string, to: string) => {
    const reply = await app.call(
      "GET /document/list",
      { user_id: [writer.id], order: "id asc", created_at: momentsOf({ from, to }) },
      writer,
    )
    return reply.ok ? reply.data.document.map(({ title }) => title) : reply.message
  }
  expect(await titles("2026-06-11", "2026-06-12")).toEqual(["六月十一日", "六月十二日"])
  expect(await titles("2026-06-11", "2026-06-11")).toEqual(["六月十一日"])
  expect(await titles("", "2026-06-10")).toEqual(["六月十日"])
  expect(await titles("2026-06-12", "")).toEqual(["六月十二日"])
  expect(await app.call("GET /document/list", { user_id: [writer.id], created_at: ["yesterday", "today"] }, writer)).toMatchObject({
    ok: false,
    status: 400,
    message: "时间格式不正确",
  })
})
