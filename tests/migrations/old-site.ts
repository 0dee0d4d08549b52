import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Client } from "pg"
import { inject } from "vitest"

/** User 1 of the site in `site-0.1.0.sql.gz`. */
export const admin = { username: "admin", password: "NhnSZMVmcmCzcSc2" }

const run = async (database: string, ...statements: string[]): Promise<void> => {
  const client = new Client({ ...inject("postgres"), database })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Creates an empty database in the PostgreSQL of this test run. */
export const createDatabase = (name: string, options = ""): Promise<void> =>
  run("postgres", `drop database if exists ${name}`, `create database ${name} ${options}`)

/**
 * Restores the database of a site whose tables came from the 52 steps that the baseline replaces (docs/decisions/163): the pg_dump output
 * after its first start, with the tables of its queue and its search.
 */
export const restoreOldSite = async (name: string): Promise<void> => {
  await createDatabase(name)
  await run(name, gunzipSync(await readFile(join(import.meta.dirname, "site-0.1.0.sql.gz"))).toString("utf8"))
}
