import { and, desc, eq, isNull } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentTable, documentVersionTable as t } from "./document.table"

export type VersionRow = typeof t.$inferSelect

/** Lists past, current and pending files of the document, newest first; empty if the file was never replaced. */
export const listVersions = (db: Db, documentId: number): Promise<VersionRow[]> =>
  db.select().from(t).where(eq(t.document_id, documentId)).orderBy(desc(t.version))

/** Finds one version of the document. */
export const findVersion = async (db: Db, documentId: number, id: number): Promise<VersionRow | null> =>
  (
    await db
      .select()
      .from(t)
      .where(and(eq(t.document_id, documentId), eq(t.id, id)))
  )[0] ?? null

type VersionOwner = { sha256: string; user_id: number; price: number; is_vip: boolean }

/** Finds a version of any document, with the document's owner and price. */
export const findVersionOwner = async (db: Db, id: number): Promise<VersionOwner | null> =>
  (
    await db
      .select({
        sha256: t.sha256,
        user_id: documentTable.user_id,
        price: documentTable.price,
        is_vip: documentTable.is_vip,
      })
      .from(t)
      .innerJoin(documentTable, eq(documentTable.id, t.document_id))
      .where(and(eq(t.id, id), isNull(documentTable.deleted_at)))
  )[0] ?? null

export const addVersion = (db: Db, row: typeof t.$inferInsert) => db.insert(t).values(row)
