import { AnnouncementAudience } from "@/lib/contract/site/announcement.enums"
import type { Ctx } from "@/server/context"
import { isCurrentRow } from "@/server/db/period"
import { listAudience, type UserAudience } from "../../people/user/audience.usecases"
import { lockAnnouncement, noteTold, type AnnouncementRow } from "./announcement.repository"

/** How many users are notified in one transaction. */
const usersAtOnce = 500

const audienceOf = ({ audience, group_id }: AnnouncementRow): UserAudience => {
  if (audience === AnnouncementAudience.vip) return { kind: "vip" }
  if (audience === AnnouncementAudience.groups) return { kind: "groups", ids: group_id }
  return { kind: audience === AnnouncementAudience.staff ? "staff" : "users" }
}

const isDue = (row: AnnouncementRow, now: Date): boolean => row.in_bell && !row.told_at && isCurrentRow(row, now)

/** Notifies the next users. Returns false when there are none left, or when the announcement must not be sent (any more). */
const tellSome = (ctx: Ctx, id: number): Promise<boolean> =>
  ctx.tx(async (ctx) => {
    const row = await lockAnnouncement(ctx, id)
    if (!row || !isDue(row, ctx.now())) return false
    const ids = await listAudience(ctx, audienceOf(row), { after: row.told_up_to, limit: usersAtOnce })
    await ctx.notify(ids.map((user_id) => ({ kind: "announcement", user_id, by: 0, data: { announcement_id: id } })))
    const done = ids.length < usersAtOnce
    await noteTold(ctx, id, done ? { told_at: ctx.now() } : { told_up_to: ids.at(-1)! })
    return !done
  })

/**
 * Notifies every user of the audience once, in batches that are stored with their progress. Users who register later are not notified. Does
 * nothing before the start, after the end and for a disabled announcement; enabling it schedules it again.
 */
export const tellAnnouncement = async (ctx: Ctx, id: number, stopped: () => boolean): Promise<void> => {
  while (!stopped() && (await tellSome(ctx, id)));
}
