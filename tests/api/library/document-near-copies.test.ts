import { readFile } from "node:fs/promises"
import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import { bandsOfLikeness, likenessOf } from "@/server/modules/library/document/near-text.rules"
import type { ConversionEvent, ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let root: TestUser
let author: TestUser
let copier: TestUser

const fake = createFakeConverter({ pages: 1 })
/** The text of the page is the whole file. */
const converter: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  titleCover: (input) => fake.titleCover(input),
  recropCover: (webp) => fake.recropCover(webp),
  thickenPage: (svg) => fake.thickenPage(svg),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    const text = await readFile(input.file, "utf8")
    for await (const event of fake.convert(input)) yield event.type === "page" ? { ...event, result: { ...event.result, text } } : event
  },
}

/** A text of 3,000 different letters. */
const letters = (from: number) =>
  Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((from + at * 7919) % 20_000))).join("")
const whole = letters(1)

beforeAll(async () => {
  app = await testApp({ converter })
  root = await app.admin()
  author = await app.person()
  copier = await app.person()
  await app.startWorkers(1)
})

const rowOf = async (id: number) => {
  const { rows } = await app.database.pool.query("select status, reject_reason, uuid, attachment_id from document where id = $1", [id])
  return rows[0] as { status: number; reject_reason: string; uuid: string; attachment_id: string }
}
const post = async (as: TestUser, title: string, content: string) => {
  const attachment_id = await app.file(as, `${title}.txt`, content)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document[0]!.id
}
const converted = async (as: TestUser, title: string, content: string) => {
  const id = await post(as, title, content)
  await until(async () => ![DocumentStatus.pending, DocumentStatus.converting].includes((await rowOf(id)).status as 0 | 1))
  return id
}
const ban = (attachment_id: string, enable = false) => app.call("PUT /attachment", { id: Number(attachment_id), enable }, root)
const changed = (times: number) => [...whole].map((letter, at) => (at % Math.floor(whole.length / times) === 0 ? "豆" : letter)).join("")

test("ninety percent of likeness are eleven of sixteen bands", () => {
  expect([bandsOfLikeness(0.9), bandsOfLikeness(0.7), bandsOfLikeness(1)]).toEqual([11, 4, 16])
  expect(likenessOf(11)).toBeGreaterThanOrEqual(0.9)
})

describe("a copy of banned content", () => {
  let original = 0

  test("is published while the original is not banned, and the reviewer sees both", async () => {
    original = await converted(author, "原文", whole)
    const id = await converted(copier, "抄本", changed(2))
    expect((await rowOf(id)).status).toBe(DocumentStatus.converted)
    await app.call("PUT /document/check", { id: [id], status: DocumentStatus.reviewing }, root)
    expect(await app.call("GET /review", { kind: ReviewKind.document, id }, root)).toMatchObject({
      data: { duplicates: [{ id: original, title: "原文", username: author.username, is_banned: false }] },
    })
    const reply = await app.call("GET /review", { kind: ReviewKind.document, id }, root)
    expect(reply.ok && reply.data.duplicates[0]!.likeness).toBeGreaterThan(0.7)
  })

  test("is rejected before anybody sees it, with the reason; the same file is refused at once", async () => {
    const { attachment_id } = await rowOf(original)
    expect(await ban(attachment_id)).toMatchObject({ ok: true })
    const id = await converted(copier, "又一份抄本", changed(3))
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: DocumentStatus.rejected, reject_reason: "内容和本站封禁的文件几乎一样" })
    expect(await app.call("GET /document", { uuid: row.uuid })).toMatchObject({ ok: false, status: 404 })
    const told = await app.call("GET /notification/list", { kind: "document_review" }, copier)
    expect(told.ok && told.data.notification[0]).toMatchObject({
      content: "你的文档《又一份抄本》没有通过审核",
      detail: "内容和本站封禁的文件几乎一样",
    })
    await expect(app.file(copier, "原文.txt", whole)).rejects.toThrow("非法")
  })

  test("other texts are not, nor are short ones or a new conversion of what was public before", async () => {
    expect((await rowOf(await converted(copier, "别的", letters(5_000)))).status).toBe(DocumentStatus.converted)
    expect((await rowOf(await converted(copier, "短的", whole.slice(0, 150)))).status).toBe(DocumentStatus.converted)
    const { rows } = await app.database.pool.query("select id::int from document where title = '抄本'")
    const { id } = rows[0] as { id: number }
    await app.call("PUT /document/check", { id: [id], status: DocumentStatus.converted }, root)
    await app.call("PUT /document/reconvert", { id: [id] }, root)
    await until(async () => (await rowOf(id)).status === DocumentStatus.converted)
  })

  test("is still recognised after the original was removed for good", async () => {
    await app.call("DELETE /document", { id: [original] }, root)
    await app.call("DELETE /document/recycle", { id: [original] }, root)
    await sweepFiles({ db: app.database.db, storage: app.storage }, new Date(Date.now() + 3 * 86_400_000))
    const id = await converted(copier, "后来的抄本", changed(4))
    expect((await rowOf(id)).status).toBe(DocumentStatus.rejected)
  })
})
