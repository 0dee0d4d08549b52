import { beforeEach, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { createCtx } from "../../../server/context"
import { scanStoredFiles } from "../../../server/modules/library/document/quarantine.usecases"
import { memoryAntivirus } from "../../../server/ports/antivirus/memory.antivirus"
import { createClock } from "../../setup/factors"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { bearer, send, upload } from "../../process/support/client"
import type { TestUser } from "../../setup/test-app"

/* Received files are scanned before they are stored, and stored ones again every night (docs/decisions/241). */

const scanner = memoryAntivirus()
const clock = createClock()
const { app, library, read, owner, other, admin } = await readingApp({ antivirus: scanner, now: clock.now })
const base = await siteOf(app)
const virus = (id: string) => `坏的内容 ${id} VIRUS`

beforeEach(async () => {
  scanner.fault = null
  scanner.words = new Map([["VIRUS", "Doujia.Test"]])
  await library.set("security", { unscanned_files: "refuse" })
})

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as Record<string, unknown>[]
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of app.storage.list("files")) keys.push(key)
  return keys.length
}
const sendFile = (as: TestUser, content: string) => upload(base, as, "文件.txt", content)
const night = (renew = true) => scanStoredFiles(createCtx(app), { renew, stopped: () => false })

test("an infected upload is refused with the name of the virus, never stored, and its bytes stay banned [security: 5.4.3, upload-virus]", async () => {
  const before = await storedKeys()
  const content = virus("one")
  const reply = await sendFile(other, content)
  expect([reply.status, reply.body.toString()]).toEqual([400, expect.stringContaining("查出病毒：Doujia.Test")])
  expect(await storedKeys()).toBe(before)
  const banned = await app.call("GET /attachment/list", { enable: [false], wd: "Doujia.Test" }, admin)
  expect(banned).toMatchObject({
    ok: true,
    data: { attachment: [{ enable: false, user_id: other.id, description: "查出病毒：Doujia.Test" }] },
  })
  const events = await rowsOf("select user_id::int, detail from security_event where type = 36 order by user_id")
  expect(events.map(({ user_id }) => user_id)).toEqual([1, other.id].toSorted((a, b) => a - b))
  expect(String(events[0]!["detail"])).toContain("Doujia.Test")
  // the same bytes again, even if the scanner has forgotten them
  scanner.words = new Map()
  expect((await sendFile(owner, content)).status).toBe(409)
})

test("without a verdict the setting decides: refused, or accepted and scanned later [security: 5.4.3, upload-virus]", async () => {
  scanner.fault = "unavailable"
  const before = await storedKeys()
  const refused = await sendFile(other, virus("two"))
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "60"])
  expect(await storedKeys()).toBe(before)
  await library.set("security", { unscanned_files: "accept" })
  expect((await sendFile(other, virus("three"))).status).toBe(200)
  expect(await night(false), "the scanner is still silent").toBe(0)
  scanner.fault = null
  expect(await night(false)).toBeGreaterThan(0)
  const [row] = await rowsOf("select enable, description from attachment where user_id = $1 order by id desc limit 1", [other.id])
  expect(row).toEqual({ enable: false, description: "查出病毒：Doujia.Test" })
  expect(await night(false), "each content has its verdict").toBe(0)
})

test("new signatures find an old file: its documents are disabled, its links end, its author and staff are told [security: 5.4.3, upload-virus]", async () => {
  const made = await read.submit(owner, "以前没查出来", { pages: ["一", "二"] })
  const link = await app.call("GET /document/download", { id: made.id }, other)
  if (!link.ok) throw new Error(link.message)
  expect((await send(base + link.data.url)).status).toBe(200)
  await night()
  const scans = scanner.scans
  expect(await night(), "the same signatures").toBe(0)
  expect(scanner.scans).toBe(scans)
  const { sha256 } = await read.row(made.uuid)
  scanner.signatures++
  scanner.words.set("正文", "Doujia.New")
  await night()
  expect(await read.row(made.uuid)).toMatchObject({ status: DocumentStatus.disabled })
  expect((await send(base + link.data.url)).status).toBe(400)
  for (const as of [owner, other, admin]) expect(await app.call("GET /document/download", { id: made.id }, as)).toMatchObject({ ok: false })
  const notes = await rowsOf("select words from dynamic where user_id = $1 order by id desc limit 1", [owner.id])
  expect(notes[0]!["words"]).toContain("查出病毒：Doujia.New")
  const told = await rowsOf("select user_id::int from security_event where type = 36 and detail like '%Doujia.New%'")
  expect(told.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([1, owner.id]))
  expect(await app.call("GET /document/download/bereviewed", { id: made.id }, admin)).toMatchObject({ ok: false, status: 403 })
  // staff decide that it is a false alarm: the next night does not overrule them
  const [attachment] = await rowsOf("select id::int from attachment where sha256 = $1 limit 1", [sha256])
  expect(await app.call("PUT /attachment", { id: attachment!["id"], enable: true }, admin)).toMatchObject({ ok: true })
  scanner.signatures++
  await night()
  expect(await rowsOf("select enable from attachment where sha256 = $1", [sha256])).toEqual([{ enable: true }])
})

test("a file is scanned again after a week even if the scanner names no newer signatures", async () => {
  await read.submit(owner, "一星期", { pages: ["一"] })
  scanner.words = new Map()
  await night()
  expect(await night()).toBe(0)
  clock.pass(8 * 86_400)
  expect(await night()).toBeGreaterThan(0)
})

test("a resumable upload and a claim of stored bytes are checked too [security: 5.4.3, upload-virus]", async () => {
  const created = await send(`${base}/api/v1/upload/tus`, {
    method: "POST",
    headers: {
      ...bearer(other),
      "tus-resumable": "1.0.0",
      "upload-length": String(Buffer.byteLength(virus("tus"))),
      "upload-metadata": `filename ${Buffer.from("文件.txt").toString("base64")}`,
    },
  })
  expect(created.status).toBe(201)
  const reply = await send(base + new URL(String(created.headers["location"]), base).pathname, {
    method: "PATCH",
    headers: { ...bearer(other), "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: Buffer.from(virus("tus")),
  })
  expect([reply.status, reply.body.toString()]).toEqual([400, expect.stringContaining("查出病毒")])
})
