import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import type { NotificationKind } from "@/lib/contract/community/notification.kinds"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Db } from "@/server/db/client"
import { listPage, pageOf } from "@/server/db/listing"
import { userTable } from "../../people/user/user.table"
import { commentTable } from "../comment/comment.table"
import { notificationActorTable as actor, notificationPreferenceTable as preference, notificationTable as t } from "./notification.table"

export type NotificationRow = typeof t.$inferSelect
type NewRow = typeof t.$inferInsert
export type PreferenceRow = typeof preference.$inferSelect

/** Returns which of these users have an account that is not closed. */
export const listRecipients = async (db: Db, ids: number[]): Promise<Set<number>> => {
  const rows = await db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(inArray(userTable.id, ids), isNull(userTable.closed_at)))
  return new Set(rows.map(({ id }) => id))
}

export const listPreferences = (db: Db, userIds: number[], kinds?: NotificationKind[]): Promise<PreferenceRow[]> =>
  db
    .select()
    .from(preference)
    .where(and(inArray(preference.user_id, userIds), kinds ? inArray(preference.kind, kinds) : undefined))

export const savePreferenceRows = (db: Db, rows: (typeof preference.$inferInsert)[]) =>
  db
    .insert(preference)
    .values(rows)
    .onConflictDoUpdate({
      target: [preference.user_id, preference.kind],
      set: { site: sql`excluded.site`, mail: sql`excluded.mail`, updated_at: sql`excluded.updated_at` },
    })

export const addNotification = async (db: Db, row: NewRow): Promise<NotificationRow> =>
  (
    await db
      .insert(t)
      .values({ ...row, count: 1 })
      .returning()
  )[0]!

/** Checks whether the actor is counted in a notification of this kind about the subject, read or not: a repetition causes no new one. */
export const hasJoined = async (db: Db, { user_id, kind, subject_type = 0, subject_id = 0, actor_id = 0 }: NewRow): Promise<boolean> => {
  const rows = await db
    .select({ id: t.id })
    .from(actor)
    .innerJoin(t, eq(t.id, actor.notification_id))
    .where(
      and(
        eq(actor.user_id, actor_id),
        eq(t.user_id, user_id),
        eq(t.kind, kind),
        eq(t.subject_type, subject_type),
        eq(t.subject_id, subject_id),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/**
 * Adds a notification, or adds its actor to the unread one about the same subject; each actor counts once. The conflict locks the row, so
 * that parallel transactions lose none.
 */
export const mergeNotification = async (db: Db, row: NewRow & { actor_id: number; updated_at: Date }): Promise<NotificationRow> => {
  const [merged] = await db
    .insert(t)
    .values({ ...row, merges: true })
    .onConflictDoUpdate({
      target: [t.user_id, t.kind, t.subject_type, t.subject_id],
      targetWhere: sql`${t.merges} and ${t.read_at} is null`,
      set: { listed: sql`excluded.listed`, mail: sql`excluded.mail` },
    })
    .returning()
  const joined = await db.insert(actor).values({ notification_id: merged!.id, user_id: row.actor_id }).onConflictDoNothing().returning()
  if (!joined.length) return merged!
  const [counted] = await db
    .update(t)
    .set({ count: sql`${t.count} + 1`, actor_id: row.actor_id, updated_at: row.updated_at })
    .where(eq(t.id, merged!.id))
    .returning()
  return counted!
}

// as columns, not as parameters, so that the partial indexes apply
const listed = sql`${t.listed}`
const unread = and(listed, isNull(t.read_at))
type Filter = { page?: number; size?: number; kind?: NotificationKind; unread?: boolean }

export const listNotifications = (db: Db, userId: number, { kind, unread: onlyUnread, ...paging }: Filter) =>
  listPage(db, t, {
    where: and(eq(t.user_id, userId), onlyUnread ? unread : listed, kind ? eq(t.kind, kind) : undefined),
    order: [desc(t.updated_at), desc(t.id)],
    ...pageOf(paging, 100, 20),
  })

/** Counting stops here: a badge shows no more. */
const countedUnread = 1_000
export const countUnread = async (db: Db, userId: number): Promise<number> => {
  const rows = db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.user_id, userId), unread))
    .orderBy(desc(t.updated_at), desc(t.id))
    .limit(countedUnread)
    .as("rows")
  return db.$count(rows)
}

export const markRead = (db: Db, userId: number, ids: number[] | null, at: Date) =>
  db
    .update(t)
    .set({ read_at: at })
    .where(and(eq(t.user_id, userId), isNull(t.read_at), ids ? inArray(t.id, ids) : undefined))

export const deleteNotifications = (db: Db, userId: number, ids: number[]) =>
  db.delete(t).where(and(eq(t.user_id, userId), inArray(t.id, ids)))

export const findNotification = async (db: Db, id: number): Promise<NotificationRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

const daily = sql`${t.mail} = 'daily'`
const usersPerBatch = 500
/** Returns users with notifications for the daily mail, by id after `after`. */
export const listDailyUsers = async (db: Db, after: number): Promise<number[]> => {
  const rows = await db
    .selectDistinct({ user_id: t.user_id })
    .from(t)
    .where(and(daily, gt(t.user_id, after)))
    .orderBy(t.user_id)
    .limit(usersPerBatch)
  return rows.map(({ user_id }) => user_id)
}
export const listDaily = (db: Db, userId: number): Promise<NotificationRow[]> =>
  db
    .select()
    .from(t)
    .where(and(daily, eq(t.user_id, userId)))
    .orderBy(t.id)
    .limit(countedUnread)
export const markMailed = (db: Db, ids: number[]) => db.update(t).set({ mail: "off" }).where(inArray(t.id, ids))

/** Returns the texts of these comments, of approved ones only. */
export const listCommentTexts = async (db: Db, ids: number[]): Promise<Map<number, string>> => {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: commentTable.id, content: commentTable.content })
    .from(commentTable)
    .where(and(inArray(commentTable.id, ids), eq(commentTable.status, ReviewStatus.approved)))
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/**
 * Removes a user from the notifications of others: single ones are deleted, merged ones count one user less and name none until another
 * joins.
 */
export const forgetActor = async (db: Db, userId: number): Promise<void> => {
  await db.delete(t).where(and(eq(t.actor_id, userId), eq(t.merges, false)))
  const left = await db.delete(actor).where(eq(actor.user_id, userId)).returning({ id: actor.notification_id })
  const ids = left.map(({ id }) => id)
  if (!ids.length) return
  await db.delete(t).where(and(inArray(t.id, ids), sql`${t.count} <= 1`))
  await db
    .update(t)
    .set({ count: sql`${t.count} - 1`, actor_id: sql`case when ${t.actor_id} = ${userId} then 0 else ${t.actor_id} end` })
    .where(inArray(t.id, ids))
}
