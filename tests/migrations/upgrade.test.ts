import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client, type Pool } from "pg"
import { afterAll, expect, inject, test } from "vitest"
import { openDatabase, type DatabaseHandle } from "../../server/db/client"
import { migrateDatabase } from "../../server/db/migrate"
import { fillEmptyTables, rowsOf, type Rows } from "./filled-tables"

const migrations = join(import.meta.dirname, "../../server/db/migrations")
let handle: DatabaseHandle | undefined
let folder = ""
afterAll(async () => {
  await handle?.close()
  if (folder) await rm(folder, { recursive: true })
})

const emptyDatabase = async (name: string): Promise<DatabaseHandle> => {
  const client = new Client(inject("postgres"))
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  await client.end()
  return openDatabase({ ...inject("postgres"), database: name, max: 2 }, () => undefined)
}

/** Tables that a migration empties, since their rows cannot be kept: hashes of recovery codes that changed their form. */
const emptied: Record<string, string[]> = { "0015_recovery_code_hash": ["recovery_code"] }

/** What was there and is not there as it was: a row that went, or a value of a column that stayed. */
const losses = (before: Rows, after: Rows, leaving: string[]): string[] =>
  Object.entries(before).flatMap(([table, rows]) =>
    leaving.includes(table) || !after[table]
      ? []
      : rows.flatMap((row) => {
          const kept = after[table]!.some((other) =>
            Object.entries(row).every(([column, value]) => !(column in other) || JSON.stringify(other[column]) === JSON.stringify(value)),
          )
          return kept ? [] : [`${table} ${JSON.stringify(row)}`]
        }),
  )

const step = async (pool: Pool, entries: { tag: string }[], journal: object, count: number) => {
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries: entries.slice(0, count) }))
  const before = await rowsOf(pool)
  await migrateDatabase(handle!.db, folder)
  return losses(before, await rowsOf(pool), emptied[entries[count - 1]!.tag] ?? [])
}

test("a site with rows in every table is brought up to date from every state there was, and loses none of them [security: upgrade-matrix]", async () => {
  handle = await emptyDatabase("test_upgrade")
  const { pool } = handle
  folder = await mkdtemp(join(tmpdir(), "upgrade-"))
  await cp(migrations, folder, { recursive: true })
  const journal = JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8")) as { entries: { tag: string }[] }
  for (let count = 1; count <= journal.entries.length; count++) {
    const { tag } = journal.entries[count - 1]!
    expect(await step(pool, journal.entries, journal, count), tag).toEqual([])
    expect(await fillEmptyTables(pool), `no row fits after ${tag}`).toEqual([])
  }
  expect(Object.keys(await rowsOf(pool)).length).toBeGreaterThan(60)
  // what a refund under way has taken is held for it
  const { rows } = await pool.query(`select a.name, a.balance::int, sum(e.amount)::int as sum from ledger_account a
    join ledger_entry e on e.account_id = a.id where a.name is not null group by a.id order by a.name`)
  expect(rows).toEqual([
    { name: "escrow", balance: 1, sum: 1 },
    { name: "site", balance: 0, sum: 0 },
  ])
})
