import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

const { data } = ownServer({ SAMPLES: "false" })
const seconds = 60
/** A scheduled job that runs meanwhile is work, not polling: it is sent, taken, carried out and completed. */
const perJob = 12

test("an idle process sends at most two statements a second to PostgreSQL", async () => {
  const read = async (text: string) => Number((await query<{ n: string }>(data().path, text))[0]!.n)
  // commits count transactions; a statement outside of one is a transaction of its own
  const commits = () => read("select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()")
  await pause(8_000) // the start is over
  const before = await commits()
  await pause(seconds * 1_000)
  const after = await commits()
  const jobs = await read(`select count(*) as n from queue.job where completed_on > now() - interval '${seconds} seconds'`)
  // each of the two readings is a connection of its own
  expect(after - before, `${jobs} jobs`).toBeLessThanOrEqual(2 * seconds + perJob * jobs + 4)
})
