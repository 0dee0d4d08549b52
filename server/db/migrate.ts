import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import { StartError } from "../errors"
import { openDatabase, type Database } from "./client"
import { sessionOf, type SiteConnection } from "./site-connection"
import { lastStepOf, recordVersion, requireReadableSchema } from "./site-version"

const migrationLock = 7_301_884

/**
 * The hash of the last of the 52 steps of 0.1.0 that the baseline replaces. A database with this step has the baseline's tables
 * (docs/decisions/163).
 */
const lastReplacedStep = "a4e4fa1d5a469ac1b059fa73e2fd27b4d001c461ac1e2d9427b5e4503aa1e730"

/** The error for a database older than the baseline, and what to do about it. */
export const beforeBaseline = {
  text: "数据库是 0.1.0 的早期开发版建立的，这个版本不能直接升级它",
  fix: "请先备份，换回 0.1.0 的提交 a082bdfc 启动一次，等它升级完，再换成这个版本",
}

/**
 * Brings the schema up to date and records the version. Several processes may start at once: one migrates, the others wait.
 * @throws StartError `beforeBaseline`, or if a newer version has changed the schema (docs/decisions/260)
 */
export const migrateDatabase = async (db: Database, folder: string): Promise<void> => {
  await db.transaction(async (tx) => {
    // however long the other process migrates
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await requireReadableSchema(db, folder)
    await adoptReplacedSteps(db, folder)
    await migrate(db, { migrationsFolder: folder, migrationsSchema: "public", migrationsTable: "migration" })
    await recordVersion(db, folder)
  })
  await requireChineseTrigrams(db)
}

/** How long a step waits for the lock of a table (ms), how often the migration is tried, and the pause in between (ms). */
type LockPatience = { lockMs: number; attempts: number; pauseMs: number }
const lockPatience: LockPatience = { lockMs: 10_000, attempts: 6, pauseMs: 5_000 }

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === "55P03" || isLockTimeout(error.cause))

/**
 * Migrates over separate connections without a statement timeout: rewriting a table of a million rows may take minutes. A step that waits for
 * a lock makes every later statement on that table wait behind it, so it gives up soon, and the migration is tried again.
 * @throws StartError if another program does not release a table
 */
export const migrateSite = async (connection: SiteConnection, folder: string, patience = lockPatience): Promise<void> => {
  const config = { ...sessionOf(connection), max: 2, statement_timeout: 0, lock_timeout: patience.lockMs }
  const setup = openDatabase(config, () => undefined)
  const attempt = async (left: number): Promise<void> => {
    try {
      return await migrateDatabase(setup.db, folder)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (left <= 1)
        throw new StartError(
          "升级数据库要改的表一直被别的程序占用，没有升级，数据没有改：请停掉其他进程和长时间的查询（pg_stat_activity 里看得到），再启动一次。",
          { cause: error },
        )
    }
    await pause(patience.pauseMs)
    return attempt(left - 1)
  }
  await attempt(patience.attempts).finally(() => setup.close())
}

/** Checks whether the database stopped before the last step that the baseline replaces. */
export const isBeforeBaseline = async (db: Database, folder: string): Promise<boolean> => {
  const last = await lastStepOf(db)
  return last !== null && last < readMigrationFiles({ migrationsFolder: folder })[0]!.folderMillis
}

/** Records the baseline in a database that got the same tables step by step. The baseline has the timestamp of the last of these steps. */
const adoptReplacedSteps = async (db: Database, folder: string): Promise<void> => {
  const last = await lastStepOf(db)
  if (last === null) return
  if (await isBeforeBaseline(db, folder)) throw new StartError(`${beforeBaseline.text}。${beforeBaseline.fix}。`)
  const { hash, folderMillis } = readMigrationFiles({ migrationsFolder: folder })[0]!
  await db.execute(sql`
    insert into public.migration (hash, created_at) select ${hash}, ${folderMillis}
    where exists (select from public.migration where hash = ${lastReplacedStep})
      and not exists (select from public.migration where hash = ${hash})`)
}

/** Counts the migrations that a database lacks; all of them if it is empty. */
export const missingMigrations = async (db: Database, folder: string): Promise<number> => {
  const steps = readMigrationFiles({ migrationsFolder: folder })
  const last = await lastStepOf(db)
  return steps.filter(({ folderMillis }) => last === null || folderMillis > last).length
}

/** With a C locale, PostgreSQL recognizes no letters in Chinese text, and every search would silently return nothing. */
const requireChineseTrigrams = async (db: Database) => {
  const { rows } = await db.execute<{ found: number }>(sql`select cardinality(show_trgm('数据库系统')) as found`)
  if (!rows[0]?.found) throw new Error("数据库的字符集不认识中文，请用 C.UTF-8 或 zh_CN.UTF-8 建库后重试")
}
