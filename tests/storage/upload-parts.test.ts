import { randomBytes } from "node:crypto"
import { mkdtemp, readdir } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { inject, expect, test } from "vitest"
import { createCtx } from "../../server/context"
import { sweepPartsJob } from "../../server/modules/library/attachment/attachment.jobs"
import { unfinishedUploadTable } from "../../server/modules/library/attachment/unfinished-upload.table"
import { addParts, collectParts, receivedBytes, removeParts } from "../../server/modules/library/attachment/upload-parts.usecases"
import { memoryStorage } from "../../server/ports/storage/memory.storage"
import { testApp } from "../setup/test-app"

/* The parts of resumable uploads in a bucket. */

const megabyte = 1024 * 1024
const id = "0123456789abcdef0123456789abcdef"
const shared = () => Object.assign(memoryStorage(), { isShared: true as const })
const stores = async () => ({ storage: shared(), dataDir: await mkdtemp(join(inject("folders"), "parts-")) })
type Stores = Awaited<ReturnType<typeof stores>>
const keysOf = async ({ storage }: Stores) => {
  const keys: string[] = []
  for await (const key of storage.list("parts")) keys.push(key.slice(`parts/${id}/`.length))
  return keys.toSorted()
}
const add = (to: Stores, content: Buffer, from: number, end: number) =>
  addParts(to, id, Readable.from([content.subarray(from, end)]) as AsyncIterable<Buffer>, from)
const read = async (from: Stores) => {
  const { path, size } = await collectParts(from as never, id, 100)
  const { readFile } = await import("node:fs/promises")
  return { size, content: await readFile(path) }
}

test("a large chunk becomes parts of 8 MB, and the whole is read back", async () => {
  const to = await stores()
  const content = randomBytes(20 * megabyte)
  expect(await add(to, content, 0, content.length)).toBe(content.length)
  expect(await keysOf(to)).toEqual([`0-${8 * megabyte}`, `${16 * megabyte}-${20 * megabyte}`, `${8 * megabyte}-${16 * megabyte}`])
  expect((await read(to)).content.equals(content)).toBe(true)
  await removeParts(to.storage, id)
  expect(await receivedBytes(to.storage, id)).toBe(0)
})

test("many small chunks become few parts", async () => {
  const to = await stores()
  const content = randomBytes(3 * megabyte)
  const step = 100_000
  for (let at = 0; at < content.length; at += step) await add(to, content, at, Math.min(content.length, at + step))
  expect((await keysOf(to)).length).toBeLessThanOrEqual(3)
  expect((await read(to)).content.equals(content)).toBe(true)
})

test("a chunk that breaks off keeps what has arrived, and leaves no temporary file", async () => {
  const to = await stores()
  const content = randomBytes(2 * megabyte)
  const breaking = async function* () {
    yield content.subarray(0, megabyte)
    await Promise.resolve()
    throw new Error("the connection is gone")
  }
  await expect(addParts(to, id, breaking(), 0)).rejects.toThrow("the connection is gone")
  expect(await receivedBytes(to.storage, id)).toBe(megabyte)
  expect(await readdir(join(to.dataDir, "tmp/incoming"))).toEqual([])
})

test("overlapping parts of two processes count once, and bytes behind a gap do not count", async () => {
  const to = await stores()
  const content = randomBytes(1_000)
  const put = (from: number, end: number) => to.storage.put(`parts/${id}/${from}-${end}`, content.subarray(from, end), true)
  await put(0, 300)
  await put(200, 500)
  await put(0, 250)
  await put(700, 1_000)
  expect(await receivedBytes(to.storage, id)).toBe(500)
  expect((await read(to)).content.equals(content.subarray(0, 500))).toBe(true)
})

test("parts are removed an hour after their upload is complete, given up or expired; others stay", async () => {
  const app = await testApp({ storage: shared() })
  const ids = { waiting: "a".repeat(32), complete: "b".repeat(32), expired: "c".repeat(32), unknown: "d".repeat(32) }
  const [later, earlier] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 1_000)]
  const row = { user_id: 1, size: 10, length: 10 }
  await app.database.db.insert(unfinishedUploadTable).values([
    { ...row, id: ids.waiting, expires_at: later },
    { ...row, id: ids.complete, expires_at: later, attachment_id: 1 },
    { ...row, id: ids.expired, expires_at: earlier },
  ])
  for (const one of Object.values(ids)) await app.storage.put(`parts/${one}/0-1`, Buffer.from("x"), true)
  await sweepPartsJob.run(createCtx(app), {} as never, new AbortController().signal)
  const left: string[] = []
  for await (const key of app.storage.list("parts")) left.push(key)
  expect(left).toEqual([`parts/${ids.waiting}/0-1`])
})
