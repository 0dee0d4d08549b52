import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterAll, beforeEach, expect, test } from "vitest"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import { makeTestFolder } from "../../../../scripts/lib/test-folder.mjs"
import { walKey } from "./archive.rules"
import type { NamedBase } from "./cluster-copy.usecases"
import { chooseBase, recoverySettings, serveSegments } from "./recover.usecases"
import type { BackupTarget } from "./target.usecases"

const folder = makeTestFolder("recover")
const cluster = join(folder, "cluster")
const archive = join(folder, "archive")
const target: BackupTarget = { name: archive, storage: diskStorage(archive), cipher: null, work: join(archive, "incoming") }
const base: NamedBase = {
  format: 1,
  name: "2026-11-27T04-00-00Z",
  version: "1",
  system: "7",
  started_at: "2026-11-27T04:00:00.000Z",
  ended_at: "2026-11-27T04:01:00.000Z",
  first_wal: "000000010000000000000002",
  last_wal: "000000010000000000000002",
  segments_per_log: 256,
  label: "",
  attachment_id: 0,
  folders: [],
  parts: [],
}
/** Runs the command of PostgreSQL for a file, as it does: by a shell in the cluster. */
const ask = (file: string) =>
  promisify(execFile)(
    "/bin/sh",
    ["-c", recoverySettings(null)["restore_command"]!.replaceAll("%f", file).replaceAll("%p", "pg_wal/RECOVERYXLOG")],
    { cwd: cluster },
  ).then(
    () => readFileSync(join(cluster, "pg_wal", "RECOVERYXLOG"), "utf8"),
    (error: { code: number }) => error.code,
  )

beforeEach(() => {
  for (const path of [cluster, archive]) rmSync(path, { recursive: true, force: true })
  for (const name of ["pg_wal", "archive_requests"]) mkdirSync(join(cluster, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("PostgreSQL gets each segment that it asks for, and learns which the archive does not have", async () => {
  const files = ["000000010000000000000002", "000000010000000000000003"]
  for (const file of files) await target.storage.put(walKey("7", file), gzipSync(`content of ${file}`), false)
  const segments = serveSegments(target, base, cluster, undefined)
  expect(await ask("00000002.history")).toBe(1)
  for (const file of files) expect(await ask(file)).toBe(`content of ${file}`)
  expect(await ask("000000010000000000000004")).toBe(1)
  expect(await ask("000000010000000000000004")).toBe(1)
  await segments.stop()
  expect(existsSync(join(cluster, "archive_requests"))).toBe(false)
})

test("a damaged segment ends the recovery with its reason", async () => {
  await target.storage.put(walKey("7", "000000010000000000000002"), Buffer.from("no gzip"), false)
  const segments = serveSegments(target, base, cluster, undefined)
  // the folder of the requests is gone then, so the command does not wait
  expect(await ask("000000010000000000000002")).toBe(1)
  await expect(segments.stop()).rejects.toThrow()
})

test("a moment stops the recovery before the first later commit; without one it goes to the end", () => {
  expect(recoverySettings(new Date("2026-11-27T04:00:00.250Z"))).toMatchObject({
    recovery_target_time: "2026-11-27 04:00:00.250+00",
    recovery_target_action: "promote",
    recovery_target_timeline: "current",
  })
  expect(recoverySettings(null)).not.toHaveProperty("recovery_target_time")
})

test("the base copy of a moment is chosen, and a missing one is explained", async () => {
  await expect(chooseBase(target, null)).rejects.toThrow(/没有归档/)
  const { name, ...manifest } = base
  await target.storage.put(`archive/bases/7/${name}/manifest.json`, Buffer.from(JSON.stringify(manifest)), false)
  expect(await chooseBase(target, new Date("2026-11-27T05:00:00Z"))).toEqual(base)
  await expect(chooseBase(target, new Date("2026-11-27T03:00:00Z"))).rejects.toThrow(/从 2026-11-27 12:01:00（北京时间） 开始/)
})
