import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { Pool, type PoolConfig } from "pg"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** A plain connection or a transaction; repositories accept both. */
export type Db = Database | Transaction

/** `aside` is a separate connection for reads (of settings) that transactions wait for, so that a full pool cannot deadlock. */
export type DatabaseHandle = { db: Database; aside: Database; pool: Pool; close(): Promise<void> }

/** Checks whether the connection to PostgreSQL was lost, so that the work may be retried. */
export const isConnectionLost = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = "code" in one && typeof one.code === "string" ? one.code : ""
    // a missing socket is also ENOENT, but from `connect`
    if (code === "ENOENT" && "syscall" in one && one.syscall === "connect") return true
    if (
      /^(57P0\d|08\w{3}|ECONN\w+|EPIPE)$/.test(code) ||
      /^Connection terminated|timeout exceeded when trying to connect|not queryable|the database system is (starting up|shutting down|in recovery)/.test(
        one.message,
      )
    )
      return true
  }
  return false
}

/** Returns the unique constraint that a statement violated ("" if it has no name), or null for any other error. */
export const violatedConstraint = (error: unknown): string | null => {
  const cause = error instanceof Error ? (error.cause as { code?: string; constraint?: string } | undefined) : undefined
  return cause?.code === "23505" ? (cause.constraint ?? "") : null
}

/** Checks whether the row already exists. */
export const isUniqueViolation = (error: unknown): boolean => violatedConstraint(error) !== null

/** Opens the pool. `onError` is called for idle connections that break, e.g. when PostgreSQL restarts. */
export const openDatabase = (config: PoolConfig, onError: (error: Error) => void): DatabaseHandle => {
  const pool = new Pool({ max: 20, connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config })
  const single = new Pool({ connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config, max: 1 })
  pool.on("error", onError)
  single.on("error", onError)
  return { db: drizzle(pool), aside: drizzle(single), pool, close: () => Promise.all([pool.end(), single.end()]).then(() => undefined) }
}
