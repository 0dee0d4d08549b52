import { notificationKindOf } from "@/lib/contract/community/notification.kinds"
import type { Ctx, UserNotice } from "@/server/context"
import { mailNotificationJob } from "./notification.jobs"
import {
  addNotification,
  listPreferences,
  hasJoined,
  listRecipients,
  mergeNotification,
  type NotificationRow,
} from "./notification.repository"

/**
 * Stores notices in the transaction of their event (`ctx.notify`). Users are not notified of their own actions; closed accounts get no
 * notices.
 */
export const storeNotices = async (ctx: Ctx, all: readonly UserNotice[]): Promise<void> => {
  const told = all.filter(({ user_id, by }) => user_id > 0 && user_id !== by)
  if (!told.length) return
  const userIds = [...new Set(told.map(({ user_id }) => user_id))]
  const recipients = await listRecipients(ctx.db, userIds)
  const preferences = await listPreferences(ctx.db, userIds, [...new Set(told.map(({ kind }) => kind))])
  // in one order, so that two transactions never wait for each other's merged rows
  for (const notice of told.toSorted((a, b) => a.user_id - b.user_id)) {
    if (!recipients.has(notice.user_id)) continue
    const entry = notificationKindOf(notice.kind)
    const chosen = preferences.find(({ user_id, kind }) => user_id === notice.user_id && kind === notice.kind)
    const { site, mail } = chosen ?? entry
    if (!site && mail === "off") continue
    const row = await store(ctx, notice, { site, mail })
    if (row?.mail === "now") await ctx.enqueue(mailNotificationJob, { notification_id: row.id }, { key: String(row.id) })
  }
}

type Delivery = Pick<NotificationRow, "mail"> & { site: boolean }

const store = async (ctx: Ctx, notice: UserNotice, { site, mail }: Delivery): Promise<NotificationRow | null> => {
  const { kind, user_id, by, subject, data = {} } = notice
  const entry = notificationKindOf(kind)
  const at = ctx.now()
  const row = {
    user_id,
    kind,
    subject_type: subject?.type ?? 0,
    subject_id: subject?.document_id ?? 0,
    actor_id: entry.named ? by : 0,
    data,
    listed: site,
    mail,
    created_at: at,
    updated_at: at,
  }
  if (!entry.merges) return addNotification(ctx.db, row)
  return (await hasJoined(ctx.db, row)) ? null : mergeNotification(ctx.db, row)
}
