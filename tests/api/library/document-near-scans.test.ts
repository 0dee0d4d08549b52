import { readFile } from "node:fs/promises"
import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import type { ConversionEvent, ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { planOf, queriesOf } from "../../setup/queries"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

/* Scans without text are compared by the perceptual hashes of their first pages (docs/decisions/480). */

let app: TestApp
let root: TestUser
let author: TestUser
let copier: TestUser

const fake = createFakeConverter({ pages: 2 })
/** The words of the first line after the first are the hashes of the pages. */
const converter: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  titleCover: (input) => fake.titleCover(input),
  recropCover: (webp) => fake.recropCover(webp),
  thickenPage: (svg) => fake.thickenPage(svg),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    const [line = ""] = (await readFile(input.file, "utf8")).split("\n", 1)
    const hashes = line
      .split(" ")
      .slice(1)
      .map((word) => BigInt.asIntN(64, BigInt(`0x${word}`)))
    for await (const event of fake.convert(input)) {
      if (event.type !== "page") {
        yield event
        continue
      }
      const imprint = hashes[event.result.page - 1]
      yield { ...event, result: { ...event.result, ...(imprint !== undefined && { imprint }) } }
    }
  },
}

const [first, second, lonely] = [0xa5c3_9612_f00d_1234n, 0x1b7e_44d8_93a6_c05fn, 0x7714_e2b9_0d5a_8c63n]
/** Changes this many bits, spread over the hash. */
const changed = (hash: bigint, bits: number): bigint => {
  let other = hash
  for (let bit = 0; bit < bits; bit += 1) other ^= 1n << BigInt((bit * 5) % 64)
  return other
}
const opposite = (hash: bigint): bigint => BigInt.asUintN(64, ~hash)

beforeAll(async () => {
  app = await testApp({ converter })
  root = await app.admin()
  author = await app.person()
  copier = await app.person()
  await app.startWorkers(1)
})

const rowOf = async (id: number) => {
  const { rows } = await app.database.pool.query("select status, reject_reason, attachment_id, sha256 from document where id = $1", [id])
  return rows[0] as { status: number; reject_reason: string; attachment_id: string; sha256: string }
}
const converted = async (as: TestUser, title: string, ...hashes: bigint[]) => {
  const content = `scan ${hashes.map((hash) => hash.toString(16)).join(" ")}\n${title}`
  const attachment_id = await app.file(as, `${title}.txt`, content)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  const { id } = reply.data.document[0]!
  await until(async () => ![DocumentStatus.pending, DocumentStatus.converting].includes((await rowOf(id)).status as 0 | 1))
  return id
}
const ban = async (id: number) =>
  expect(await app.call("PUT /attachment", { id: Number((await rowOf(id)).attachment_id), enable: false }, root)).toMatchObject({
    ok: true,
  })
const duplicatesOf = async (id: number) => {
  await app.call("PUT /document/check", { id: [id], status: DocumentStatus.reviewing }, root)
  const reply = await app.call("GET /review", { kind: ReviewKind.document, id }, root)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.duplicates
}

describe("a scan without text", () => {
  let original = 0

  test("that looks nearly the same is shown to the reviewer, with its likeness; others are not", async () => {
    original = await converted(author, "扫描的原件", first, second)
    await converted(author, "另一份扫描", opposite(first), opposite(second))
    await converted(author, "只有封面一样", first, opposite(second))
    const copy = await converted(copier, "重新压缩的扫描", changed(first, 2), changed(second, 3))
    expect((await rowOf(copy)).status).toBe(DocumentStatus.converted)
    const duplicates = await duplicatesOf(copy)
    expect(duplicates).toMatchObject([{ id: original, title: "扫描的原件", username: author.username, is_banned: false }])
    expect(duplicates[0]!.likeness).toBeCloseTo((1 - 2 / 32 + 1 - 3 / 32) / 2, 5)
    expect(await duplicatesOf(await converted(copier, "改得很多", changed(first, 14), changed(second, 14)))).toEqual([])
  })

  test("is found with an index for each part of the hash", async () => {
    await app.database.pool.query(
      `insert into page_imprint (sha256, page, hash, part1, part2, part3, part4)
       select md5(n::text) || md5((-n)::text), 1 + n % 4, n, n * 7 % 65536, n * 11 % 65536, n * 13 % 65536, n * 17 % 65536
       from generate_series(1, 20000) n`,
    )
    await app.database.pool.query("analyze page_imprint")
    const id = await converted(copier, "查找用的扫描", changed(first, 1), changed(second, 1))
    await app.call("PUT /document/check", { id: [id], status: DocumentStatus.reviewing }, root)
    const queries = await queriesOf(app, () => app.call("GET /review", { kind: ReviewKind.document, id }, root))
    const plan = await planOf(
      app,
      queries.find(({ text }) => text.includes("candidate"))!,
    )
    for (const part of [1, 2, 3, 4]) expect(plan).toContain(`page_imprint_part${part}`)
  })

  test("is rejected if it is nearly banned content, before anybody sees it", async () => {
    await ban(original)
    const copy = await converted(copier, "封禁后的扫描", changed(first, 3), changed(second, 3))
    expect(await rowOf(copy)).toMatchObject({ status: DocumentStatus.rejected, reject_reason: "内容和本站封禁的文件几乎一样" })
    expect((await rowOf(await converted(copier, "不太像的扫描", changed(first, 9), changed(second, 9)))).status).toBe(
      DocumentStatus.converted,
    )
    expect((await rowOf(await converted(copier, "只像第一页", changed(first, 1)))).status).toBe(DocumentStatus.converted)
  })

  test("of one page has to be closer, since forms look alike", async () => {
    await ban(await converted(author, "一页的原件", lonely))
    expect((await rowOf(await converted(copier, "一页的副本", changed(lonely, 1)))).status).toBe(DocumentStatus.rejected)
    expect((await rowOf(await converted(copier, "填得不同的表", changed(lonely, 3)))).status).toBe(DocumentStatus.converted)
  })

  test("is still recognised after the original was removed for good; the hashes of others go with them", async () => {
    const other = await converted(author, "会删掉的", opposite(lonely))
    const hashesOf = async (sha256: string) =>
      (await app.database.pool.query("select hash from page_imprint where sha256 = $1", [sha256])).rows.length
    const { sha256 } = await rowOf(other)
    expect(await hashesOf(sha256)).toBe(1)
    await app.call("DELETE /document", { id: [original, other] }, root)
    await app.call("DELETE /document/recycle", { id: [original, other] }, root)
    await sweepFiles({ db: app.database.db, storage: app.storage }, new Date(Date.now() + 3 * 86_400_000))
    await until(async () => (await hashesOf(sha256)) === 0)
    expect((await rowOf(await converted(copier, "后来的扫描", changed(first, 2), changed(second, 2)))).status).toBe(DocumentStatus.rejected)
  })
})
