import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { setTimeout as pause } from "node:timers/promises"
import { Pool, type PoolClient, type PoolConfig } from "pg"
import { isConnectionLost } from "../errors"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** A plain connection or a transaction; repositories accept both. */
export type Db = Database | Transaction

/**
 * `aside` is a separate connection for reads (of settings) that transactions wait for, so that a full pool cannot deadlock. `isAnswering`
 * asks PostgreSQL on a connection of its own, and is false if there is no answer within `ms`.
 */
export type DatabaseHandle = {
  db: Database
  aside: Database
  pool: Pool
  isAnswering(ms: number): Promise<boolean>
  close(): Promise<void>
}

/** Returns the unique constraint that a statement violated ("" if it has no name), or null for any other error. */
export const violatedConstraint = (error: unknown): string | null => {
  const cause = error instanceof Error ? (error.cause as { code?: string; constraint?: string } | undefined) : undefined
  return cause?.code === "23505" ? (cause.constraint ?? "") : null
}

/** Checks whether the row already exists. */
export const isUniqueViolation = (error: unknown): boolean => violatedConstraint(error) !== null

/**
 * Lets a connection break between two statements of a transaction, when the pool does not listen to it: without a listener, the process
 * would end. The next statement meets the error.
 */
export const surviveBreak = (client: PoolClient): void => void client.on("error", () => undefined)

/** Opens the pools. `onError` is called for idle connections that break, e.g. when PostgreSQL restarts. */
export const openDatabase = (config: PoolConfig, onError: (error: Error) => void): DatabaseHandle => {
  const pool = new Pool({ max: 20, connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config })
  const single = new Pool({ connectionTimeoutMillis: 10_000, statement_timeout: 60_000, ...config, max: 1 })
  const probe = new Pool({ ...config, max: 1, connectionTimeoutMillis: probeMs, query_timeout: probeMs, idleTimeoutMillis: 5_000 })
  for (const one of [pool, single, probe]) one.on("error", onError).on("connect", surviveBreak)
  const isAnswering = (ms: number): Promise<boolean> => {
    const reply = probe.query("select 1").then(
      () => true,
      // too many connections, for example: PostgreSQL did answer
      (error: unknown) => !isConnectionLost(error) && !isReadTimeout(error),
    )
    return Promise.race([reply, pause(ms, false, { ref: false })])
  }
  const close = async () => void (await Promise.all([pool.end(), single.end(), probe.end()]))
  return { db: drizzle(pool), aside: drizzle(single), pool, isAnswering, close }
}

/** How long a probe may take before its connection is given up (ms). */
const probeMs = 2_000
const isReadTimeout = (error: unknown) => error instanceof Error && error.message === "Query read timeout"
