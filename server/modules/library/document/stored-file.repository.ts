import { and, asc, eq, gte, inArray, isNull, lt, ne, sql } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Db } from "@/server/db/client"
import type { DocumentRow } from "./document.repository"
import { documentTable as t } from "./document.table"

type StoredFile = Pick<DocumentRow, "sha256" | "ext">

/** Sets or removes the mark of every document of this file; returns those that have changed. Locks by id first, to avoid deadlocks. */
export const setLost = (db: Db, { sha256, ext }: StoredFile, lost: boolean) => {
  const others = db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.sha256, sha256), eq(t.ext, ext), lost ? ne(t.lost_sha256, sha256) : eq(t.lost_sha256, sha256)))
    .orderBy(t.id)
    .for("update")
  return db
    .update(t)
    .set({ lost_sha256: lost ? sha256 : "" })
    .where(inArray(t.id, others))
    .returning({ uuid: t.uuid, user_id: t.user_id })
}

/** Checks whether a document is marked as having lost this file. */
export const hasLost = async (db: Db, { sha256, ext }: StoredFile): Promise<boolean> =>
  (await db.$count(t, and(eq(t.lost_sha256, sha256), eq(t.sha256, sha256), eq(t.ext, ext)))) > 0

/** Lists the files of documents whose SHA-256 begins with these two digits, each once. */
export const listFilesOfShard = (db: Db, shard: string) =>
  db
    .select({ sha256: t.sha256, ext: t.ext, lost: sql<boolean>`bool_or(${t.file_missing})` })
    .from(t)
    .where(and(gte(t.sha256, shard), lt(t.sha256, `${shard}g`), isNull(t.deleted_at)))
    .groupBy(t.sha256, t.ext)

const ofBlobs = (blobs: string[]) => and(inArray(t.sha256, blobs), ne(t.status, DocumentStatus.disabled), isNull(t.deleted_at))

/** Lists the documents of these contents that may get their file back. */
export const listDocumentsOf = (db: Db, blobs: string[]): Promise<DocumentRow[]> =>
  db.select().from(t).where(ofBlobs(blobs)).orderBy(asc(t.id))

/** Lists those of them that are marked as missing. */
export const listLostOf = (db: Db, blobs: string[]): Promise<DocumentRow[]> =>
  db
    .select()
    .from(t)
    .where(and(ofBlobs(blobs), eq(t.file_missing, true)))
    .orderBy(asc(t.id))

/** Lists some files that have vanished. */
export const listLostFiles = (db: Db, limit: number): Promise<StoredFile[]> =>
  db
    .selectDistinct({ sha256: t.sha256, ext: t.ext })
    .from(t)
    .where(and(eq(t.file_missing, true), ne(t.lost_sha256, ""), isNull(t.deleted_at)))
    .limit(limit)
