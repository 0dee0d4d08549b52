import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Pool } from "pg"
import { afterAll, expect, inject, test } from "vitest"
import { openDatabase, type DatabaseHandle } from "../../server/db/client"
import { migrateDatabase } from "../../server/db/migrate"
import { fillEmptyTables, rowsOf, type TableRows } from "./filled-tables"
import { restoreOldSite } from "./old-site"

const migrations = join(import.meta.dirname, "../../server/db/migrations")
let handle: DatabaseHandle | undefined
let folder = ""
afterAll(async () => {
  await handle?.close()
  if (folder) await rm(folder, { recursive: true })
})

/** Returns what was lost: removed rows, and changed values of columns that still exist. */
const losses = (before: TableRows, after: TableRows): string[] =>
  Object.entries(before).flatMap(([table, rows]) =>
    // every start of a version updates its own row there
    !after[table] || table === "site_version"
      ? []
      : rows.flatMap((row) => {
          const isPresent = after[table]!.some((other) =>
            Object.entries(row).every(([column, value]) => !(column in other) || JSON.stringify(other[column]) === JSON.stringify(value)),
          )
          return isPresent ? [] : [`${table} ${JSON.stringify(row)}`]
        }),
  )

const step = async (pool: Pool, entries: { tag: string }[], journal: object, count: number) => {
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries: entries.slice(0, count) }))
  const before = await rowsOf(pool)
  await migrateDatabase(handle!.db, folder)
  return losses(before, await rowsOf(pool))
}

test("a site with rows in every table is upgraded from every schema since 0.1.0, and loses none of them [security: upgrade-matrix]", async () => {
  await restoreOldSite("test_upgrade")
  handle = openDatabase({ ...inject("postgres"), database: "test_upgrade", max: 2 }, () => undefined)
  const { pool } = handle
  expect(await fillEmptyTables(pool), "no row fits before the first step").toEqual([])
  folder = await mkdtemp(join(tmpdir(), "upgrade-"))
  await cp(migrations, folder, { recursive: true })
  const journal = JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8")) as { entries: { tag: string }[] }
  for (let count = 1; count <= journal.entries.length; count++) {
    const { tag } = journal.entries[count - 1]!
    expect(await step(pool, journal.entries, journal, count), tag).toEqual([])
    expect(await fillEmptyTables(pool), `no row fits after ${tag}`).toEqual([])
  }
  expect(Object.keys(await rowsOf(pool)).length).toBeGreaterThan(60)
})
