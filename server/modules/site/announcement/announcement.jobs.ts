import type { Ctx } from "@/server/context"
import { momentsAhead, secondsUntil } from "@/server/db/period"
import { job } from "@/server/module"
import type { AnnouncementRow } from "./announcement.repository"
import { tellAnnouncement } from "./notices.usecases"

/** Refreshes pages when an announcement starts or ends: they contain whether there is one. */
export const announcementTurnJob = job<{ announcement_id: number }>({
  name: "announcement-turn",
  timeoutSeconds: 60,
  retries: 2,
  concurrency: 1,
  run: (ctx) => ctx.changed("announcement"),
})

/** Writes an announcement into the notifications of its audience. */
export const tellAnnouncementJob = job<{ announcement_id: number }>({
  name: "tell-announcement",
  timeoutSeconds: 3_600,
  retries: 5,
  concurrency: 1,
  run: async (ctx, { announcement_id }, signal) => {
    await tellAnnouncement(ctx, announcement_id, () => signal.aborted)
  },
})

/** Schedules the jobs at the start and the end of an announcement. */
export const planAnnouncement = async (ctx: Ctx, row: AnnouncementRow): Promise<void> => {
  for (const { moment, seconds } of momentsAhead(row, ctx.now())) {
    const key = `${row.id} ${moment.toISOString()}`
    await ctx.enqueue(announcementTurnJob, { announcement_id: row.id }, { key, startAfterSeconds: seconds })
  }
  if (!row.in_bell || !row.enable || row.told_at) return
  const startAfterSeconds = secondsUntil(row.start_time, ctx.now())
  const key = `${row.id} ${row.start_time?.toISOString() ?? "now"}`
  await ctx.enqueue(tellAnnouncementJob, { announcement_id: row.id }, { key, startAfterSeconds })
}
