import { and, eq, inArray, isNull, type SQL } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { DbCtx } from "@/server/context"
import type { Db } from "@/server/db/client"
import { attachmentTable } from "./attachment.table"
import { pictureOf } from "./storage-keys.rules"

export type AttachmentRow = typeof attachmentTable.$inferSelect

/** Document files that belong to no document yet. */
const unused = and(
  eq(attachmentTable.type, AttachmentType.document),
  eq(attachmentTable.type_id, 0),
  eq(attachmentTable.enable, true),
  isNull(attachmentTable.deleted_at),
)

/** Checks whether a row of this content is disabled. */
export const hasBannedRow = async (db: Db, sha256: string): Promise<boolean> =>
  (await db.$count(attachmentTable, and(eq(attachmentTable.sha256, sha256), eq(attachmentTable.enable, false)))) > 0

/** Checks whether a row with this MD5 is disabled. */
export const hasBannedHash = async (db: Db, hash: string): Promise<boolean> =>
  (await db.$count(attachmentTable, and(eq(attachmentTable.hash, hash), eq(attachmentTable.enable, false)))) > 0

/** Checks whether a row has this image and none is disabled; `path` as parsed by `storage-keys.rules.ts`. */
export const hasPicture = async (db: Db, path: string): Promise<boolean> => {
  const named = pictureOf(path)
  if (!named) return false
  const content = eq(named.older ? attachmentTable.hash : attachmentTable.sha256, named.hash)
  const rows = await db.select({ path: attachmentTable.path, enable: attachmentTable.enable }).from(attachmentTable).where(content)
  return rows.some((row) => row.path === path) && rows.every(({ enable }) => enable)
}

export const addAttachment = async ({ db }: DbCtx, values: typeof attachmentTable.$inferInsert): Promise<AttachmentRow> => {
  const [row] = await db.insert(attachmentTable).values(values).returning()
  return row!
}

export const findFile = async ({ db }: DbCtx, id: number) =>
  (await db.select().from(attachmentTable).where(eq(attachmentTable.id, id)))[0] ?? null

/** Locks and returns an uploaded file of this user that is no document yet; else null. */
export const lockUnusedFile = async ({ db }: DbCtx, id: number, userId: number) =>
  (
    await db
      .select()
      .from(attachmentTable)
      .where(and(eq(attachmentTable.id, id), eq(attachmentTable.user_id, userId), unused))
      .for("update")
  )[0] ?? null

export const changeFile = ({ db }: DbCtx, id: number, values: Partial<typeof attachmentTable.$inferInsert>) =>
  db.update(attachmentTable).set(values).where(eq(attachmentTable.id, id))

/** Writes the same values into all rows of this content. */
export const changeBlobRows = ({ db }: DbCtx, sha256: string, values: Partial<typeof attachmentTable.$inferInsert>) =>
  db.update(attachmentTable).set(values).where(eq(attachmentTable.sha256, sha256))

/** Marks these rows as deleted if they are document files without a document; returns their number. */
export const discardUnused = async ({ db }: DbCtx, ids: number[], now: Date): Promise<number> =>
  (
    await db
      .update(attachmentTable)
      .set({ deleted_at: now, updated_at: now })
      .where(and(inArray(attachmentTable.id, ids), unused))
      .returning({ id: attachmentTable.id })
  ).length

/** Marks rows as deleted; the sweep removes their files. */
export const markAttachments = ({ db }: DbCtx, where: SQL | undefined, now: Date) =>
  db
    .update(attachmentTable)
    .set({ deleted_at: now, updated_at: now })
    .where(and(where, isNull(attachmentTable.deleted_at)))

/** Links images in a text to this article, if its author uploaded them and they belong to nothing yet. */
export const keepPictures = async ({ db }: DbCtx, articleId: number, owner: number, paths: string[]): Promise<void> => {
  const free = and(eq(attachmentTable.type, AttachmentType.article), eq(attachmentTable.type_id, 0), eq(attachmentTable.user_id, owner))
  if (paths.length)
    await db
      .update(attachmentTable)
      .set({ type_id: articleId })
      .where(and(free, inArray(attachmentTable.path, paths)))
}

/** Returns the sizes of the images at these paths, in pixels. */
export const sizesOfPictures = async ({ db }: DbCtx, paths: string[]): Promise<Map<string, { width: number; height: number }>> => {
  const { path, width, height } = attachmentTable
  const rows = paths.length ? await db.selectDistinct({ path, width, height }).from(attachmentTable).where(inArray(path, paths)) : []
  return new Map(rows.map((row) => [row.path, row]))
}

/** Marks the images of these articles for the sweep. */
export const markArticlePictures = (ctx: DbCtx, articleIds: number[], now: Date) =>
  markAttachments(ctx, and(eq(attachmentTable.type, AttachmentType.article), inArray(attachmentTable.type_id, articleIds)), now)

/** Checks whether the user uploaded this picture for a report, and staff have not removed it. */
export const ownsReportPicture = async ({ db }: DbCtx, userId: number, path: string): Promise<boolean> =>
  (await db.$count(
    attachmentTable,
    and(
      eq(attachmentTable.user_id, userId),
      eq(attachmentTable.type, AttachmentType.report),
      eq(attachmentTable.path, path),
      eq(attachmentTable.enable, true),
      isNull(attachmentTable.deleted_at),
    ),
  )) > 0

/** Checks whether the user uploaded this avatar and has not replaced it since. */
export const ownsAvatar = async ({ db }: DbCtx, userId: number, path: string): Promise<boolean> =>
  (await db.$count(
    attachmentTable,
    and(
      eq(attachmentTable.user_id, userId),
      eq(attachmentTable.type, AttachmentType.avatar),
      eq(attachmentTable.path, path),
      eq(attachmentTable.enable, true),
      isNull(attachmentTable.deleted_at),
    ),
  )) > 0

/** Matches the files that this user has uploaded. */
export const sentBy = (userId: number): SQL => eq(attachmentTable.user_id, userId)

/** Matches the avatars that this user has uploaded. */
export const avatarsOf = (userId: number): SQL | undefined => and(sentBy(userId), eq(attachmentTable.type, AttachmentType.avatar))

/** Writes the same values into all files that this user has uploaded. */
export const changeFilesOf = ({ db }: DbCtx, userId: number, values: Partial<typeof attachmentTable.$inferInsert>) =>
  db.update(attachmentTable).set(values).where(sentBy(userId))
