import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { downloadTable } from "@/server/modules/library/document/document.table"
import { findDownload } from "@/server/modules/library/document/download.usecases"
import { readingApp } from "../../setup/reading"
import { staffWith } from "../../setup/staff"
import type { TestUser } from "../../setup/test-app"

const { app, library, read, scripted, owner, other } = await readingApp()
const staff: TestUser = await staffWith(app, "DocumentAPI/CheckDocument", "DocumentAPI/GetDocument")
await library.onlyGroup(owner, { enable_upload: true, enable_document_review: true })
const check = (id: number[], status: number, reason?: string, as = staff) => app.call("PUT /document/check", { id, status, reason }, as)
const inReview = async (title: string) => {
  const made = await read.submit(owner, title, { pages: ["一", "二"] }, { wait: false })
  expect(made.status).toBe(6)
  return made
}
const dynamicTexts = async () => (await library.dynamics(owner)).map(([, words]) => String(words))

describe("a document in review", () => {
  test("after approval it is converted, readable, and its owner is notified", async () => {
    const { id, uuid } = await inReview("待审一")
    expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ ok: false, status: 404 })
    expect(await check([id], 2, undefined, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await check([id], 2)).toMatchObject({ ok: true })
    expect(await read.settled(uuid)).toMatchObject({ status: 2, pages: 2 })
    expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ ok: true, data: { status: 2 } })
    expect(await dynamicTexts()).toContainEqual(expect.stringMatching(/^文档《待审一》通过了审核/))
  })

  test("the reason for a rejection is visible to owner and staff only; an edit returns the document to review", async () => {
    const { id, uuid } = await inReview("待审二")
    expect(await check([id], 7, "扫描不清楚")).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid }, owner)).toMatchObject({ ok: true, data: { status: 7, reject_reason: "扫描不清楚" } })
    expect(await app.call("GET /document", { uuid }, staff)).toMatchObject({ ok: true, data: { reject_reason: "扫描不清楚" } })
    expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ ok: false, status: 404 })
    expect(await dynamicTexts()).toContain("文档《待审二》没有通过审核，原因：扫描不清楚")
    expect(await app.call("PUT /document", { id, title: "待审二 改" }, owner)).toMatchObject({ ok: true })
    expect((await read.row(uuid)).status).toBe(6)
    expect(await check([id], 0)).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid }, owner)).toMatchObject({ data: { reject_reason: "" } })
    await read.settled(uuid)
  })

  test("a document with rendered pages is readable at once after approval", async () => {
    const { id, uuid } = await inReview("待审三")
    await check([id], 2)
    await read.settled(uuid)
    expect(await app.call("PUT /document", { id, title: "待审三 改" }, owner)).toMatchObject({ ok: true })
    expect((await read.row(uuid)).status).toBe(6)
    const drawn = scripted.asked.length
    await check([id], 2)
    expect((await read.row(uuid)).status).toBe(2)
    expect(scripted.asked.length).toBe(drawn)
  })

  test("a rejected document can be approved, a readable one cannot be rejected, and a repeated approval notifies once [security: 2.3.1, state-machines]", async () => {
    const { id, uuid } = await inReview("待审四")
    await check([id], 7, "不合适")
    await check([id, id], 2)
    await read.settled(uuid)
    await check([id], 2)
    await check([id], 7, "太晚了")
    expect((await read.row(uuid)).status).toBe(2)
    expect((await dynamicTexts()).filter((words) => words.includes("待审四") && words.includes("通过了审核"))).toHaveLength(1)
  })
})

describe("the file of a document in review", () => {
  const ask = (id: number, as: TestUser) => app.call("GET /document/download/bereviewed", { id }, as)
  const given = (url: string) => findDownload(createCtx(app), url.replace("/download/", ""))

  test("is sent to holders of the permission without a price and without counting a download, for hidden documents only", async () => {
    const { id, uuid } = await inReview("待审下载")
    await app.call("PUT /document", { id, price: 9 }, owner)
    const reviewer = await staffWith(app, "DocumentAPI/DownloadDocumentToBeReviewed")
    for (const as of [owner, other, staff]) expect(await ask(id, as)).toMatchObject({ ok: false, status: 403 })
    const link = await ask(id, reviewer)
    if (!link.ok) throw new Error(link.message)
    expect(await given(link.data.url)).toMatchObject({ name: expect.stringContaining("待审下载") })
    expect(await app.call("GET /document", { uuid }, staff)).toMatchObject({ data: { download_count: 0 } })
    expect(await app.database.db.$count(downloadTable)).toBe(0)
    await check([id], 4, "先停下")
    expect(await given(link.data.url), "disabled, the reviewer still has it").not.toBeNull()
    await check([id], 2)
    await read.settled(uuid)
    expect(await ask(id, reviewer)).toMatchObject({ ok: false, status: 404 })
    expect((await app.database.db.select().from(auditTable).where(eq(auditTable.user_id, reviewer.id))).map(({ call }) => call)).toEqual([
      "GET /document/download/bereviewed",
    ])
  })
})

describe("the list of documents for staff", () => {
  test("can be filtered by language", async () => {
    const { id } = await inReview("一份英语文档")
    await app.call("PUT /document", { id, language: "en" }, owner)
    const titles = async (language: string[]) => {
      const reply = await app.call("GET /document/list", { language, status: [6] }, await app.admin())
      return reply.ok ? reply.data.document.map(({ title }) => title) : reply.message
    }
    expect(await titles(["en"])).toEqual(["一份英语文档"])
    expect(await titles(["en", "zh-CN"])).toContain("一份英语文档")
    expect(await titles(["fr"])).toEqual([])
  })
})

describe("disabling and enabling by staff", () => {
  test("disabling hides a document at once, also during its conversion; enabling converts it again", async () => {
    let go = () => undefined as void
    const hold = new Promise<void>((done) => (go = done))
    const reader = await app.person()
    const { id, uuid } = await read.submit(
      reader,
      "转换中禁用",
      { pages: ["一"], hold, fail: new Error("the disk stumbles") },
      { wait: false },
    )
    await expect.poll(async () => (await read.row(uuid)).status).toBe(1)
    expect(await check([id], 4, "举报属实")).toMatchObject({ ok: true })
    go()
    const running = "select 1 from queue.job where name = 'convert-document' and state = 'active'"
    await expect.poll(async () => (await app.database.pool.query(running)).rowCount).toBe(0)
    expect((await read.row(uuid)).status).toBe(4)
    expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ ok: false, status: 404 })
    expect((await library.dynamics(reader)).map(([, words]) => words)).toContain("文档《转换中禁用》已被禁用，原因：举报属实")
    for (const script of scripted.scripts.values()) delete script.fail
    expect(await check([id], 2)).toMatchObject({ ok: true })
    expect(await read.settled(uuid)).toMatchObject({ status: 2 })
  })

  test("an unknown status is rejected, an unknown document is ignored", async () => {
    const { id, uuid } = await inReview("待审五")
    for (const status of [1, 3, 5, 9, -1]) expect(await check([id], status), String(status)).toMatchObject({ ok: false, status: 400 })
    expect((await read.row(uuid)).status).toBe(6)
    expect(await check([999_999], 2)).toMatchObject({ ok: true })
  })
})
