import { and, count, desc, eq, exists, gt, isNull, lt, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { hiddenStatuses } from "@/lib/rules/library/document-status"
import { documentTable } from "../document/document.table"
import { mayStillShare } from "../document/share-grant.policy"
import { userTable } from "../../people/user/user.table"
import { shareLinkTable as t, shareVisitTable as visit } from "./sharing.table"

export type LinkRow = typeof t.$inferSelect
/** A link with its document; `lasting`: the document is not deleted or hidden, and the link's creator may still share it. */
export type SharedRow = LinkRow & SharedDocument
type SharedDocument = { uuid: string; title: string; price: number; is_vip: boolean; owner_id: number; lasting: boolean }

const joined = (db: Db, now: Date) => {
  const hidden = sql.join(
    hiddenStatuses.map((status) => sql`${status}::int`),
    sql`, `,
  )
  const lasting = sql<boolean>`(${isNull(documentTable.deleted_at)} and ${documentTable.status} not in (${hidden}) and ${mayStillShare(db, now)})`
  return db
    .select({
      link: t,
      uuid: documentTable.uuid,
      title: documentTable.title,
      price: documentTable.price,
      is_vip: documentTable.is_vip,
      owner_id: documentTable.user_id,
      lasting,
    })
    .from(t)
    .innerJoin(documentTable, eq(documentTable.id, t.document_id))
    .innerJoin(userTable, eq(userTable.id, t.user_id))
}

const flat = ({ link, ...more }: { link: LinkRow } & SharedDocument): SharedRow => ({ ...link, ...more })

export const findLink = async (db: Db, key: string, now: Date): Promise<SharedRow | null> => {
  const [row] = await joined(db, now).where(eq(t.key, key))
  return row ? flat(row) : null
}

type Filter = { user_id: number; document_id?: number }
const matching = ({ user_id, document_id }: Filter): SQL | undefined =>
  and(eq(t.user_id, user_id), document_id ? eq(t.document_id, document_id) : undefined)

/** Returns the user's links, newest first. */
export const listLinks = async (db: Db, filter: Filter, now: Date, { offset, limit }: { offset: number; limit: number }) => {
  const [rows, [counted]] = await Promise.all([
    joined(db, now).where(matching(filter)).orderBy(desc(t.id)).offset(offset).limit(limit),
    db.select({ total: count() }).from(t).where(matching(filter)),
  ])
  return { rows: rows.map(flat), total: counted?.total ?? 0 }
}

/** Condition: the link may open the document to a new visitor. */
const usable = (now: Date): SQL =>
  and(isNull(t.revoked_at), or(isNull(t.expires_at), gt(t.expires_at, now)), or(eq(t.max_visits, 0), lt(t.visits, t.max_visits)))!

/** Counts the user's links of a document that can still be opened. Concurrent creations wait for each other. */
export const countUsableLinks = async (db: Db, filter: Required<Filter>, now: Date): Promise<number> => {
  await db.execute(sql`select pg_advisory_xact_lock(7301887, ${filter.user_id}::int)`)
  const [row] = await db
    .select({ total: count() })
    .from(t)
    .where(and(matching(filter), usable(now)))
  return row?.total ?? 0
}

export const addLink = async (db: Db, link: typeof t.$inferInsert): Promise<LinkRow> => {
  const [row] = await db.insert(t).values(link).returning()
  return row!
}

/** Revokes the user's own link; false if there is none. A revoked link keeps the time of its first revocation. */
export const revokeLink = async (db: Db, userId: number, id: number, now: Date): Promise<boolean> => {
  const changed = await db
    .update(t)
    .set({ revoked_at: sql`coalesce(${t.revoked_at}, ${now.toISOString()}::timestamptz)`, updated_at: now })
    .where(and(eq(t.id, id), eq(t.user_id, userId)))
    .returning({ id: t.id })
  return changed.length > 0
}

export const hasVisited = async (db: Db, linkId: number, visitor: string): Promise<boolean> => {
  if (!visitor) return false
  const [row] = await db
    .select({
      yes: exists(
        db
          .select()
          .from(visit)
          .where(and(eq(visit.link_id, linkId), eq(visit.visitor, visitor))),
      ),
    })
    .from(sql`(select) as one`)
  return Boolean(row?.yes)
}

/**
 * Counts a visit unless this browser has one already; false if the link has none left. To be called in a transaction: one update compares and
 * counts, so concurrent visitors never exceed the maximum.
 */
export const countVisit = async (db: Db, linkId: number, visitor: string, now: Date): Promise<boolean> => {
  const [fresh] = await db
    .insert(visit)
    .values({ link_id: linkId, visitor, created_at: now })
    .onConflictDoNothing()
    .returning({ link_id: visit.link_id })
  if (!fresh) return true
  const counted = await db
    .update(t)
    .set({ visits: sql`${t.visits} + 1` })
    .where(and(eq(t.id, linkId), usable(now)))
    .returning({ id: t.id })
  return counted.length > 0
}

/** Marks a visit as paid, so that its browser reads every page. */
export const markPaid = async (db: Db, linkId: number, visitor: string): Promise<boolean> => {
  const marked = await db
    .update(visit)
    .set({ paid: true })
    .where(and(eq(visit.link_id, linkId), eq(visit.visitor, visitor), eq(visit.paid, false)))
    .returning({ link_id: visit.link_id })
  return marked.length > 0
}

/** Marks a visit as paid and counts the reader, with when and from where it was paid. */
export const markPayment = async (db: Db, linkId: number, visitor: string, neighbourhood: string, now: Date): Promise<void> => {
  if (await markPaid(db, linkId, visitor)) {
    await db
      .update(visit)
      .set({ paid_at: now, neighbourhood })
      .where(and(eq(visit.link_id, linkId), eq(visit.visitor, visitor)))
    await db
      .update(t)
      .set({ paid_visits: sql`${t.paid_visits} + 1` })
      .where(eq(t.id, linkId))
  }
}

/** Counts the visits that a link has paid for a neighbourhood since then. */
export const countPayments = async (db: Db, linkId: number, neighbourhood: string, since: Date): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(visit)
    .where(and(eq(visit.link_id, linkId), eq(visit.neighbourhood, neighbourhood), gt(visit.paid_at, since)))
  return row?.total ?? 0
}

/** Checks whether a visit was paid. */
export const isPaidVisit = async (db: Db, linkId: number, visitor: string): Promise<boolean> => {
  const [row] = await db
    .select({ paid: visit.paid })
    .from(visit)
    .where(and(eq(visit.link_id, linkId), eq(visit.visitor, visitor)))
  return row?.paid ?? false
}
