import { asc, desc, eq, gt } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { auditHeadTable, auditTable } from "./audit.table"
import type { AuditRow } from "./chain.rules"

type Head = typeof auditHeadTable.$inferSelect

/** Returns the head, locked until the transaction ends and created if missing. */
export const lockHead = async (db: Db): Promise<Head> =>
  (
    await db
      .insert(auditHeadTable)
      .values({ id: 1 })
      .onConflictDoUpdate({ target: auditHeadTable.id, set: { id: 1 } })
      .returning()
  )[0]!

export const findHead = async (db: Db): Promise<Head | null> => (await db.select().from(auditHeadTable))[0] ?? null

export const moveHead = (db: Db, head: Pick<Head, "last_id" | "hash">) =>
  db.update(auditHeadTable).set(head).where(eq(auditHeadTable.id, 1))

export const findLastRow = async (db: Db): Promise<AuditRow | null> =>
  (await db.select().from(auditTable).orderBy(desc(auditTable.id)).limit(1))[0] ?? null

export const addRow = async (db: Db, row: typeof auditTable.$inferInsert): Promise<AuditRow> =>
  (await db.insert(auditTable).values(row).returning())[0]!

const batch = 1_000

/** Yields all rows in id order, one batch at a time. */
export async function* allRows(db: Db): AsyncGenerator<AuditRow> {
  for (let after = 0; ;) {
    const rows = await db.select().from(auditTable).where(gt(auditTable.id, after)).orderBy(asc(auditTable.id)).limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)!.id
  }
}
