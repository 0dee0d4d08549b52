import { and, desc, eq, gt, inArray, isNotNull, isNull, like, lte, or, sql, type SQL } from "drizzle-orm"
import { DowncodeStatus } from "@/lib/contract/money/download-code.enums"
import type { Db } from "@/server/db/client"
import { patternsOf } from "@/server/db/listing"
import { countRows } from "@/server/db/totals"
import { documentTable } from "../../library/document/document.table"
import { orderTable } from "../order/order.table"
import { userTable } from "../../people/user/user.table"
import { downloadCodeBatchTable as batch, downloadCodeTable as t } from "./download-code.table"

export type NewBatch = Omit<typeof batch.$inferInsert, "id">
export type CodeFilter = { status?: number[]; batch_id?: number[]; user_id?: number[]; wd?: string }

/** Adds a batch with its codes. Fails if one of the codes already exists, which does not happen in practice. */
export const addBatch = async (db: Db, values: NewBatch, codes: { hash: string; hint: string }[]): Promise<number> => {
  const [row] = await db.insert(batch).values(values).returning({ id: batch.id })
  await db.insert(t).values(codes.map((code) => ({ ...code, batch_id: row!.id })))
  return row!.id
}

export const isDocument = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(documentTable, and(eq(documentTable.id, id), isNull(documentTable.deleted_at)))) > 0

/** Returns a code with the conditions of its batch, locked until the transaction ends. */
export const lockCode = async (db: Db, hash: string) =>
  (
    await db
      .select({
        id: t.id,
        used_at: t.used_at,
        revoked_at: t.revoked_at,
        expired_at: batch.expired_at,
        max_price: batch.max_price,
        document_id: batch.document_id,
      })
      .from(t)
      .innerJoin(batch, eq(batch.id, t.batch_id))
      .where(eq(t.hash, hash))
      .for("update", { of: t })
  )[0] ?? null

export const markUsed = (db: Db, id: number, use: { user_id: number; order_no: string; used_at: Date }) =>
  db.update(t).set(use).where(eq(t.id, id))

/** Revokes those of the codes that are neither used nor revoked, and returns how many. */
export const revoke = async (db: Db, { id = [], batch_id = [] }: { id?: number[]; batch_id?: number[] }, now: Date): Promise<number> => {
  const meant = or(inArray(t.id, id), inArray(t.batch_id, batch_id))
  const rows = await db
    .update(t)
    .set({ revoked_at: now })
    .where(and(meant, isNull(t.used_at), isNull(t.revoked_at)))
    .returning({ id: t.id })
  return rows.length
}

const isOpen = and(isNull(t.used_at), isNull(t.revoked_at))
/** Returns the condition for rows with this status (`codeStatusOf` computes the same for one row). */
const conditionOf = (status: number, now: Date): SQL | undefined => {
  if (status === DowncodeStatus.used) return isNotNull(t.used_at)
  if (status === DowncodeStatus.revoked) return isNotNull(t.revoked_at)
  if (status === DowncodeStatus.expired) return and(isOpen, lte(batch.expired_at, now))
  return and(isOpen, or(isNull(batch.expired_at), gt(batch.expired_at, now)))
}

const columns = {
  id: t.id,
  batch_id: t.batch_id,
  hint: t.hint,
  remark: batch.remark,
  max_price: batch.max_price,
  document_id: batch.document_id,
  expired_at: batch.expired_at,
  user_id: t.user_id,
  username: sql<string>`coalesce(${userTable.username}, '')`,
  order_no: t.order_no,
  product_name: sql<string>`coalesce(${orderTable.product_name}, '')`,
  product_uuid: sql<string>`coalesce(${orderTable.product_uuid}, '')`,
  used_at: t.used_at,
  revoked_at: t.revoked_at,
  created_at: batch.created_at,
}

/** Lists codes with their batch and what they were used for, newest batch first. */
export const listCodes = async (db: Db, filter: CodeFilter, now: Date, { offset, limit }: { offset: number; limit: number }) => {
  const { status, batch_id, user_id, wd } = filter
  const where = and(
    status?.length ? or(...status.map((one) => conditionOf(one, now))) : undefined,
    batch_id?.length ? inArray(t.batch_id, batch_id) : undefined,
    user_id?.length ? inArray(t.user_id, user_id) : undefined,
    ...patternsOf(wd).map((word) => or(like(sql`lower(${t.hint})`, word), like(t.order_no, word), like(sql`lower(${batch.remark})`, word))),
  )
  const codes = db.select({ id: t.id }).from(t).innerJoin(batch, eq(batch.id, t.batch_id)).where(where)
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(t)
      .innerJoin(batch, eq(batch.id, t.batch_id))
      .leftJoin(userTable, eq(userTable.id, t.user_id))
      .leftJoin(orderTable, eq(orderTable.order_no, t.order_no))
      .where(where)
      .orderBy(desc(t.batch_id), desc(t.id))
      .offset(offset)
      .limit(limit),
    countRows(db, codes.getSQL(), JSON.stringify(codes.toSQL())),
  ])
  return { rows, total }
}
