import { beforeAll, expect, test } from "vitest"
import { HitKind, SensitiveAction } from "@/lib/contract/community/sensitive-word.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

/* The text of a document's pages is checked for sensitive words after the conversion (docs/decisions/331). */

let app: TestApp
let staff: TestUser
let owner: TestUser

beforeAll(async () => {
  app = await testApp({ converter: createFakeConverter({ pages: 3 }) })
  await app.startWorkers(1)
  staff = await app.admin()
  owner = await app.person()
  for (const [word, action] of [
    ["甲甲甲", SensitiveAction.review],
    ["丁丁丁", SensitiveAction.log],
  ] as const)
    expect(await app.call("POST /sensitiveword", { word, action }, staff)).toMatchObject({ ok: true })
})

const submit = async (title: string, content: string) => {
  const attachment_id = await app.file(owner, `${title}.txt`, content)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document[0]!.id
}
const statusOf = async (id: number) =>
  (await app.database.pool.query<{ status: number }>("select status from document where id = $1", [id])).rows[0]!.status
const hitsOf = async (id: number) => {
  const reply = await app.call("GET /sensitivehit/list", { kind: [HitKind.documentText], object_id: id }, staff)
  return reply.ok ? reply.data.sensitive_hit.map(({ word, page }) => [word, page]) : []
}
const everyPage = (word: string) => [3, 2, 1].map((page) => [word, page])

test("a word that asks for review sends the document there, with the pages of its hits", async () => {
  const id = await submit("有词的文档", "开头 甲 甲-甲 结尾")
  await until(async () => (await statusOf(id)) === DocumentStatus.reviewing)
  expect(await hitsOf(id)).toEqual(everyPage("甲甲甲"))
  expect(await app.call("GET /document", { id }, await app.person())).toMatchObject({ ok: false, status: 404 })
})

test("an approved document stays approved when it is converted again", async () => {
  const id = await submit("批准的文档", "再一次 甲甲甲")
  await until(async () => (await statusOf(id)) === DocumentStatus.reviewing)
  expect(await app.call("PUT /document/check", { id: [id], status: DocumentStatus.converted }, staff)).toMatchObject({ ok: true })
  await until(async () => (await statusOf(id)) === DocumentStatus.converted)
  expect(await app.call("PUT /document/reconvert", { id: [id] }, staff)).toMatchObject({ ok: true })
  const jobs = async () =>
    (await app.database.pool.query("select 1 from queue.job where name = 'text-check' and state = 'completed'")).rows.length
  const before = await jobs()
  await until(async () => (await statusOf(id)) === DocumentStatus.converted && (await jobs()) > before)
  expect(await statusOf(id)).toBe(DocumentStatus.converted)
})

test("a word that is only recorded changes nothing else", async () => {
  const id = await submit("只记录", "丁丁丁")
  await until(async () => (await hitsOf(id)).length > 0)
  expect(await hitsOf(id)).toEqual(everyPage("丁丁丁"))
  expect(await statusOf(id)).toBe(DocumentStatus.converted)
})

test("a document without words is public and has no hits", async () => {
  const id = await submit("没有词", "平常的文字")
  await until(async () => (await statusOf(id)) === DocumentStatus.converted)
  const jobs = await until(async () => {
    const { rows } = await app.database.pool.query<{ n: string }>(
      "select count(*) n from queue.job where name = 'text-check' and state in ('created', 'active')",
    )
    return rows[0]!.n === "0"
  })
  expect(jobs).toBe(true)
  expect(await hitsOf(id)).toEqual([])
  expect(await statusOf(id)).toBe(DocumentStatus.converted)
})
