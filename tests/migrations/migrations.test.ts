import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { afterAll, describe, expect, inject, test } from "vitest"
import { openDatabase, type DatabaseHandle } from "../../server/db/client"
import { migrateDatabase, migrateSite } from "../../server/db/migrate"
import { createDatabase } from "./old-site"

const root = join(import.meta.dirname, "../..")
const migrations = join(root, "server/db/migrations")
const opened: DatabaseHandle[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

const emptyDatabase = async (name: string, options = "") => {
  await createDatabase(name, options)
  return connectTo(name)
}

const connectTo = (name: string) => {
  const handle = openDatabase({ ...inject("postgres"), database: name, max: 2 }, () => undefined)
  opened.push(handle)
  return handle
}

/** Returns a migrations folder of a later version, with one more step. */
const withStep = async (statement: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"))
  await cp(migrations, folder, { recursive: true })
  const path = join(folder, "meta/_journal.json")
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { when: number; tag: string; breakpoints: boolean }[] }
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1
  await writeFile(join(folder, "next.sql"), statement)
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, { when, tag: "next", breakpoints: true }] }))
  return folder
}

describe("migrations", () => {
  test("the tables in code match the migrations: nothing is left to generate", async () => {
    const folder = await mkdtemp(join(tmpdir(), "migrations-"))
    await cp(migrations, folder, { recursive: true })
    const before = (await readdir(folder)).length
    const snapshots = (await readdir(join(folder, "meta"))).filter((name) => name !== "_journal.json")
    expect(snapshots, "npm run migration keeps the newest snapshot only").toHaveLength(1)
    const args = [
      join(root, "node_modules/drizzle-kit/bin.cjs"),
      "generate",
      "--dialect",
      "postgresql",
      "--schema",
      "./server/modules/**/*.table.ts",
      "--out",
      folder,
    ]
    await promisify(execFile)(process.execPath, args, { cwd: root })
    expect((await readdir(folder)).length, "run npm run migration and commit the new file").toBe(before)
    await rm(folder, { recursive: true })
  })

  test("several processes can migrate an empty database at once; a second run changes nothing", async () => {
    const { db, pool } = await emptyDatabase("test_migrate_together")
    const others = [connectTo("test_migrate_together"), connectTo("test_migrate_together")]
    await Promise.all([db, ...others.map((one) => one.db)].map((one) => migrateDatabase(one, migrations)))
    const { entries } = JSON.parse(await readFile(join(migrations, "meta/_journal.json"), "utf8")) as { entries: unknown[] }
    const count = async () => (await pool.query("select count(*)::int as n from migration")).rows[0].n as number
    expect(await count()).toBe(entries.length)
    await migrateDatabase(db, migrations)
    expect(await count()).toBe(entries.length)
  })

  test("a migration has no time limit, whatever the limit for queries of the site", async () => {
    const { pool } = await emptyDatabase("test_migrate_slowly")
    await migrateSite({ ...inject("postgres"), database: "test_migrate_slowly", statement_timeout: 1 }, migrations)
    expect((await pool.query("select to_regclass('webhook_status') is not null as done")).rows[0].done).toBe(true)
  })

  test("a step gives up soon on a table that another program holds, says so, and succeeds once it is free", async () => {
    const database = "test_migrate_locked"
    const { db, pool } = await emptyDatabase(database)
    await migrateDatabase(db, migrations)
    const newer = await withStep('alter table "webhook" add column "later" integer default 0 not null')
    const connection = { ...inject("postgres"), database }
    const columns = async () =>
      (await pool.query("select from information_schema.columns where table_name = 'webhook' and column_name = 'later'")).rowCount
    const holder = await pool.connect()
    try {
      await holder.query("begin")
      await holder.query("select from webhook")
      const begun = performance.now()
      const failed = migrateSite(connection, newer, { lockMs: 300, attempts: 2, pauseMs: 200 })
      await expect(failed).rejects.toThrow(/被别的程序占用，没有升级，数据没有改/)
      expect(performance.now() - begun).toBeLessThan(20_000)
      expect(await columns()).toBe(0)
      const later = migrateSite(connection, newer, { lockMs: 300, attempts: 50, pauseMs: 200 })
      await pause(1_000)
      await holder.query("commit")
      await later
    } finally {
      holder.release()
    }
    expect(await columns()).toBe(1)
    await rm(newer, { recursive: true })
  })

  test("a database whose locale does not support Chinese letters is rejected with a message", async () => {
    const { db } = await emptyDatabase("test_migrate_c", "locale 'C' template template0")
    await expect(migrateDatabase(db, migrations)).rejects.toThrow("不认识中文")
  })

  test("every foreign key and every list has its index", async () => {
    const { pool, db } = await emptyDatabase("test_migrate_indexes")
    await migrateDatabase(db, migrations)
    const { rows } = await pool.query(`
      select c.conrelid::regclass::text as "table", a.attname as "column"
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`)
    expect(rows).toEqual([])
  })
})
