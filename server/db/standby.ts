import { drizzle } from "drizzle-orm/node-postgres"
import { Pool, type PoolConfig } from "pg"
import { AppError, isConnectionLost } from "../errors"
import { surviveBreak, type Database } from "./client"
import { createStandbyGate, type StandbyGate } from "./standby-gate"

/** A streaming standby of the database, for reads of what every visitor sees (docs/decisions/488). */
export type Standby = {
  db: Database
  /** how others open connections of their own to it */
  connection: PoolConfig
  /** Runs a read on the standby, or on the primary if the standby lacks a change, or the read fails there. */
  read: <T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>) => Promise<T>
  /** A change was announced, or the search index has changed. */
  behind: () => void
  /** Begins to compare it with the primary; until then it is not read. */
  follow: (primary: Queryable) => void
  close: () => Promise<void>
}

type Queryable = Pick<Pool, "query">

/** Identifies the cluster and the database; a standby has the same as its primary. */
const identityOf = async (pool: Queryable): Promise<string> =>
  (await pool.query<{ identity: string }>("select system_identifier || ' ' || current_database() as identity from pg_control_system()"))
    .rows[0]!.identity

/** Returns how far the log of the primary is on its disk. Every committed change lies before. */
const positionOf = async (primary: Queryable): Promise<string> =>
  (await primary.query<{ position: string }>("select pg_current_wal_flush_lsn()::text as position")).rows[0]!.position

const hasApplied = async (standby: Queryable, position: string): Promise<boolean> => {
  const { rows } = await standby.query<{ standby: boolean; applied: boolean }>(
    "select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as applied",
    [position],
  )
  if (!rows[0]!.standby) throw new Error("DATABASE_READ_URL is not a standby")
  return rows[0]!.applied
}

/** `standby` and `primary` must be the same database. @throws if they are not */
const requireSame = async (standby: Queryable, primary: Queryable): Promise<void> => {
  const [one, other] = await Promise.all([identityOf(standby), identityOf(primary)])
  if (one !== other) throw new Error("DATABASE_READ_URL is not a standby of this database")
}

/** The time of a statement was over (57014 of PostgreSQL, whose error is the cause of the failed query). */
const isStatementTimeout = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) if ("code" in one && one.code === "57014") return true
  return false
}

/** A standby that does not answer must not hold up visitors for long (ms). */
const limits = { connectionTimeoutMillis: 2_000, query_timeout: 10_000, idleTimeoutMillis: 30_000, keepAlive: true }

/** Connects on first use, so a standby that is down does not stop the site. `onError` is called once until it works again. */
export const openStandby = (connection: PoolConfig, onError: (error: unknown) => void): Standby => {
  const pool = new Pool({ max: 10, ...limits, ...connection })
  pool.on("error", () => undefined).on("connect", surviveBreak)
  let gate: StandbyGate | null = null
  const read = async <T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> => {
    if (!gate?.isOpen()) return onPrimary()
    try {
      return await onStandby()
    } catch (error) {
      // the primary would take as long
      if (isStatementTimeout(error)) throw error
      if (isConnectionLost(error)) gate.fail(error)
      else if (!(error instanceof AppError)) onError(error)
      return onPrimary()
    }
  }
  const follow = (primary: Queryable) => {
    let isCompared = false
    gate = createStandbyGate({
      position: async () => {
        if (!isCompared) await requireSame(pool, primary)
        isCompared = true
        return positionOf(primary)
      },
      hasApplied: (position) => hasApplied(pool, position),
      onError,
    })
    gate.close()
  }
  return {
    db: drizzle(pool),
    connection,
    read,
    behind: () => gate?.close(),
    follow,
    close: async () => {
      gate?.end()
      await pool.end()
    },
  }
}

/** Returns how many seconds the standby is behind, for the doctor. @throws if it does not answer or is not one */
export const examineStandby = async (connection: PoolConfig, primary: Queryable): Promise<number> => {
  const pool = new Pool({ ...limits, ...connection, max: 1 })
  pool.on("error", () => undefined).on("connect", surviveBreak)
  try {
    await requireSame(pool, primary)
    const position = await positionOf(primary)
    if (await hasApplied(pool, position)) return 0
    const { rows } = await pool.query<{ seconds: number | null }>(
      "select extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as seconds",
    )
    return rows[0]!.seconds ?? 0
  } finally {
    await pool.end()
  }
}
