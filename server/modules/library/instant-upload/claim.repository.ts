import { and, desc, eq, exists, getTableColumns, inArray, isNull, or } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Db } from "@/server/db/client"
import { documentTable as d } from "../document/document.table"
import { allowedGroups, everPublic, publicDocuments } from "../document/visibility.policy"
import { attachmentTable as a } from "../files/attachment.table"
import { conversionTable, pageTable } from "../files/drawing.table"
import { uploadClaimTable as t } from "./instant-upload.table"

export type ClaimRow = typeof t.$inferSelect

type ClaimedFile = { hash: string; size: number; ext: string }

/**
 * Finds a stored file with this MD5 and size that the user may claim: their own upload, or the file of a public document. The existence of
 * any other file (restricted, in review, rejected, disabled, deleted, never submitted) must not be revealed.
 */
export const findKnownFile = async (db: Db, { hash, size, ext }: ClaimedFile, userId: number) =>
  (
    await db
      .select({ sha256: a.sha256, ext: a.ext })
      .from(a)
      .where(
        and(
          eq(a.hash, hash),
          eq(a.size, size),
          eq(a.ext, ext),
          eq(a.type, AttachmentType.document),
          eq(a.enable, true),
          isNull(a.deleted_at),
          or(eq(a.user_id, userId), exists(db.select({ id: d.id }).from(d).where(publicDocumentOf))),
        ),
      )
      .orderBy(desc(a.id))
      .limit(1)
  )[0] ?? null

const publicDocumentOf = and(eq(d.sha256, a.sha256), isNull(d.deleted_at), everPublic())

export const addClaim = (db: Db, row: typeof t.$inferInsert) => db.insert(t).values(row)

/** Consumes a challenge: valid once, for its user, before it expires. */
export const takeClaim = async (db: Db, id: string, userId: number, now: Date): Promise<ClaimRow | null> => {
  const [row] = await db
    .delete(t)
    .where(and(eq(t.id, id), eq(t.user_id, userId)))
    .returning()
  return row?.expires_at && row.expires_at > now ? row : null
}

export const findOwnFile = async (db: Db, id: number, userId: number) =>
  (
    await db
      .select()
      .from(a)
      .where(and(eq(a.id, id), eq(a.user_id, userId), eq(a.type, AttachmentType.document), isNull(a.deleted_at)))
  )[0] ?? null

/**
 * Finds the oldest readable document of a file with this MD5. Documents with a missing file do not count: an upload of the same content may
 * restore them.
 */
export const findByHash = async (db: Db, hash: string) =>
  (
    await db
      .select({ id: d.id, uuid: d.uuid, title: d.title })
      .from(d)
      .innerJoin(a, eq(a.id, d.attachment_id))
      .where(and(eq(a.hash, hash), eq(d.file_missing, false), publicDocuments()))
      .orderBy(d.id)
      .limit(1)
  )[0] ?? null

/** Reads the data of a content's newest complete conversion, with the text of its first page. */
export const findAnalysis = async (db: Db, sha256: string) => {
  const [row] = await db
    .select({ outline: conversionTable.outline, keywords: conversionTable.keywords, text: pageTable.text })
    .from(conversionTable)
    .leftJoin(
      pageTable,
      and(eq(pageTable.sha256, conversionTable.sha256), eq(pageTable.version, conversionTable.version), eq(pageTable.page, 1)),
    )
    .where(eq(conversionTable.sha256, sha256))
    .orderBy(desc(conversionTable.version))
    .limit(1)
  return row ?? null
}

export const listDocumentsOfBlobs = (db: Db, hashes: string[]) =>
  hashes.length
    ? db
        .select({ ...getTableColumns(d), groups: allowedGroups })
        .from(d)
        .where(and(inArray(d.sha256, hashes), isNull(d.deleted_at)))
        .orderBy(d.id)
        .limit(200)
    : Promise.resolve([])
