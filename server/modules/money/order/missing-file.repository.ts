import { and, asc, eq, isNull, ne, not, notExists, or } from "drizzle-orm"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Db } from "@/server/db/client"
import { documentTable as d } from "../../library/document/document.table"
import { fileNoticeTable as notice } from "./file-notice.table"
import type { OrderRow } from "./order.repository"
import { orderTable as t, whollyRefunded } from "./order.table"

const isDocument = eq(t.order_type, OrderType.document)
const isUnpaid = and(isDocument, eq(t.status, OrderStatus.pending))
const isPurchase = and(isDocument, eq(t.status, OrderStatus.paid), not(whollyRefunded))

/** Lists some documents without a file that have pending orders, or buyers who do not know it yet. */
export const listDueDocuments = async (db: Db, limit: number): Promise<number[]> => {
  const notices = db
    .select({ user_id: notice.user_id })
    .from(notice)
    .where(and(eq(notice.document_id, d.id), eq(notice.user_id, t.user_id)))
  const rows = await db
    .selectDistinct({ id: d.id })
    .from(d)
    .innerJoin(t, eq(t.product_id, d.id))
    .where(and(eq(d.file_missing, true), isNull(d.deleted_at), ne(t.user_id, d.user_id), or(isUnpaid, and(isPurchase, notExists(notices)))))
    .orderBy(asc(d.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists the pending orders of a document. */
export const listPendingOf = (db: Db, documentId: number): Promise<OrderRow[]> =>
  db
    .select()
    .from(t)
    .where(and(isUnpaid, eq(t.product_id, documentId)))
    .orderBy(asc(t.id))

/** Lists the paid orders of a document that have not been fully refunded. */
export const listPurchasesOf = (db: Db, documentId: number): Promise<OrderRow[]> =>
  db
    .select()
    .from(t)
    .where(and(isPurchase, eq(t.product_id, documentId)))
    .orderBy(asc(t.id))

/** Records that a buyer was notified. Returns false if that was recorded before. */
export const addNotice = async (db: Db, row: { document_id: number; user_id: number; created_at: Date }): Promise<boolean> =>
  (await db.insert(notice).values(row).onConflictDoNothing().returning({ user_id: notice.user_id })).length > 0
