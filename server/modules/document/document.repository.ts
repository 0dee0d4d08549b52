import { and, desc, eq, exists, gt, gte, inArray, isNotNull, isNull, like, lte, sql, type SQL } from "drizzle-orm"
import { FeeType, kinds, type Kind } from "../../../lib/contract/enums"
import { hiddenStatuses } from "../../../lib/domain/document-status"
import { rangeOf } from "../../day"
import type { Db } from "../../db/client"
import { orderOf, pageOf, patternsOf } from "../../db/listing"
import { categoryTable } from "../category/category.table"
import { attachmentTable } from "../files/attachment.table"
import { conversionTable, pageTable } from "../files/drawing.table"
import { documentCategoryTable, documentContentTable, documentTable } from "./document.table"

export type DocumentRow = typeof documentTable.$inferSelect
export type DocumentFilter = {
  page?: number
  size?: number
  limit?: number
  order?: string
  wd?: string
  category_id?: number[]
  user_id?: number[]
  status?: number[]
  is_recommend?: boolean[]
  language?: string[]
  ext?: string
  fee_type?: (typeof FeeType)["free" | "charge" | "vip"]
  pages_min?: number
  pages_max?: number
  created_at?: string[]
}

const t = documentTable
const sortable = {
  id: t.id,
  view_count: t.view_count,
  download_count: t.download_count,
  favorite_count: t.favorite_count,
  comment_count: t.comment_count,
  pages: t.pages,
  score: t.score,
  size: t.size,
  price: t.price,
  recommend_at: t.recommend_at,
  created_at: t.created_at,
  updated_at: t.updated_at,
}

/** `id` counts where both are given: readers of existing clients send an address's number as both. */
export const findDocument = async (db: Db, key: { id?: number; uuid?: string }): Promise<DocumentRow | null> => {
  const by = key.id ? eq(t.id, key.id) : key.uuid ? eq(t.uuid, key.uuid) : undefined
  return by
    ? ((
        await db
          .select()
          .from(t)
          .where(and(by, isNull(t.deleted_at)))
      )[0] ?? null)
    : null
}

const conditionsOf = (db: Db, filter: DocumentFilter): SQL | undefined => {
  const { from, to } = rangeOf(filter.created_at)
  const kind = filter.ext && Object.hasOwn(kinds, filter.ext) ? kinds[filter.ext as Kind] : undefined
  return and(
    isNull(t.deleted_at),
    filter.status ? inArray(t.status, filter.status) : undefined,
    filter.user_id?.length ? inArray(t.user_id, filter.user_id) : undefined,
    kind ? inArray(t.ext, [...kind.ext]) : undefined,
    filter.fee_type === FeeType.free ? eq(t.price, 0) : undefined,
    filter.fee_type === FeeType.charge ? gt(t.price, 0) : undefined,
    filter.fee_type === FeeType.vip ? t.is_vip : undefined,
    filter.pages_min ? gte(t.pages, filter.pages_min) : undefined,
    filter.pages_max ? lte(t.pages, filter.pages_max) : undefined,
    filter.is_recommend?.length === 1 ? (filter.is_recommend[0] ? isNotNull(t.recommend_at) : isNull(t.recommend_at)) : undefined,
    filter.language?.length ? inArray(t.language, filter.language) : undefined,
    filter.category_id?.length ? inCategory(db, filter.category_id) : undefined,
    from && gte(t.created_at, from),
    to && lte(t.created_at, to),
    ...patternsOf(filter.wd).map((word) => like(sql`lower(${t.title})`, word)),
  )
}

const inCategory = (db: Db, ids: number[]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(documentCategoryTable)
      .where(and(eq(documentCategoryTable.document_id, t.id), inArray(documentCategoryTable.category_id, ids))),
  )

/** `most` bounds the rows of a page, `deepest` the rows that can be paged to. `total` is 0 where `limit` asked for the first few. */
export const listDocuments = async (
  db: Db,
  filter: DocumentFilter,
  max: number,
  deepest = 1_000_000,
): Promise<{ total: number; rows: DocumentRow[] }> => {
  const where = conditionsOf(db, filter)
  const { offset, limit } = pageOf(filter, max)
  const [rows, total] = await Promise.all([
    offset >= deepest
      ? []
      : db
          .select()
          .from(t)
          .where(where)
          .orderBy(orderOf(filter.order, sortable, desc(t.id)), desc(t.id))
          .offset(offset)
          .limit(limit),
    filter.limit ? 0 : db.$count(t, where),
  ])
  return { rows, total: Math.min(total, deepest) }
}

/** The newest documents of each of the given categories, in one query. */
export const listNewestByCategory = async (
  db: Db,
  categories: number[],
  each: number,
  statuses: number[],
): Promise<{ category_id: number; row: DocumentRow }[]> => {
  if (!categories.length) return []
  const newest = db
    .select({
      id: t.id,
      category_id: documentCategoryTable.category_id,
      place: sql<number>`row_number() over (partition by ${documentCategoryTable.category_id} order by ${t.id} desc)`.as("place"),
    })
    .from(t)
    .innerJoin(documentCategoryTable, eq(documentCategoryTable.document_id, t.id))
    .where(and(isNull(t.deleted_at), inArray(t.status, statuses), inArray(documentCategoryTable.category_id, categories)))
    .as("newest")
  const rows = await db
    .select({ category_id: newest.category_id, row: t })
    .from(newest)
    .innerJoin(t, eq(t.id, newest.id))
    .where(lte(newest.place, each))
    .orderBy(newest.category_id, newest.place)
  return rows
}

