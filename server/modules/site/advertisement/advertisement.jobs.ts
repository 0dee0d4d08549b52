import type { Ctx } from "@/server/context"
import { job } from "@/server/module"

/** Refreshes pages when an advertisement starts or ends: they reserve space for the visible ones. */
export const advertisementTurnJob = job<{ advertisement_id: number }>({
  name: "advertisement-turn",
  timeoutSeconds: 60,
  retries: 2,
  concurrency: 1,
  run: (ctx) => ctx.changed("advertisement"),
})

type Period = { id: number; start_time: Date | null; end_time: Date | null }

/** Schedules the refreshes at the start and the end of an advertisement. */
export const planTurns = async (ctx: Ctx, { id, start_time, end_time }: Period): Promise<void> => {
  for (const moment of [start_time, end_time]) {
    const seconds = moment ? Math.ceil((moment.getTime() - ctx.now().getTime()) / 1000) : 0
    if (!moment || seconds <= 0) continue
    await ctx.enqueue(advertisementTurnJob, { advertisement_id: id }, { key: `${id} ${moment.toISOString()}`, startAfterSeconds: seconds })
  }
}
