import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeEach, expect, test } from "vitest"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import { makeTestFolder } from "../../../../scripts/lib/test-folder.mjs"
import { walKey } from "./archive.rules"
import type { BackupTarget } from "./target.usecases"
import { giveUpReady, isBacklogFull, listReady, shipReady } from "./wal-shipping.usecases"

const folder = makeTestFolder("wal")
const cluster = join(folder, "cluster")
const archive = join(folder, "archive")
const target: BackupTarget = { name: archive, storage: diskStorage(archive), cipher: null, work: join(archive, "incoming") }
const status = () => readdirSync(join(cluster, "pg_wal", "archive_status")).toSorted()
const segment = (number: number) => `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, "0")}`
const finish = (file: string, content = `content of ${file}`) => {
  writeFileSync(join(cluster, "pg_wal", file), content)
  writeFileSync(join(cluster, "pg_wal", "archive_status", `${file}.ready`), "")
}
const ship = (last: string | null) => shipReady({ target, system: "7", cluster, perLog: 256, stopped: () => false }, last)

beforeEach(() => {
  for (const path of [cluster, archive]) rmSync(path, { recursive: true, force: true })
  mkdirSync(join(cluster, "pg_wal", "archive_status"), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("what is ready is stored compressed, histories first, and then marked as done", async () => {
  for (const file of [segment(3), segment(2), "00000002.history"]) finish(file)
  expect(await listReady(cluster)).toEqual(["00000002.history", segment(2), segment(3)])
  expect(await ship(null)).toEqual({ last: segment(3), gap: false })
  expect(gunzipSync((await target.storage.read(walKey("7", segment(2))))!).toString()).toBe(`content of ${segment(2)}`)
  expect(status()).toEqual([`${segment(2)}.done`, `${segment(3)}.done`, "00000002.history.done"].toSorted())
})

test("a missing segment and a new timeline are gaps, a segment that was announced late is none", async () => {
  finish(segment(2))
  finish(segment(4))
  expect(await ship(segment(1))).toEqual({ last: segment(4), gap: true })
  finish(segment(3))
  expect(await ship(segment(4))).toEqual({ last: segment(4), gap: false })
  const promoted = `00000002${segment(5).slice(8)}`
  finish(promoted)
  expect(await ship(segment(4))).toEqual({ last: promoted, gap: true })
})

test("a mark without its file, as a crash of the machine may leave, is removed", async () => {
  for (const number of [2, 3, 4]) finish(segment(number))
  rmSync(join(cluster, "pg_wal", segment(2)))
  rmSync(join(cluster, "pg_wal", segment(4)))
  expect(await ship(segment(2))).toEqual({ last: segment(3), gap: false })
  expect(status()).toEqual([`${segment(3)}.done`])
})

test("the same segment may come twice, another one of its name is refused", async () => {
  finish(segment(2))
  await ship(null)
  finish(segment(2))
  expect(await ship(null)).toEqual({ last: segment(2), gap: false })
  finish(segment(2), "of another site")
  await expect(ship(null)).rejects.toThrow(/两个网站不能归档到同一个地方/)
  expect(status()).toContain(`${segment(2)}.ready`)
})

test("the backlog is full beyond its limit, and giving up leaves nothing to wait for", async () => {
  for (const number of [2, 3, 4]) finish(segment(number))
  expect(await isBacklogFull(cluster, 16, 48)).toBe(false)
  expect(await isBacklogFull(cluster, 16, 47)).toBe(true)
  expect(await giveUpReady(cluster)).toBe(3)
  expect(await listReady(cluster)).toEqual([])
  expect(await isBacklogFull(cluster, 16, 0)).toBe(false)
})
