import { and, asc, desc, eq, gt, gte, inArray, lt, lte, max, ne, notExists, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { listPage, pageOf } from "@/server/db/listing"
import { userVipTable as t } from "./order.table"

const later = alias(t, "later")

export type CardRow = typeof t.$inferSelect
type Paged = { page?: number; size?: number; limit?: number }

/** Returns the user's valid cards in the order in which their downloads are used: year, quarter, month. */
export const listValidCards = (db: Db, userId: number, now: Date): Promise<CardRow[]> =>
  db
    .select()
    .from(t)
    .where(and(eq(t.user_id, userId), lte(t.joined_at, now), gt(t.expired_at, now)))
    .orderBy(asc(t.type), asc(t.expired_at), asc(t.id))

/** Uses one of the card's downloads. Returns false if none is left. */
export const countCardDownload = async (db: Db, id: number): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ download_used: sql`${t.download_used} + 1` })
      .where(and(eq(t.id, id), lt(t.download_used, t.download)))
      .returning({ id: t.id })
  ).length > 0

/** Returns when the user's last card of this type ends. */
export const endOfCards = async (db: Db, userId: number, type: number): Promise<Date | null> =>
  (
    await db
      .select({ ends: max(t.expired_at) })
      .from(t)
      .where(and(eq(t.user_id, userId), eq(t.type, type)))
  )[0]?.ends ?? null

export const addCard = (db: Db, card: typeof t.$inferInsert) => db.insert(t).values(card)

export const findCardOf = async (db: Db, userId: number, orderNo: string): Promise<CardRow | null> =>
  (
    await db
      .select()
      .from(t)
      .where(and(eq(t.user_id, userId), eq(t.order_no, orderNo)))
  )[0] ?? null

/** Returns the card of an order, locked until the transaction ends. */
export const lockCardOf = async (db: Db, userId: number, orderNo: string): Promise<CardRow | null> =>
  (
    await db
      .select()
      .from(t)
      .where(and(eq(t.user_id, userId), eq(t.order_no, orderNo)))
      .for("update")
  )[0] ?? null

/**
 * Moves the card's end earlier (`ms` < 0) or later, and shifts the user's later cards of the same type by as much, so that no gap arises.
 */
export const moveEnd = async (db: Db, card: CardRow, ms: number, downloads: number): Promise<void> => {
  const by = sql`${ms} * interval '1 millisecond'`
  const after = and(eq(t.user_id, card.user_id), eq(t.type, card.type), ne(t.id, card.id), gte(t.joined_at, card.expired_at))
  await db
    .update(t)
    .set({ joined_at: sql`${t.joined_at} + ${by}`, expired_at: sql`${t.expired_at} + ${by}` })
    .where(after)
  await db
    .update(t)
    .set({ expired_at: sql`${t.expired_at} + ${by}`, download: sql`${t.download} + ${downloads}` })
    .where(eq(t.id, card.id))
}

/** Lists the user's cards, the one that ends last first. */
export const listOwnCards = (db: Db, userId: number, page: Paged) =>
  listPage(db, t, { where: eq(t.user_id, userId), order: [desc(t.expired_at), desc(t.id)], ...pageOf(page, 100) })

/** Lists the cards of all users, newest first. */
export const listCards = (db: Db, { type, user_id, ...page }: Paged & { type?: number[]; user_id?: number[] }) => {
  const where = and(type?.length ? inArray(t.type, type) : undefined, user_id?.length ? inArray(t.user_id, user_id) : undefined)
  return listPage(db, t, { where, order: [desc(t.id)], ...pageOf(page, 100) })
}

/**
 * Returns at most `limit` cards that end between these times, are their owner's last card and have not had the `days` reminder. The rows
 * stay locked for the caller's transaction, so that two processes never send a reminder twice.
 */
export const listEndingCards = (db: Db, { days, ...ending }: Ending & { days: number }) =>
  endingCards(db, ending, ne(t.reminded_days, days))

/** Same query, for cards without an on-site notification. */
export const listUntoldCards = (db: Db, ending: Ending) => endingCards(db, ending, eq(t.end_told, false))
export const markEndTold = (db: Db, ids: number[]) => db.update(t).set({ end_told: true }).where(inArray(t.id, ids))

type Ending = { after: Date; until: Date; limit: number }
const endingCards = (db: Db, { after, until, limit }: Ending, due: SQL) =>
  db
    .select({ id: t.id, user_id: t.user_id, type: t.type, expired_at: t.expired_at })
    .from(t)
    .where(
      and(
        gt(t.expired_at, after),
        lte(t.expired_at, until),
        due,
        notExists(
          db
            .select({ one: sql`1` })
            .from(later)
            .where(and(eq(later.user_id, t.user_id), gt(later.expired_at, t.expired_at))),
        ),
      ),
    )
    .orderBy(asc(t.expired_at))
    .limit(limit)
    .for("update", { of: t, skipLocked: true })

export const markReminded = (db: Db, ids: number[], days: number) => db.update(t).set({ reminded_days: days }).where(inArray(t.id, ids))

export const findCard = async (db: Db, id: number): Promise<CardRow | null> => (await db.select().from(t).where(eq(t.id, id)))[0] ?? null
