import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { Pool, type PoolConfig } from "pg"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** Repositories take either: a plain connection, or the transaction they are called in. */
export type Db = Database | Transaction

export type DatabaseHandle = { db: Database; pool: Pool; close(): Promise<void> }

/** Opens the pool. `onError` hears of idle connections that break, e.g. when PostgreSQL is restarted. */
export const openDatabase = (config: PoolConfig, onError: (error: Error) => void): DatabaseHandle => {
  const pool = new Pool({ max: 20, connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config })
  pool.on("error", onError)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
