import { and, desc, eq, inArray } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { isCurrent } from "@/server/db/period"
import { announcementTable as t } from "./announcement.table"

export type AnnouncementRow = typeof t.$inferSelect

/** More bars than this would cover the page; the latest ones count. */
const maxCurrent = 50

/** Returns the announcements that bars may show now, the latest first. */
export const listCurrent = ({ db }: DbCtx, now: Date): Promise<AnnouncementRow[]> =>
  db
    .select()
    .from(t)
    .where(and(isCurrent(t, now), eq(t.in_banner, true)))
    .orderBy(desc(t.id))
    .limit(maxCurrent)

export const findAnnouncement = async ({ db }: DbCtx, id: number): Promise<AnnouncementRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Locks the row until the transaction ends, so that two processes never notify the same users. */
export const lockAnnouncement = async ({ db }: DbCtx, id: number): Promise<AnnouncementRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0] ?? null

export const listAnnouncements = ({ db }: DbCtx, ids: number[]): Promise<Pick<AnnouncementRow, "id" | "title" | "content" | "href">[]> =>
  db.select({ id: t.id, title: t.title, content: t.content, href: t.href }).from(t).where(inArray(t.id, ids))

/** Stores the last notified user. Does not change `updated_at`, so that a concurrent edit by staff causes no conflict. */
export const noteTold = async ({ db }: DbCtx, id: number, told: Partial<Pick<AnnouncementRow, "told_up_to" | "told_at">>): Promise<void> =>
  void (await db.update(t).set(told).where(eq(t.id, id)))
