import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { setTimeout as pause } from "node:timers/promises"
import { Client, Pool, type PoolClient } from "pg"
import { isConnectionLost } from "../errors"
import { isPooled, sessionOf, statementMs, withoutNames, type SiteConnection } from "./site-connection"
import { asTransaction } from "./transaction-scope"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** A plain connection or a transaction; repositories accept both. */
export type Db = Database | Transaction

/**
 * `aside` is a separate connection for reads (of settings) that transactions wait for, so that a full pool, or a pooler whose connections
 * all wait, cannot deadlock. `isAnswering`
 * asks PostgreSQL on a connection of its own, and is false if there is no answer within `ms`.
 */
export type DatabaseHandle = {
  db: Database
  aside: Database
  pool: Pool
  /** connections whose session belongs to their client, for locks that outlive a transaction; `pool` itself without a pooler */
  sessions: Pool
  isAnswering(ms: number): Promise<boolean>
  /** Changes how many connections requests may use; surplus ones close when they are idle. */
  resize(max: number): void
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
 * Prevents a crash if a connection breaks between two statements of a transaction, when the pool does not listen to it: without a listener,
 * the process would end. The next statement gets the error.
 */
export const surviveBreak = (client: PoolClient): void => void client.on("error", () => undefined)

/** How long a probe of the database pauses at a time (ms). */
const sliceMs = 50

/** Opens the pools. `onError` is called for idle connections that break, e.g. when PostgreSQL restarts, until `close`. */
export const openDatabase = (config: SiteConnection, onError: (error: Error) => void, slow?: SlowQueries): DatabaseHandle => {
  const timeout = Number(config.statement_timeout ?? statementMs)
  // The server ends a statement in time; a server that hangs or is unreachable does not.
  const query_timeout = timeout > 0 ? timeout + answerMs : undefined
  const watching = watchingClient(slow)
  const client = config.prepare === false ? withoutNames(watching) : watching
  const limits = { connectionTimeoutMillis: 10_000, query_timeout, Client: client, ...broken }
  const ended = { ...limits, statement_timeout: statementMs }
  const session = sessionOf(config)
  // A pooler accepts no parameters of a connection; its role has the limit.
  const pool = new Pool({ max: 20, ...(isPooled(config) ? limits : ended), ...config, Client: client })
  const sessions = isPooled(config) ? new Pool({ ...ended, idleTimeoutMillis: 10_000, ...session, max: 2 }) : pool
  const single = new Pool({ ...ended, ...session, max: 1, Client: client })
  const probe = new Pool({ ...config, max: 1, connectionTimeoutMillis: probeMs, query_timeout: probeMs, idleTimeoutMillis: 5_000 })
  let closing = false
  const report = (error: Error) => void (closing || onError(error))
  const ends = [...new Set([pool, sessions, single, probe])].map((one) => endOf(one.on("error", report).on("connect", surviveBreak)))
  const isAnswering = async (ms: number): Promise<boolean> => {
    let answer: boolean | null = null
    const reply = probe.query("select 1").then(
      () => (answer = true),
      // too many connections, for example: PostgreSQL did answer
      (error: unknown) => (answer = (error as { code?: string }).code === "53300" || !isConnectionLost(error)),
    )
    // A busy process reads the answer late although the database has answered: each pause counts with its planned length.
    for (let waited = 0; waited < ms && answer === null; waited += sliceMs)
      await Promise.race([reply, pause(sliceMs, null, { ref: false })])
    return answer ?? false
  }
  const close = async () => {
    closing = true
    await Promise.all(ends.map((end) => end()))
  }
  const resize = (max: number) => void (pool.options.max = max)
  return { db: marked(drizzle(pool)), aside: drizzle(single), pool, sessions, isAnswering, resize, close }
}

/** How long connections may take to close after they were told to (ms). */
const closedMs = 2_000

/**
 * Returns the end of a pool: resolves once its connections are closed. `Pool.end` only tells them to close, so a server that is stopped
 * next would break them, one error each.
 */
const endOf = (pool: Pool): (() => Promise<void>) => {
  const open = new Set<PoolClient>()
  pool.on("connect", (client) => void open.add(client)).on("remove", (client) => void open.delete(client))
  return async () => {
    const closed = new Promise<void>((done) => pool.on("remove", () => void (open.size || done())))
    await pool.end()
    if (open.size) await Promise.race([closed, pause(closedMs, undefined, { ref: false })])
  }
}

/** Marks the work of transactions, so that calls of outside services inside them are noticed. */
const marked = (db: Database): Database => {
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) => transaction((tx) => asTransaction(() => work(tx)), config)
  return db
}

/** How long an answer may take after the server should have ended the statement (ms). */
const answerMs = 5_000
/** Notices a connection whose peer disappeared without closing it: a machine without power, a firewall that dropped its state. */
const broken = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Reports a statement that took longer than `ms`, without its values. */
export type SlowQueries = { ms: number; report: (statement: string, ms: number) => void }

const textOf = (query: unknown): string => {
  const text = typeof query === "string" ? query : (query as { text?: unknown } | null)?.text
  return typeof text === "string" ? text.replace(/\s+/g, " ").slice(0, 400) : ""
}

/**
 * A connection that is given up when a statement is not answered in time, because later statements would wait behind it, and that reports
 * slow ones.
 */
const watchingClient = (slow: SlowQueries | undefined) =>
  class extends Client {
    override query(...args: unknown[]): never {
      const since = performance.now()
      const end = (error: unknown) => {
        const ms = performance.now() - since
        if (slow && ms > slow.ms) slow.report(textOf(args[0]), Math.round(ms))
        if (isReadTimeout(error)) (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      }
      const last = args.at(-1)
      if (typeof last === "function")
        args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
          end(error)
          ;(last as (...all: unknown[]) => void)(error, ...rest)
        }
      const result: unknown = (super.query as (...all: unknown[]) => unknown)(...args)
      if (result instanceof Promise) result.then(() => end(null), end)
      return result as never
    }
  }

/** How long a probe may take before its connection is given up (ms). */
const probeMs = 2_000
const isReadTimeout = (error: unknown) => error instanceof Error && error.message === "Query read timeout"
