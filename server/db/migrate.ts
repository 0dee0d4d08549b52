import { sql } from "drizzle-orm"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import type { PoolConfig } from "pg"
import { openDatabase, type Database } from "./client"

const migrationLock = 7_301_884

/** Brings the schema up to date. Several processes may start at once: one migrates, the others wait. */
export const migrateDatabase = async (db: Database, folder: string): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder: folder, migrationsSchema: "public", migrationsTable: "migration" })
  })
  await requireChineseTrigrams(db)
}

/** The same over connections of its own: a table of a million rows may take minutes to be written anew. */
export const migrateSite = async (connection: PoolConfig, folder: string): Promise<void> => {
  const setup = openDatabase({ ...connection, max: 2, statement_timeout: 0 }, () => undefined)
  await migrateDatabase(setup.db, folder).finally(() => setup.close())
}

/** How many steps a database lacks; all of them where it is empty. */
export const missingMigrations = async (db: Database, folder: string): Promise<number> => {
  const steps = readMigrationFiles({ migrationsFolder: folder })
  const { rows } = await db.execute<{ done: boolean }>(sql`select to_regclass('public.migration') is not null as done`)
  if (!rows[0]?.done) return steps.length
  const last = await db.execute<{ at: string | null }>(sql`select max(created_at)::text as at from public.migration`)
  return steps.filter(({ folderMillis }) => folderMillis > Number(last.rows[0]?.at ?? 0)).length
}

/** With a C locale PostgreSQL sees no letters in Chinese text, and every search would come back empty without a word. */
const requireChineseTrigrams = async (db: Database) => {
  const { rows } = await db.execute<{ found: number }>(sql`select cardinality(show_trgm('数据库系统')) as found`)
  if (!rows[0]?.found) throw new Error("数据库的字符集不认识中文，请用 C.UTF-8 或 zh_CN.UTF-8 建库后重试")
}
