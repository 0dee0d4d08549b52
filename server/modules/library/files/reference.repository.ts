import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, not, notExists, or, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { convertingStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { documentTable as d, documentVersionTable as v } from "../document/document.table"
import { userTable } from "../../people/user/user.table"
import { attachmentTable as a } from "./attachment.table"
import { conversionTable, pageImprintTable, pageTable, textBandTable } from "./drawing.table"
import { storedFileTypes } from "./storage-keys.rules"

/* Finds references to contents: files and pages may be removed only if there are none. Call after `lockContentExclusive`. */

/** A stored file of a content. */
export type StoredFileName = { sha256: string; ext: string }
/** One version of the converted pages of a content. */
export type DrawingName = { sha256: string; version: number }

export const nameOf = ({ sha256, ext }: StoredFileName): string => `${sha256}${ext}`
export const drawingOf = ({ sha256, version }: DrawingName): string => `${sha256}/v${version}`

/**
 * Returns which files of these contents have a reference: from an attachment (with `removed`, also one marked as deleted), a document,
 * deleted or not, or one of its versions.
 */
export const listReferencedFiles = async (db: Db, hashes: string[], removed = false): Promise<Set<string>> => {
  if (!hashes.length) return new Set()
  const files = await db
    .select({ sha256: a.sha256, ext: a.ext })
    .from(a)
    .where(and(inArray(a.sha256, hashes), removed ? undefined : isNull(a.deleted_at)))
  const documents = await db.select({ sha256: d.sha256, ext: d.ext }).from(d).where(inArray(d.sha256, hashes))
  const versions = await db.select({ sha256: v.sha256, ext: v.ext }).from(v).where(inArray(v.sha256, hashes))
  return new Set([...files, ...documents, ...versions].map(nameOf))
}

/** Returns which of these image paths have a row. */
export const listKnownPaths = async (db: Db, paths: string[]): Promise<Set<string>> =>
  new Set(paths.length ? (await db.selectDistinct({ path: a.path }).from(a).where(inArray(a.path, paths))).map(({ path }) => path) : [])

/** Matches conversions that an earlier version of a document's file displays: the newest of its content. */
const isOfVersion = (db: Db) =>
  and(
    exists(
      db
        .select({ one: sql`1` })
        .from(v)
        .where(eq(v.sha256, conversionTable.sha256)),
    ),
    sql`${conversionTable.version} = (select max(newest.version) from conversion newest where newest.sha256 = ${conversionTable.sha256})`,
  )

/** Returns which page versions of these contents are used by a document, or by an earlier version of its file. */
export const listShownDrawings = async (db: Db, hashes: string[]): Promise<Set<string>> => {
  if (!hashes.length) return new Set()
  const documents = await db.select({ sha256: d.sha256, version: d.version }).from(d).where(inArray(d.sha256, hashes))
  const versions = await db
    .select({ sha256: conversionTable.sha256, version: conversionTable.version })
    .from(conversionTable)
    .where(and(inArray(conversionTable.sha256, hashes), isOfVersion(db)))
  return new Set([...documents, ...versions].map(drawingOf))
}

/** Lists the documents of these contents by name. */
export const listDocumentsOf = async (db: Db, hashes: string[]): Promise<{ sha256: string; uuid: string }[]> =>
  hashes.length ? db.select({ sha256: d.sha256, uuid: d.uuid }).from(d).where(inArray(d.sha256, hashes)) : []

/** Checks whether a document of this content is being converted, so that its page version is not recorded yet. */
export const isUnderway = async (db: Db, sha256: string): Promise<boolean> => {
  // Two separate index queries: combined with `or`, they become a scan of all documents for every swept content.
  const present = db.select({ id: d.id }).from(d).where(eq(d.sha256, sha256))
  const earlier = db.select({ id: v.document_id }).from(v).where(eq(v.sha256, sha256))
  const [row] = await db
    .select({ id: d.id })
    .from(d)
    .where(and(or(inArray(d.status, convertingStatuses), d.draw_in_review), inArray(d.id, unionAll(present, earlier))))
    .limit(1)
  return row !== undefined
}

/**
 * Attachment types whose files `sweep` may delete. Images of articles, banners and settings are excluded, because they are referenced by
 * texts that no table lists.
 */
const swept = [...storedFileTypes, AttachmentType.avatar]

/** Lists contents with rows marked as deleted. Banned contents stay recorded forever, and are listed for two days. */
export const listMarkedBlobs = async (db: Db, now: Date, after: string, max: number): Promise<string[]> => {
  const [day, twoDays] = [new Date(now.getTime() - 86_400_000), new Date(now.getTime() - 2 * 86_400_000)]
  const due = or(inArray(a.type, storedFileTypes), lt(a.deleted_at, day))
  const rows = await db
    .selectDistinct({ sha256: a.sha256 })
    .from(a)
    .where(
      and(isNotNull(a.deleted_at), inArray(a.type, swept), gt(a.sha256, after), due, or(eq(a.enable, true), gt(a.deleted_at, twoDays))),
    )
    .orderBy(a.sha256)
    .limit(max)
  return rows.map((row) => row.sha256)
}

export const listMarkedRows = (db: Db, sha256: string) =>
  db
    .select({ id: a.id, sha256: a.sha256, ext: a.ext, type: a.type, path: a.path })
    .from(a)
    .where(and(eq(a.sha256, sha256), isNotNull(a.deleted_at), inArray(a.type, swept)))

/** Deletes the rows themselves a day later, because they count as uploads of that day. Rows of banned contents are never deleted. */
export const dropMarkedRows = (db: Db, sha256: string, before: Date) =>
  db.delete(a).where(and(eq(a.sha256, sha256), lt(a.deleted_at, before), eq(a.enable, true), inArray(a.type, swept)))

export const isSomebodysAvatar = async (db: Db, path: string): Promise<boolean> =>
  (await db.$count(userTable, eq(userTable.avatar, path))) > 0

/** Marks uploaded files that never became a document or part of a complaint. */
export const markUnusedFiles = (db: Db, now: Date, before: Date) =>
  db
    .update(a)
    .set({ deleted_at: now })
    .where(
      and(
        inArray(a.type, [AttachmentType.document, AttachmentType.complaint]),
        eq(a.type_id, 0),
        isNull(a.deleted_at),
        eq(a.enable, true),
        lt(a.updated_at, before),
      ),
    )

/** Lists complete page versions that neither a document nor an earlier version of its file uses, in batches. */
export const listUnshownDrawings = (db: Db, before: Date, max: number): Promise<DrawingName[]> =>
  db
    .select({ sha256: conversionTable.sha256, version: conversionTable.version })
    .from(conversionTable)
    .where(
      and(
        lt(conversionTable.created_at, before),
        notExists(
          db
            .select({ one: sql`1` })
            .from(d)
            .where(and(eq(d.sha256, conversionTable.sha256), eq(d.version, conversionTable.version))),
        ),
        not(isOfVersion(db)!),
      ),
    )
    .limit(max)

/** The fingerprints of a banned content stay, so that copies of it are recognised. */
const dropFingerprints = async (db: Db, sha256: string): Promise<void> => {
  if (await db.$count(a, and(eq(a.sha256, sha256), eq(a.enable, false)))) return
  await db.delete(textBandTable).where(eq(textBandTable.sha256, sha256))
  await db.delete(pageImprintTable).where(eq(pageImprintTable.sha256, sha256))
}

/** Deletes all rows of one page version of a content. */
export const dropDrawing = async (db: Db, { sha256, version }: DrawingName): Promise<void> => {
  await db.delete(pageTable).where(and(eq(pageTable.sha256, sha256), eq(pageTable.version, version)))
  await db.delete(conversionTable).where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version)))
  if (!(await db.$count(conversionTable, eq(conversionTable.sha256, sha256)))) await dropFingerprints(db, sha256)
}

/** Deletes all rows of everything converted from a content. */
export const dropDrawings = async (db: Db, sha256: string): Promise<void> => {
  await db.delete(pageTable).where(eq(pageTable.sha256, sha256))
  await db.delete(conversionTable).where(eq(conversionTable.sha256, sha256))
  await dropFingerprints(db, sha256)
}
