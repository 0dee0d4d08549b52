import { and, count, desc, eq, inArray, isNull, like, or, sql, type SQL } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import type { Db } from "@/server/db/client"
import { pageOf, patternsOf } from "@/server/db/listing"
import { articleTable } from "../../articles/article/article.table"
import { documentTable } from "../../library/document/document.table"
import { allowedGroups } from "../../library/document/visibility.policy"
import { favoriteFolderTable as folder, favoriteTable as t } from "./favorite.table"

export type FavoriteRow = typeof t.$inferSelect
const d = documentTable
const a = articleTable

/** Selects favourites with their content, deleted or not; either document or article is null. */
const joined = (db: Db, where: SQL | undefined) =>
  db
    .select({
      favorite: t,
      document: {
        id: d.id,
        uuid: d.uuid,
        title: d.title,
        ext: d.ext,
        score: d.score,
        pages: d.pages,
        size: d.size,
        version: d.version,
        status: d.status,
        visibility: d.visibility,
        groups: allowedGroups,
        user_id: d.user_id,
        deleted_at: d.deleted_at,
      },
      article: { identifier: a.identifier, title: a.title, status: a.status, user_id: a.user_id, deleted_at: a.deleted_at },
    })
    .from(t)
    .leftJoin(d, and(eq(t.type, ContentKind.document), eq(d.id, t.document_id)))
    .leftJoin(a, and(eq(t.type, ContentKind.article), eq(a.id, t.document_id)))
    .where(where)
    .$dynamic()
export type JoinedFavorite = Awaited<ReturnType<typeof joined>>[number]

export const findFavorite = async (db: Db, key: { user_id: number; type: number; document_id: number }): Promise<JoinedFavorite | null> =>
  (await joined(db, and(eq(t.user_id, key.user_id), eq(t.document_id, key.document_id), eq(t.type, key.type))))[0] ?? null

type Filter = { user_id: number; type?: number; folder_id?: number; wd?: string; page?: number; size?: number; limit?: number }

export const listFavorites = async (db: Db, filter: Filter): Promise<{ rows: JoinedFavorite[]; total: number }> => {
  const keywords = patternsOf(filter.wd)
  const titled = (table: typeof d | typeof a) =>
    and(isNull(table.deleted_at), ...keywords.map((word) => like(sql`lower(${table.title})`, word)))
  const where = and(
    eq(t.user_id, filter.user_id),
    filter.type === undefined ? undefined : eq(t.type, filter.type),
    filter.folder_id === undefined ? undefined : eq(t.folder_id, filter.folder_id),
    keywords.length ? or(and(eq(t.type, ContentKind.document), titled(d)), and(eq(t.type, ContentKind.article), titled(a))) : undefined,
  )
  const { offset, limit } = pageOf(filter, 100)
  const counted = db
    .select({ total: count() })
    .from(t)
    .leftJoin(d, and(eq(t.type, ContentKind.document), eq(d.id, t.document_id)))
    .leftJoin(a, and(eq(t.type, ContentKind.article), eq(a.id, t.document_id)))
    .where(where)
  const [rows, sums] = await Promise.all([
    joined(db, where).orderBy(desc(t.id)).offset(offset).limit(limit),
    keywords.length ? counted : db.$count(t, where),
  ])
  return { rows, total: typeof sums === "number" ? sums : (sums[0]?.total ?? 0) }
}

/** Adds a favourite; null if it exists. */
export const addFavoriteRow = async (db: Db, row: typeof t.$inferInsert): Promise<FavoriteRow | null> =>
  (await db.insert(t).values(row).onConflictDoNothing().returning())[0] ?? null

const owned = (userId: number, ids: number[]) => and(eq(t.user_id, userId), inArray(t.id, ids))
export const listOwnFavorites = (db: Db, userId: number, ids: number[]): Promise<FavoriteRow[]> =>
  db.select().from(t).where(owned(userId, ids))
export const deleteFavoriteRows = (db: Db, userId: number, ids: number[]): Promise<FavoriteRow[]> =>
  db.delete(t).where(owned(userId, ids)).returning()
export const deleteAllFavoriteRows = (db: Db, userId: number): Promise<FavoriteRow[]> =>
  db.delete(t).where(eq(t.user_id, userId)).returning()
export const moveFavoriteRows = (db: Db, userId: number, ids: number[], folder_id: number) =>
  db.update(t).set({ folder_id }).where(owned(userId, ids)).returning({ id: t.id })

export const findFolder = async (db: Db, userId: number, id: number) =>
  (
    await db
      .select()
      .from(folder)
      .where(and(eq(folder.id, id), eq(folder.user_id, userId)))
  )[0] ?? null
/** Locks a folder until the transaction ends, so that nothing is added while it is being deleted. */
export const lockFolder = async (db: Db, userId: number, id: number) =>
  (
    await db
      .select({ id: folder.id })
      .from(folder)
      .where(and(eq(folder.id, id), eq(folder.user_id, userId)))
      .for("share")
  )[0] ?? null

/** Lists folders with their number of favourites, in one query. */
export const listFolders = (db: Db, userId: number) =>
  db
    .select({ id: folder.id, title: folder.title, created_at: folder.created_at, count: count(t.id) })
    .from(folder)
    .leftJoin(t, and(eq(t.user_id, folder.user_id), eq(t.folder_id, folder.id)))
    .where(eq(folder.user_id, userId))
    .groupBy(folder.id)
    .orderBy(folder.id)

export const countFolders = (db: Db, userId: number): Promise<number> => db.$count(folder, eq(folder.user_id, userId))
export const addFolderRow = async (db: Db, row: typeof folder.$inferInsert) =>
  (await db.insert(folder).values(row).onConflictDoNothing().returning())[0] ?? null
export const renameFolderRow = (db: Db, id: number, title: string) => db.update(folder).set({ title }).where(eq(folder.id, id))
export const deleteFolderRow = (db: Db, userId: number, id: number) =>
  db
    .delete(folder)
    .where(and(eq(folder.id, id), eq(folder.user_id, userId)))
    .returning({ id: folder.id })
export const emptyFolder = (db: Db, userId: number, id: number) =>
  db
    .update(t)
    .set({ folder_id: 0 })
    .where(and(eq(t.user_id, userId), eq(t.folder_id, id)))
