import { AsyncLocalStorage } from "node:async_hooks"
import type { TestApp } from "./test-app"

/** A statement as passed to the driver. */
export type RecordedQuery = { text: string; values: unknown[] }

const recording = new AsyncLocalStorage<RecordedQuery[]>()

/** Returns the statements that `work` sends to the database, except those in transactions; statements of jobs and timers do not count. */
export const queriesOf = async (app: TestApp, work: () => Promise<unknown>): Promise<RecordedQuery[]> => {
  const { pool } = app.database
  const original = pool.query
  const queries: RecordedQuery[] = []
  pool.query = function record(this: unknown, ...args: unknown[]) {
    const query = args[0] as string | { text: string }
    recording
      .getStore()
      ?.push({ text: typeof query === "string" ? query : query.text, values: (Array.isArray(args[1]) ? args[1] : []) as unknown[] })
    return (original as (...all: unknown[]) => unknown).apply(pool, args)
  } as typeof pool.query
  try {
    await recording.run(queries, work)
  } finally {
    pool.query = original
  }
  return queries
}

/** Returns the plan of a statement if sorting and full table scans are the last resort. */
export const planOf = async (app: TestApp, { text, values }: RecordedQuery): Promise<string> => {
  const client = await app.database.pool.connect()
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off")
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values)
    return rows.map((row) => row["QUERY PLAN"]).join("\n")
  } finally {
    await client.query("rollback")
    client.release()
  }
}
