import { createHash, randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startEmbeddedDatabase, type EmbeddedDatabase } from "@/server/db/embedded"
import { migrateSite } from "@/server/db/migrate"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import { createLog } from "@/server/security/log"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { until } from "../../tests/setup/test-app"
import { fileKey } from "../modules/library/files/storage-keys.rules"
import { archivingSettings, startArchiver, type Archiver } from "../modules/operations/backup/archive.usecases"
import type { BackupTarget } from "../modules/operations/backup/target.usecases"
import { recoverInto } from "./recover-command"

/* The archive and the recovery without the rest of the site, which `tests/process/archive.test.ts` adds. */

const folder = makeTestFolder("recovered")
const dataDir = join(folder, "data")
const archive = join(folder, "archive")
const target: BackupTarget = { name: archive, storage: diskStorage(archive), cipher: null, work: join(archive, "incoming") }
let database: EmbeddedDatabase
let archiver: Archiver

const query = async <T extends object>(text: string, values: unknown[] = [], { connection } = database): Promise<T[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  return client
    .query<T & pg.QueryResultRow>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
/** Stores a file and its row, as an upload does. */
const add = async (): Promise<string> => {
  const content = randomBytes(2_000)
  const sha256 = createHash("sha256").update(content).digest("hex")
  const path = join(dataDir, fileKey(sha256, ".txt"))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  await query("insert into attachment (sha256, hash, user_id, type, name, ext) values ($1, repeat('0', 32), 1, 2, 'x', '.txt')", [sha256])
  return sha256
}
const now = async () => (await query<{ at: Date }>("select clock_timestamp() as at"))[0]!.at
const hashesOf = async (of = database) =>
  (await query<{ sha256: string }>("select sha256 from attachment order by id", [], of)).map(({ sha256 }) => sha256)
const archiverOf = (to = target, backlogBytes = 2 ** 30) =>
  startArchiver({
    cluster: join(dataDir, "postgres"),
    connection: database.connection,
    storage: diskStorage(dataDir),
    secret: new TextEncoder().encode("secret of the site"),
    version: "1",
    name: to.name,
    open: async () => to,
    backlogBytes,
    days: 14,
    log: createLog("silent"),
    now: () => new Date(),
  })
const start = async () => {
  database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: archivingSettings })
}
const runs = () => query<{ kind: string; ok: boolean }>("select kind, ok from backup_run order by id")
const waiting = async () =>
  (await query<{ n: number }>("select count(*)::int as n from pg_ls_archive_statusdir() where name like '%.ready'"))[0]!.n
const stop = async () => {
  await archiver.stop()
  await database.stop()
  await archiver.shipRest()
}

beforeAll(async () => {
  await start()
  await migrateSite(database.connection, join(import.meta.dirname, "../db/migrations"))
  await add()
  archiver = archiverOf()
})
afterAll(async () => {
  await stop().catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
})

test("a database is recovered to moments before and after a restart, with the files of then", async () => {
  await until(async () => (await runs()).some(({ kind, ok }) => kind === "base" && ok), 60_000)
  const moments: { at: Date; hashes: string[] }[] = []
  for (let n = 0; n < 3; n++) {
    await add()
    if (n === 1) {
      await stop()
      await start()
      archiver = archiverOf()
    }
    moments.push({ at: await now(), hashes: await hashesOf() })
    await new Promise((done) => setTimeout(done, 50))
    await add()
  }
  const last = await hashesOf()
  await query("select pg_switch_wal()")
  await until(async () => (await waiting()) === 0, 30_000)
  await until(async () => (await target.storage.size(`objects/${last.at(-1)!.slice(0, 2)}/${last.at(-1)!}`)) !== null, 30_000)
  for (const [n, { at, hashes }] of [...moments, { at: null, hashes: last }].entries()) {
    const recovered = join(folder, `recovered-${n}`)
    const lines: string[] = []
    await recoverInto({ dataDir: recovered, print: (text) => void lines.push(text) }, target, at)
    expect(lines.join("\n")).toMatch(/✓ 恢复到/)
    expect(lines.filter((line) => line.startsWith("✗"))).toEqual([])
    expect(readFileSync(join(recovered, "secret"), "utf8")).toBe("secret of the site")
    const again = await startEmbeddedDatabase({ dataDir: recovered, log: () => undefined })
    expect(await hashesOf(again)).toEqual(hashes)
    await again.stop()
    for (const sha256 of hashes)
      expect(
        createHash("sha256")
          .update(readFileSync(join(recovered, fileKey(sha256, ".txt"))))
          .digest("hex"),
      ).toBe(sha256)
  }
  // the restart made no gap, so there is one base copy
  expect((await runs()).filter(({ kind }) => kind === "base")).toEqual([{ kind: "base", ok: true }])
})

test("a moment after the end of the archive is refused with a sentence", async () => {
  const recovered = join(folder, "later")
  await expect(recoverInto({ dataDir: recovered, print: () => undefined }, target, new Date("2099-01-01T00:00:00Z"))).rejects.toThrow(
    /--until latest/,
  )
})

test("an archive that refuses everything stops before it fills the disk, and begins again with a new base copy", async () => {
  await archiver.stop()
  const disk = diskStorage(join(folder, "other"))
  let isBroken = true
  const refusing =
    <A extends unknown[]>(act: (...args: A) => Promise<void>) =>
    (...args: A) =>
      isBroken ? Promise.reject(new Error("no answer")) : act(...args)
  const storage = { ...disk, take: refusing(disk.take), put: refusing(disk.put) }
  const copies = async () => (await runs()).filter(({ kind, ok }) => kind === "base" && ok).length
  const state = async () => (await runs()).filter(({ kind }) => kind === "archive").at(-1)?.ok
  const before = await copies()
  archiver = archiverOf({ name: "other", storage, cipher: null, work: join(folder, "other", "incoming") }, 48 * 1024 ** 2)
  for (let n = 0; n < 5; n++) await query("select pg_switch_wal() from pg_logical_emit_message(true, 'test', 'a record')")
  await until(async () => (await state()) === false, 60_000)
  await until(async () => (await waiting()) === 0, 30_000)
  isBroken = false
  await until(async () => (await copies()) > before, 120_000)
  await until(async () => (await state()) === true, 30_000)
})
