import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

const { data } = ownServer({ SAMPLES: "false" })
/** Includes one minute of the jobs that run each minute. */
const seconds = 60

test("an idle process sends at most two statements a second to PostgreSQL", async () => {
  // commits count transactions; a statement outside of one is a transaction of its own
  const commits = async () =>
    Number(
      (
        await query<{ n: string }>(
          data().path,
          "select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()",
        )
      )[0]!.n,
    )
  await pause(8_000) // the start is over
  const before = await commits()
  await pause(seconds * 1_000)
  // each of the two readings is a connection of its own
  expect((await commits()) - before).toBeLessThanOrEqual(2 * seconds + 4)
})