export const listCategoriesOf = async (db: Db, documentIds: number[]) =>
  documentIds.length
    ? db
        .select({
          owner: documentCategoryTable.document_id,
          id: categoryTable.id,
          title: categoryTable.title,
          parent_id: categoryTable.parent_id,
        })
        .from(documentCategoryTable)
        .innerJoin(categoryTable, eq(categoryTable.id, documentCategoryTable.category_id))
        .where(inArray(documentCategoryTable.document_id, documentIds))
        .orderBy(categoryTable.parent_id, categoryTable.id)
    : []

export const listHashes = async (db: Db, attachmentIds: number[]) =>
  attachmentIds.length
    ? db
        .select({ id: attachmentTable.id, hash: attachmentTable.hash })
        .from(attachmentTable)
        .where(inArray(attachmentTable.id, attachmentIds))
    : []

/** At most this many documents of one content are looked at for its pages. */
const maxSharing = 100

/** The uuids of the documents whose file has this MD5: those the public sees first, each part from the oldest on. */
export const listUuidsOfHash = async (db: Db, hash: string): Promise<string[]> =>
  (
    await db
      .select({ uuid: t.uuid })
      .from(t)
      .innerJoin(attachmentTable, eq(attachmentTable.id, t.attachment_id))
      .where(and(eq(attachmentTable.hash, hash), isNull(t.deleted_at)))
      .orderBy(inArray(t.status, hiddenStatuses), t.id)
      .limit(maxSharing)
  ).map((row) => row.uuid)

/** Sizes of the drawn pages, in order. */
export const listPageSizes = async (db: Db, row: DocumentRow, upTo: number): Promise<[number, number][]> => {
  const rows = await db
    .select({ width: pageTable.width, height: pageTable.height })
    .from(pageTable)
    .where(and(eq(pageTable.sha256, row.sha256), eq(pageTable.version, row.version), lte(pageTable.page, upTo), gt(pageTable.width, 0)))
    .orderBy(pageTable.page)
  return rows.map((page) => [page.width, page.height])
}

/** Does a table of contents say anything of the pages up to `upTo`? */
export const hasOutline = async (db: Db, row: DocumentRow, upTo: number): Promise<boolean> => {
  const [found] = await db
    .select({
      has: sql<boolean>`jsonb_path_exists(${conversionTable.outline}, '$[*] ? (@.page <= $last)', jsonb_build_object('last', ${upTo}::int))`,
    })
    .from(conversionTable)
    .where(and(eq(conversionTable.sha256, row.sha256), eq(conversionTable.version, row.version)))
  return found?.has ?? false
}

/** The text that was written in place of the file's, at most `max` characters; null for none. */
export const findContent = async (db: Db, id: number, max: number): Promise<string | null> =>
  (
    await db
      .select({ content: sql<string>`left(${documentContentTable.content}, ${max})` })
      .from(documentContentTable)
      .where(eq(documentContentTable.document_id, id))
  )[0]?.content ?? null

/** Writes a text in place of the file's. */
export const setContent = (db: Db, document_id: number, content: string) =>
  db
    .insert(documentContentTable)
    .values({ document_id, content })
    .onConflictDoUpdate({ target: documentContentTable.document_id, set: { content } })

/** The file's own text is shown again. */
export const deleteContent = (db: Db, id: number) => db.delete(documentContentTable).where(eq(documentContentTable.document_id, id))

/** Text of the pages up to `upTo`, joined, at most `most` characters. */
export const readText = async (db: Db, row: DocumentRow, upTo: number, max: number): Promise<string> => {
  const rows = await db
    .select({ text: sql<string>`left(${pageTable.text}, ${max})` })
    .from(pageTable)
    .where(and(eq(pageTable.sha256, row.sha256), eq(pageTable.version, row.version), lte(pageTable.page, upTo)))
    .orderBy(pageTable.page)
    .limit(400)
  let text = ""
  for (const page of rows) {
    if (text.length >= max) break
    if (page.text) text += (text ? "\n" : "") + page.text
  }
  return text.slice(0, max)
}

export const addDocument = async (db: Db, document: typeof documentTable.$inferInsert, categories: number[]): Promise<DocumentRow> => {
  const [row] = await db.insert(t).values(document).returning()
  if (categories.length)
    await db.insert(documentCategoryTable).values(categories.map((category_id) => ({ document_id: row!.id, category_id })))
  return row!
}

export const changeDocument = (db: Db, id: number, values: Partial<typeof documentTable.$inferInsert>) =>
  db
    .update(t)
    .set({ ...values, updated_at: sql`now()` })
    .where(eq(t.id, id))

/** Locked in the order of their ids until the transaction ends; deleted ones are missing. */
export const lockDocuments = (db: Db, ids: number[]): Promise<DocumentRow[]> =>
  db
    .select()
    .from(t)
    .where(and(inArray(t.id, ids), isNull(t.deleted_at)))
    .orderBy(t.id)
    .for("update")

export const setCategories = async (db: Db, documentId: number, categories: number[]): Promise<void> => {
  await db.delete(documentCategoryTable).where(eq(documentCategoryTable.document_id, documentId))
  if (categories.length)
    await db.insert(documentCategoryTable).values(categories.map((category_id) => ({ document_id: documentId, category_id })))
}
