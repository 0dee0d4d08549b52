import { join } from "node:path"
import { readMigrationFiles } from "drizzle-orm/migrator"
import type { Pool } from "pg"
import { expect, inject, test } from "vitest"
import { openDatabase } from "../../server/db/client"
import { isBeforeBaseline, migrateDatabase, missingMigrations } from "../../server/db/migrate"
import { directAnalyser } from "../../server/ports/search/direct-analyser"
import { createPostgresSearch } from "../../server/ports/search/postgres.search"
import { closeAtTheEnd } from "../setup/opened"
import { testApp } from "../setup/test-app"
import { rowsOf } from "./filled-tables"
import { admin, createDatabase, restoreOldSite } from "./old-site"
import { schemaOf } from "./schema-of"

const migrations = join(import.meta.dirname, "../../server/db/migrations")

const connectTo = (database: string) => {
  const handle = openDatabase({ ...inject("postgres"), database, max: 2 }, () => undefined)
  closeAtTheEnd(() => handle.close())
  return handle
}

const stepsOf = async (pool: Pool) => (await pool.query<{ hash: string }>("select hash from migration order by id")).rows

test("a site from before the baseline opens: the baseline is recorded and changes nothing, and its users can log in", async () => {
  await restoreOldSite("test_old_site")
  const { db, pool } = connectTo("test_old_site")
  const before = await rowsOf(pool)
  const replaced = await stepsOf(pool)
  expect(replaced).toHaveLength(52)
  for (let start = 0; start < 2; start++) {
    await migrateDatabase(db, migrations)
    // later migrations add columns
    expect(await rowsOf(pool)).toMatchObject(before)
    const steps = await stepsOf(pool)
    expect(steps.slice(0, 52)).toEqual(replaced)
    expect(steps).toHaveLength(52 + readMigrationFiles({ migrationsFolder: migrations }).length)
    expect(await missingMigrations(db, migrations)).toBe(0)
  }

  const connection = { ...inject("postgres"), database: "test_old_site" }
  const app = await testApp({ connection, search: createPostgresSearch({ connection, analyser: directAnalyser(), connections: 2 }) })
  expect(await app.call("POST /user/login", admin)).toMatchObject({ ok: true, data: { user: { id: 1 } } })
  expect(await app.call("GET /navigation/list")).toMatchObject({
    ok: true,
    data: { navigation: [{ title: "首页" }, { title: "文库资料" }, { title: "文章资讯" }] },
  })
})

test("the baseline creates the tables, rules and indexes of the earlier migrations", async () => {
  await restoreOldSite("test_old_schema")
  await createDatabase("test_baseline_schema")
  const [old, fresh] = [connectTo("test_old_schema"), connectTo("test_baseline_schema")]
  await migrateDatabase(old.db, migrations)
  await migrateDatabase(fresh.db, migrations)
  const lines = await schemaOf(fresh.pool)
  expect(lines.length).toBeGreaterThan(1_000)
  expect(await schemaOf(old.pool)).toEqual(lines)
})

test("a database at an earlier migration is rejected with instructions, and stays unchanged", async () => {
  await restoreOldSite("test_older_site")
  const { db, pool } = connectTo("test_older_site")
  await pool.query("delete from migration where created_at = (select max(created_at) from migration)")
  const [before, steps] = [await rowsOf(pool), await stepsOf(pool)]
  expect(await isBeforeBaseline(db, migrations)).toBe(true)
  await expect(migrateDatabase(db, migrations)).rejects.toThrow(/^数据库是 0\.1\.0 的早期开发版建立的.+提交 a082bdfc.+$/)
  expect([await rowsOf(pool), await stepsOf(pool)]).toEqual([before, steps])
})
