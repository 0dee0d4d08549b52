import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { megabytesOf } from "../../scripts/lib/processes.mjs"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

const { data, server } = ownServer({ SAMPLES: "false" })
const seconds = 60
/** A scheduled job that runs meanwhile is work, not polling: it is sent, taken, carried out and completed. */
const perJob = 12

/** Memory of an idle process (MiB). */
const mostMegabytes = 300

test("an idle process sends at most two statements a second to PostgreSQL, and takes at most 300 MB", async () => {
  const read = async (text: string) => Number((await query<{ n: string }>(data().path, text))[0]!.n)
  // commits count transactions; a statement outside of one is a transaction of its own
  const commits = () => read("select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()")
  await pause(8_000) // the start is over
  const before = await commits()
  // the smallest of many readings: garbage that has not been collected yet says nothing about the idle process
  let megabytes = Number.POSITIVE_INFINITY
  for (let n = 0; n < seconds; n++) {
    megabytes = Math.min(megabytes, megabytesOf(server().pid))
    await pause(1_000)
  }
  const after = await commits()
  const jobs = await read(`select count(*) as n from queue.job where completed_on > now() - interval '${seconds} seconds'`)
  // each of the two readings is a connection of its own
  expect(after - before, `${jobs} jobs`).toBeLessThanOrEqual(2 * seconds + perJob * jobs + 4)
  expect(megabytes).toBeGreaterThan(0)
  expect(megabytes).toBeLessThanOrEqual(mostMegabytes)
})
