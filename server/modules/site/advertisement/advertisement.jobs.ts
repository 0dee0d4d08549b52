import type { Ctx } from "@/server/context"
import { momentsAhead, type Period } from "@/server/db/period"
import { job } from "@/server/module"

/** Refreshes pages when an advertisement starts or ends: they reserve space for the visible ones. */
export const advertisementTurnJob = job<{ advertisement_id: number }>({
  name: "advertisement-turn",
  timeoutSeconds: 60,
  retries: 2,
  concurrency: 1,
  run: (ctx) => ctx.changed("advertisement"),
})

/** Schedules the refreshes at the start and the end of an advertisement. */
export const planTurns = async (ctx: Ctx, row: Period & { id: number }): Promise<void> => {
  for (const { moment, seconds } of momentsAhead(row, ctx.now())) {
    const key = `${row.id} ${moment.toISOString()}`
    await ctx.enqueue(advertisementTurnJob, { advertisement_id: row.id }, { key, startAfterSeconds: seconds })
  }
}
