import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { SafetyLevel } from "@/lib/contract/community/content-safety.enums"
import { HitKind, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import { DocumentStatus, DocumentVisibility } from "@/lib/contract/library/document.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { createCtx } from "@/server/context"
import { articleSafetyJob } from "@/server/modules/articles/article/article.jobs"
import { commentSafetyJob } from "@/server/modules/community/comment/comment.jobs"
import { documentSafetyJob } from "@/server/modules/library/document/safety-check.jobs"
import { pictureKey } from "@/server/modules/library/files/storage-keys.rules"
import { alarmKinds } from "@/server/modules/operations/alarm/alarm-kinds.usecases"
import { memorySafetyMarks } from "@/server/ports/content-safety/memory.content-safety"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { libraryOf, type Library } from "../../setup/library"
import { planOf, queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

/* Contents are checked by a service outside after they were stored, and wait for a person if it objects (docs/decisions/474). */

let app: TestApp
let library: Library
let staff: TestUser
let author: TestUser
let now = new Date()
const { block, review } = memorySafetyMarks
const settings = { safety_provider: "tencent", safety_key_id: "AKID", safety_key_secret: "a secret", safety_pages: 2 }

beforeAll(async () => {
  app = await testApp({ converter: createFakeConverter({ pages: 3 }), now: () => now })
  await app.startWorkers(1)
  library = libraryOf(app)
  staff = await app.admin()
  author = await app.person("safety-author")
})
beforeEach(async () => {
  await library.set("security", { ...settings, comment_interval: 0 })
  app.contentSafety.checked.length = 0
  app.contentSafety.refuseWith = ""
})

type Check = { level: number; provider: string; error: string; findings: { place: string; page: number; words: string[] }[] }
const checkOf = async (kind: number, id: number): Promise<Check | undefined> =>
  (await library.rows<Check>("select * from safety_check where kind = $1 and object_id = $2", [kind, id]))[0]
const statusOf = async (table: "document" | "article" | "comment", id: number) =>
  (await library.rows<{ status: number }>(`select status from ${table} where id = $1`, [id]))[0]!.status
const checked = (kind: number, id: number) => until(async () => (await checkOf(kind, id)) !== undefined)
const texts = () => app.contentSafety.checked.flatMap(({ text }) => text ?? [])
const pictures = () => app.contentSafety.checked.flatMap(({ picture }) => picture ?? [])
const detail = async (kind: number, id: number) => {
  const reply = await app.call("GET /review", { kind, id }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const notices = (person: TestUser, kind: string) =>
  library.rows<{ data: { verdict: string; reason?: string } }>(
    "select data from notification where user_id = $1 and kind = $2 order by id desc",
    [person.id, kind],
  )
const again = (id: number) => documentSafetyJob.run(createCtx(app), { document_id: id }, new AbortController().signal)

describe("a document", () => {
  test("is public and has a verdict if the service finds nothing; only its first pages are sent", async () => {
    const { id } = await library.document(author, "平常的文档", { description: "平常的简介" })
    await checked(HitKind.documentText, id)
    expect(await checkOf(HitKind.document, id)).toMatchObject({ level: SafetyLevel.pass, provider: "tencent", findings: [] })
    expect(await statusOf("document", id)).toBe(DocumentStatus.converted)
    expect(texts()[0]).toBe("平常的文档\n平常的简介")
    // the texts of two of three pages
    expect(texts()).toHaveLength(3)
    expect(pictures().length).toBeLessThanOrEqual(2)
    expect(app.contentSafety.checked[0]!.account).toEqual({ provider: "tencent", key_id: "AKID", key_secret: "a secret" })
  })

  test("with a problem in its text waits for a person, who sees where it is; its owner hears why", async () => {
    const attachment_id = await app.file(author, "有问题.txt", `开头 ${review} 结尾`)
    const reply = await app.call("POST /document", { document: [{ attachment_id, title: "有问题的正文" }] }, author)
    const id = reply.ok ? reply.data.document[0]!.id : 0
    await until(async () => (await statusOf("document", id)) === DocumentStatus.reviewing)
    expect(await app.call("GET /document", { id }, await app.person())).toMatchObject({ ok: false, status: 404 })
    expect((await detail(ReviewKind.document, id)).safety).toMatchObject([
      { kind: HitKind.document, level: SafetyLevel.pass, findings: [] },
      {
        kind: HitKind.documentText,
        provider: "tencent",
        level: SafetyLevel.review,
        findings: [
          { place: "text", page: 1, category: SensitiveCategory.obscene, label: "porn", score: 98, words: [review] },
          { place: "text", page: 2 },
        ],
      },
    ])
    const [notice] = await notices(author, "document_review")
    expect(notice!.data).toEqual({ verdict: "review", reason: "第 1 页的文字可能有色情内容，要由人工审核" })
  })

  test("that a person has approved stays approved when it is converted again", async () => {
    const { id } = await library.document(author, `标题 ${block}`)
    await until(async () => (await statusOf("document", id)) === DocumentStatus.reviewing)
    expect(await app.call("PUT /document/check", { id: [id], status: DocumentStatus.converted }, staff)).toMatchObject({ ok: true })
    await until(async () => (await statusOf("document", id)) === DocumentStatus.converted)
    await checked(HitKind.documentText, id)
    app.contentSafety.checked.length = 0
    await again(id)
    expect(app.contentSafety.checked).toEqual([])
    expect(await statusOf("document", id)).toBe(DocumentStatus.converted)
  })

  test("is checked again when its owner changes what describes it; one that staff disabled stays disabled", async () => {
    const { id } = await library.document(author, "先是好的")
    await checked(HitKind.documentText, id)
    const pagesBefore = texts().length
    expect(await app.call("PUT /document", { id, title: `后来 ${review}` }, author)).toMatchObject({ ok: true })
    await until(async () => (await statusOf("document", id)) === DocumentStatus.reviewing)
    expect((await checkOf(HitKind.document, id))!.findings).toMatchObject([{ place: "fields", page: 0, words: [review] }])
    // its pages are not sent again
    expect(texts().length).toBe(pagesBefore + 1)
    await app.database.pool.query("update document set status = $2, title = $3 where id = $1", [id, DocumentStatus.disabled, `又 ${block}`])
    await again(id)
    expect(await checkOf(HitKind.document, id)).toMatchObject({ level: SafetyLevel.block })
    expect(await statusOf("document", id)).toBe(DocumentStatus.disabled)
  })

  test("with a problem in the picture of a page waits for a person", async () => {
    const { id } = await library.document(author, "图片有问题")
    await checked(HitKind.documentText, id)
    const [row] = await library.rows<{ sha256: string; version: number }>("select sha256, version from document where id = $1", [id])
    await app.storage.put(`pages/${row!.sha256.slice(0, 2)}/${row!.sha256}/v${row!.version}/2.thumb.webp`, Buffer.from(block), false)
    await app.database.pool.query("delete from safety_check where object_id = $1", [id])
    await again(id)
    expect(await statusOf("document", id)).toBe(DocumentStatus.reviewing)
    expect((await checkOf(HitKind.documentText, id))!.findings).toMatchObject([{ place: "picture", page: 2, words: [] }])
  })
})

describe("an article", () => {
  test("with a problem in its text or in a picture stored here waits for a person, and its author hears why", async () => {
    const { id } = await library.article(author, "有问题的文章", { description: "简介", content: `<p>开头</p><p>${block}</p>` })
    await until(async () => (await statusOf("article", id)) === ReviewStatus.pending)
    expect((await detail(ReviewKind.article, id)).safety).toMatchObject([{ kind: HitKind.article, level: SafetyLevel.block }])
    const [notice] = await notices(author, "article_review")
    expect(notice!.data).toEqual({ verdict: "review", reason: "文字可能有色情内容，要由人工审核" })

    const sha256 = "ab".repeat(32)
    await app.storage.put(pictureKey(sha256, ".webp"), Buffer.from(review), false)
    const content = `<p>图</p><p><img src="/uploads/ab/${sha256}.webp" alt="" /></p>`
    const other = await library.article(author, "图片有问题的文章", { content })
    await until(async () => (await statusOf("article", other.id)) === ReviewStatus.pending)
    expect((await checkOf(HitKind.article, other.id))!.findings).toMatchObject([{ place: "picture", page: 0 }])
  })

  test("stays public if nothing is found, and is checked again after an edit", async () => {
    const { id } = await library.article(author, "平常的文章")
    await checked(HitKind.article, id)
    expect(await statusOf("article", id)).toBe(ReviewStatus.approved)
    expect(await app.call("PUT /article", { id, content: `<p>改成 ${review}</p>` }, author)).toMatchObject({ ok: true })
    await until(async () => (await statusOf("article", id)) === ReviewStatus.pending)
  })

  test("that was rejected meanwhile is not brought back to review", async () => {
    const { id } = await library.article(author, "退回的文章")
    await checked(HitKind.article, id)
    await app.database.pool.query("update article set status = 2, content = $2 where id = $1", [id, `<p>${block}</p>`])
    await articleSafetyJob.run(createCtx(app), { article_id: id }, new AbortController().signal)
    expect(await checkOf(HitKind.article, id)).toMatchObject({ level: SafetyLevel.block })
    expect(await statusOf("article", id)).toBe(ReviewStatus.rejected)
  })
})

describe("a comment", () => {
  const write = async (document_id: number, content: string) => {
    const reply = await app.call("POST /comment", { document_id, content }, staff)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.id
  }

  test("with a problem waits for a person and no longer counts; approved by one, it stays", async () => {
    const target = await library.document(author, "被评论的文档")
    await until(async () => (await statusOf("document", target.id)) === DocumentStatus.converted)
    const good = await write(target.id, "很好")
    const bad = await write(target.id, `看这里 ${block}`)
    await until(async () => (await statusOf("comment", bad)) === ReviewStatus.pending)
    await checked(HitKind.comment, good)
    expect(await statusOf("comment", good)).toBe(ReviewStatus.approved)
    const [row] = await library.rows<{ comment_count: number }>("select comment_count from document where id = $1", [target.id])
    expect(row!.comment_count).toBe(1)
    expect((await detail(ReviewKind.comment, bad)).safety).toMatchObject([{ level: SafetyLevel.block, findings: [{ words: [block] }] }])
    expect(await app.call("POST /comment/check", { id: [bad], status: ReviewStatus.approved }, staff)).toMatchObject({ ok: true })
    await commentSafetyJob.run(createCtx(app), { comment_id: bad }, new AbortController().signal)
    expect(await statusOf("comment", bad)).toBe(ReviewStatus.approved)
  })
})

describe("the list of verdicts", () => {
  const list = async (filters: object = {}, as = staff) => {
    const reply = await app.call("GET /safetycheck/list", filters, as)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.safety_check
  }

  test("names each thing that was checked, with its address, its findings and why a check failed", async () => {
    const bad = await library.document(author, `列出 ${block}`)
    await checked(HitKind.documentText, bad.id)
    const article = await library.article(author, "列出的文章")
    await checked(HitKind.article, article.id)
    const rows = await list({ size: 100 })
    expect(rows.find((row) => row.kind === HitKind.document && row.object_id === bad.id)).toMatchObject({
      title: `列出 ${block}`,
      href: `/document/${bad.uuid}`,
      provider: "tencent",
      level: SafetyLevel.block,
      error: "",
      findings: [{ place: "fields", page: 0, category: SensitiveCategory.obscene, label: "porn", score: 98, words: [block] }],
    })
    expect(rows.find((row) => row.kind === HitKind.article && row.object_id === article.id)).toMatchObject({ title: "列出的文章" })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const times = rows.map(({ checked_at }) => checked_at!)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(JSON.stringify(rows)).not.toContain("digest")
  })

  test("is filtered by kind, level and service, page by page", async () => {
    const all = await list({ size: 100 })
    const blocked = await list({ level: [SafetyLevel.block], size: 100 })
    expect(blocked.length).toBeGreaterThan(0)
    expect(blocked.map(({ id }) => id)).toEqual(all.filter(({ level }) => level === SafetyLevel.block).map(({ id }) => id))
    expect((await list({ kind: [HitKind.comment], size: 100 })).every(({ kind }) => kind === HitKind.comment)).toBe(true)
    expect(await list({ provider: ["aliyun"] })).toEqual([])
    expect((await list({ page: 2, size: 1 })).map(({ id }) => id)).toEqual([all[1]!.id])
    expect(await app.call("GET /safetycheck/list", { level: "x" } as never, staff)).toMatchObject({ ok: false, status: 400 })
  })

  test("is read from an index, whole and by level", async () => {
    for (const filters of [{}, { level: [SafetyLevel.block] }]) {
      const queries = await queriesOf(app, () => app.call("GET /safetycheck/list", { size: 10, page: 2, ...filters }, staff))
      expect(
        await planOf(
          app,
          queries.find(({ text }) => text.includes("offset"))!,
        ),
      ).toMatch(/safety_check_(time|level)/)
    }
  })

  test("is for staff with the permission, who read no title of what they may not see", async () => {
    expect(await app.call("GET /safetycheck/list", {})).toMatchObject({ ok: false, status: 401 })
    expect(await app.call("GET /safetycheck/list", {}, author)).toMatchObject({ ok: false, status: 403 })
    const clerk = await staffWith(app, "ReviewAPI/ListSafetyCheck")
    const { id } = await library.document(author, "只有主人能看的")
    await checked(HitKind.documentText, id)
    await app.database.pool.query("update document set visibility = $2 where id = $1", [id, DocumentVisibility.owner])
    const rowOf = async (as: TestUser) =>
      (await list({ size: 100 }, as)).find((row) => row.object_id === id && row.kind === HitKind.document)
    expect(await rowOf(staff)).toMatchObject({ title: "只有主人能看的" })
    expect(await rowOf(clerk)).toMatchObject({ title: "", href: "", level: SafetyLevel.pass })
  })
})

describe("the test of the settings", () => {
  const check = (as?: TestUser) => app.call("POST /config/safety/test", {}, as)
  // jobs of earlier tests may still be checking
  const samples = () => app.contentSafety.checked.filter(({ text }) => text?.includes("用来测试"))

  test("lets the saved service check a sentence and a picture", async () => {
    expect(await check(staff)).toMatchObject({
      ok: true,
      data: { text: { level: SafetyLevel.pass, error: "" }, picture: { level: SafetyLevel.pass, error: "" } },
    })
    expect(samples()).toMatchObject([{ account: { provider: "tencent", key_secret: "a secret" } }])
    expect(pictures().some((picture) => picture.subarray(1, 4).toString() === "PNG")).toBe(true)
  })

  test("says why the service refused, without its secret", async () => {
    app.contentSafety.refuseWith = "腾讯云天御没有接受（HTTP 200）：余额不足，a secret"
    const error = "腾讯云天御没有接受（HTTP 200）：余额不足，***"
    expect(await check(staff)).toMatchObject({ ok: true, data: { text: { level: SafetyLevel.unchecked, error }, picture: { error } } })
  })

  test("asks for the settings first, and is for staff with the permission", async () => {
    await library.set("security", { ...settings, safety_key_secret: "" })
    expect(await check(staff)).toMatchObject({ ok: false, status: 400, message: expect.stringContaining("没有填密钥") })
    expect(await check()).toMatchObject({ ok: false, status: 401 })
    expect(await check(author)).toMatchObject({ ok: false, status: 403 })
    expect(samples()).toEqual([])
  })
})

describe("the service", () => {
  test("is off by default: nothing is sent, stored or enqueued", async () => {
    await library.set("security", { safety_provider: "" })
    const { id } = await library.article(author, `${block} 但没有检查`)
    await again(id)
    const jobs = await library.rows("select 1 from queue.job where name = 'check-article-safety' and data->>'article_id' = $1", [
      String(id),
    ])
    expect([jobs.length, app.contentSafety.checked.length, await checkOf(HitKind.article, id)]).toEqual([0, 0, undefined])
    // neither without its key
    await library.set("security", { ...settings, safety_key_secret: "" })
    await again(id)
    expect(app.contentSafety.checked).toEqual([])
  })

  test("that does not answer is tried again, what it should have checked stays public, and after half an hour the alarm says so", async () => {
    const alarm = () => alarmKinds.find(({ name }) => name === "content-safety")!.check(createCtx(app))
    const { id } = await library.article(author, "没有检查成功的文章", { content: "<p>文字</p>" })
    await checked(HitKind.article, id)
    await app.database.pool.query("delete from safety_check")
    app.contentSafety.refuseWith = "腾讯云天御没有接受（HTTP 200）：余额不足，a secret"
    const run = () => articleSafetyJob.run(createCtx(app), { article_id: id }, new AbortController().signal)
    await expect(run()).rejects.toThrow("余额不足")
    expect(await checkOf(HitKind.article, id)).toMatchObject({
      level: SafetyLevel.unchecked,
      error: "腾讯云天御没有接受（HTTP 200）：余额不足，***",
    })
    expect(await statusOf("article", id)).toBe(ReviewStatus.approved)
    expect(await alarm()).toBe("")
    now = new Date(now.getTime() + 31 * 60_000)
    // a further failure does not begin the half hour again
    await expect(run()).rejects.toThrow("余额不足")
    expect(await alarm()).toContain("1 份内容没有经过内容安全检查")
    app.contentSafety.refuseWith = ""
    await run()
    expect(await alarm()).toBe("")
    expect(await checkOf(HitKind.article, id)).toMatchObject({ level: SafetyLevel.pass, error: "" })
  })

  test("that costs money is asked only so often a day, on the whole site; what is left stays public, with an alarm [security: paid-checks]", async () => {
    const { id } = await library.article(author, "额度之后的文章", { content: "<p>文字</p>" })
    await checked(HitKind.article, id)
    await app.database.pool.query("delete from safety_check")
    app.contentSafety.checked.length = 0
    // the limits of this test are a hundred times as large
    await library.set("security", { safety_daily: 1 })
    const everybody = { user: { id: 0 }, request: { ip: "" } }
    const spend = () => app.admit("content-safety", { points: 1, seconds: 86_400, by: "person" }, everybody)
    for (let n = 0; n <= 100; n++) await spend().catch(() => undefined)
    await expect(spend()).rejects.toMatchObject({ status: 429 })
    const run = () => articleSafetyJob.run(createCtx(app), { article_id: id }, new AbortController().signal)
    await expect(run()).rejects.toThrow("今天已经检查了 1 次")
    expect(app.contentSafety.checked).toEqual([])
    expect(await statusOf("article", id)).toBe(ReviewStatus.approved)
    now = new Date(now.getTime() + 31 * 60_000)
    expect(await alarmKinds.find(({ name }) => name === "content-safety")!.check(createCtx(app))).toContain("到了每天的上限")
    await library.set("security", { safety_daily: 20_000 })
    await run()
    expect(await checkOf(HitKind.article, id)).toMatchObject({ level: SafetyLevel.pass, error: "" })
  })
})
