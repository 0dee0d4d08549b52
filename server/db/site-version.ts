import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { StartError } from "../errors"
import type { Database } from "./client"
import { projectRoot } from "./project-root"

/* Which version wrote the database. Plain SQL: the schema may be older or newer than this program. */

/** Returns the version of this program. */
export const programVersion = (): string => {
  const root = projectRoot(dirname(fileURLToPath(import.meta.url)))
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version
}

/** Returns the creation time of the last step that the database has (ms, drizzle's order of steps), or null if it has none. */
export const lastStepOf = async (db: Database): Promise<number | null> => {
  const { rows } = await db.execute<{ done: boolean }>(sql`select to_regclass('public.migration') is not null as done`)
  if (!rows[0]?.done) return null
  const last = await db.execute<{ at: string | null }>(sql`select max(created_at)::text as at from public.migration`)
  return last.rows[0]?.at ? Number(last.rows[0].at) : null
}

const lastStepHere = (folder: string): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: folder }).map((one) => one.folderMillis))

/** Returns the version that brought the schema to its newest step; "" if the database does not say. */
export const writerOf = async (db: Database): Promise<string> => {
  const { rows } = await db.execute<{ done: boolean }>(sql`select to_regclass('public.site_version') is not null as done`)
  if (!rows[0]?.done) return ""
  const writer = await db.execute<{ version: string }>(
    sql`select version from public.site_version order by last_step desc, last_at desc limit 1`,
  )
  return writer.rows[0]?.version ?? ""
}

/** Both versions in one sentence, if a newer program has changed the schema since; null if this program understands it. */
export const newerSchema = async (db: Database, folder: string): Promise<{ text: string; fix: string } | null> => {
  const last = await lastStepOf(db)
  if (last === null || last <= lastStepHere(folder)) return null
  const writer = (await writerOf(db)) || "更新的版本"
  return {
    text: `数据库已经由豆架 ${writer} 升级过，这个程序是 ${programVersion()}，看不懂它`,
    fix: `请换回 ${writer} 或更新的版本；要退回 ${programVersion()}，请先恢复升级之前的备份`,
  }
}

/** Refuses a database that a newer version has changed. @throws StartError */
export const requireReadableSchema = async (db: Database, folder: string): Promise<void> => {
  const newer = await newerSchema(db, folder)
  if (newer) throw new StartError(`${newer.text}。${newer.fix}。`)
}

/** Records that this version opened the database, whose schema is now its own. */
export const recordVersion = async (db: Database, folder: string): Promise<void> => {
  const { rows } = await db.execute<{ done: boolean }>(sql`select to_regclass('public.site_version') is not null as done`)
  // the tests of the migrations stop at earlier steps
  if (!rows[0]?.done) return
  await db.execute(sql`
    insert into public.site_version (version, last_step) values (${programVersion()}, ${lastStepHere(folder)})
    on conflict (version) do update set last_step = excluded.last_step, last_at = now()`)
}
