import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { Pool, type PoolConfig } from "pg"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** Repositories take either: a plain connection, or the transaction they are called in. */
export type Db = Database | Transaction

/** `aside` is one connection of its own, for what is read while the pool's connections are in transactions that wait for it (settings). */
export type DatabaseHandle = { db: Database; aside: Database; pool: Pool; close(): Promise<void> }

/** Did PostgreSQL go away or cut us off, rather than refuse what was asked? Then the same work is worth another try. */
export const isConnectionLost = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = "code" in one && typeof one.code === "string" ? one.code : ""
    // a socket that is not there is ENOENT as well, but of a `connect`
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

/** Opens the pool. `onError` hears of idle connections that break, e.g. when PostgreSQL is restarted. */
export const openDatabase = (config: PoolConfig, onError: (error: Error) => void): DatabaseHandle => {
  const pool = new Pool({ max: 20, connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config })
  const single = new Pool({ connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config, max: 1 })
  pool.on("error", onError)
  single.on("error", onError)
  return { db: drizzle(pool), aside: drizzle(single), pool, close: () => Promise.all([pool.end(), single.end()]).then(() => undefined) }
}
