import { and, desc, eq, exists, gt, gte, getTableColumns, inArray, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { FeeType } from "@/lib/contract/library/document.choices.enums"
import { kinds, type FormatKind } from "@/lib/contract/library/document.formats"
import { hiddenStatuses } from "@/lib/rules/library/document-status"
import { rangeOf } from "@/lib/rules/day"
import type { Db } from "@/server/db/client"
import { deepPage } from "@/server/db/deep-pages"
import { orderWithId, pageOf, holds, patternsOf, totalBeside } from "@/server/db/listing"
import { prepared } from "@/server/db/prepared"
import { countRows } from "@/server/db/totals"
import { categoryTable } from "../category/category.table"
import { attachmentTable } from "../files/attachment.table"
import { conversionTable, pageTable } from "../files/drawing.table"
import { documentCategoryTable, documentTextTable, documentTable, listOrders } from "./document.table"
import { allowedGroups, publicDocuments } from "./visibility.policy"

export type DocumentRow = typeof documentTable.$inferSelect
/** A document with the groups that may see it (`allowedGroups`). */
export type GuardedRow = DocumentRow & { groups: number[] }
/** Also whether the author of its file forbids copying the text (`no_copy`; false until its conversion has ended). */
export type ReadableRow = GuardedRow & { no_copy: boolean }
export type DocumentFilter = {
  page?: number
  size?: number
  limit?: number
  order?: string
  wd?: string
  category_id?: number[]
  user_id?: number[]
  status?: number[]
  visibility?: number[]
  is_recommend?: boolean[]
  language?: string[]
  ext?: string
  fee_type?: (typeof FeeType)["free" | "charge" | "vip"]
  pages_min?: number
  pages_max?: number
  file_missing?: boolean[]
  created_at?: string[]
}

const t = documentTable
const sortable = {
  id: t.id,
  ...(Object.fromEntries(listOrders.map((name) => [name, t[name]])) as Pick<typeof t, (typeof listOrders)[number]>),
}

const one = prepared((db) => {
  const forbidding = db
    .select({ one: sql`1` })
    .from(conversionTable)
    .where(and(eq(conversionTable.sha256, t.sha256), eq(conversionTable.version, t.version), conversionTable.no_copy))
  const by = (key: SQL) =>
    db
      .select({ ...getTableColumns(t), groups: allowedGroups, no_copy: sql<boolean>`${exists(forbidding)}` })
      .from(t)
      .where(and(key, isNull(t.deleted_at)))
  return {
    byId: by(eq(t.id, sql.placeholder("key"))).prepare("document_by_id"),
    byUuid: by(eq(t.uuid, sql.placeholder("key"))).prepare("document_by_uuid"),
  }
})

/** Finds a document. `id` takes precedence if both are given, because existing clients send the number in a URL as both. */
export const findDocument = async (db: Db, key: { id?: number; uuid?: string }): Promise<ReadableRow | null> => {
  if (key.id) return (await one(db).byId.execute({ key: key.id }))[0] ?? null
  return key.uuid ? ((await one(db).byUuid.execute({ key: key.uuid }))[0] ?? null) : null
}

const conditionsOf = (db: Db, filter: DocumentFilter): SQL | undefined => {
  const { from, to } = rangeOf(filter.created_at)
  const kind = filter.ext && Object.hasOwn(kinds, filter.ext) ? kinds[filter.ext as FormatKind] : undefined
  return and(
    isNull(t.deleted_at),
    filter.status ? inArray(t.status, filter.status) : undefined,
    filter.visibility?.length ? inArray(t.visibility, filter.visibility) : undefined,
    filter.user_id?.length ? inArray(t.user_id, filter.user_id) : undefined,
    kind ? inArray(t.ext, [...kind.ext]) : undefined,
    filter.fee_type === FeeType.free ? eq(t.price, 0) : undefined,
    filter.fee_type === FeeType.charge ? gt(t.price, 0) : undefined,
    filter.fee_type === FeeType.vip ? t.is_vip : undefined,
    filter.pages_min ? gte(t.pages, filter.pages_min) : undefined,
    filter.pages_max ? lte(t.pages, filter.pages_max) : undefined,
    filter.is_recommend?.length === 1 ? (filter.is_recommend[0] ? isNotNull(t.recommend_at) : isNull(t.recommend_at)) : undefined,
    filter.file_missing?.length === 1 ? eq(t.file_missing, filter.file_missing[0]!) : undefined,
    filter.language?.length ? inArray(t.language, filter.language) : undefined,
    (filter.category_id?.length ?? 0) > 1 ? inCategory(db, filter.category_id!) : undefined,
    from && gte(t.created_at, from),
    to && lte(t.created_at, to),
    ...holding(filter),
  )
}

/** Searches title, keywords and description of one user's documents, but only the titles of all documents, which have an index. */
const holding = ({ wd, user_id }: DocumentFilter): (SQL | undefined)[] => {
  const columns = user_id?.length ? [t.title, t.keywords, t.description] : [t.title]
  return patternsOf(wd).map((word) => or(...columns.map((column) => holds(column, word))))
}

const inCategory = (db: Db, ids: number[]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(documentCategoryTable)
      .where(and(eq(documentCategoryTable.document_id, t.id), inArray(documentCategoryTable.category_id, ids))),
  )

/** Selects the matching ids. A single category is joined, so that its own index returns the newest first. */
const idsOf = (db: Db, filter: DocumentFilter) => {
  const category = onlyCategory(filter)
  const ids = db.select({ id: t.id }).from(t).$dynamic()
  if (category !== undefined)
    void ids.innerJoin(
      documentCategoryTable,
      and(eq(documentCategoryTable.document_id, t.id), eq(documentCategoryTable.category_id, category)),
    )
  return ids.where(conditionsOf(db, filter))
}

const onlyCategory = ({ category_id }: DocumentFilter) => (category_id?.length === 1 ? category_id[0] : undefined)

/**
 * Sizes of categories (in documents) that are read into a hash: smaller ones are sorted faster, and for larger ones the index on the sort
 * order finds enough matches quickly.
 */
const hashed = { min: 1_000, max: 30_000 }

/** Checks whether a hash of the category is faster for a page that ends at that row, in another order than the category's own. */
const isHashed = async (db: Db, filter: DocumentFilter, rows: number): Promise<boolean> => {
  const category = onlyCategory(filter)
  const order = (filter.order ?? "").trim().split(" ")[0]!.toLowerCase()
  if (category === undefined || !(listOrders as readonly string[]).includes(order)) return false
  const [row] = await db.select({ documents: categoryTable.doc_count }).from(categoryTable).where(eq(categoryTable.id, category))
  const documents = row?.documents ?? 0
  return documents >= Math.max(hashed.min, 4 * rows) && documents <= hashed.max
}

/** Selects ids from the order's own index that are in a hash of the category; a join would look up each of them there. */
const hashedIdsOf = (db: Db, filter: DocumentFilter) => {
  const inside = db
    .select({ id: documentCategoryTable.document_id })
    .from(documentCategoryTable)
    .where(eq(documentCategoryTable.category_id, onlyCategory(filter)!))
  // "is true" keeps it a hash: the planner would turn a bare "in" into a join.
  const condition = and(conditionsOf(db, filter), sql`(${inArray(t.id, inside)}) is true`)
  return db.select({ id: t.id }).from(t).$dynamic().where(condition)
}

/**
 * Lists documents. `max` limits the rows of a page, `deepest` the rows that paging can reach. `total` is 0 if `limit` requests the first
 * few.
 * Above some thousands, `total` may be half a minute old (`server/db/totals.ts`), and so may a category's pages far from its beginning
 * (`server/db/deep-pages.ts`).
 */
export const listDocuments = async (
  db: Db,
  filter: DocumentFilter,
  max: number,
  deepest = 1_000_000,
): Promise<{ total: number; rows: DocumentRow[] }> => {
  const { offset, limit } = pageOf(filter, max)
  const order = orderWithId(filter.order, sortable, t.id)
  const all = idsOf(db, filter)
  const key = JSON.stringify(all.toSQL())
  const deep =
    filter.category_id?.length && offset < deepest
      ? await deepPage(db, { rows: all.orderBy(...order).getSQL(), key: `${key} ${filter.order ?? ""}` }, { offset, limit })
      : null
  const [rows, total] = await Promise.all([
    offset >= deepest ? [] : deep ? readPage(db, filter, deep) : readNear(db, filter, order, { offset, limit }),
    filter.limit ? 0 : countRows(db, idsOf(db, filter).getSQL(), key),
  ])
  const rowCount = deep?.length ?? rows.length
  return { rows, total: Math.min(totalBeside(total, { offset, limit, rowCount }), deepest) }
}

/** Selects the ids from an index alone, then reads the rows. */
const readNear = async (db: Db, filter: DocumentFilter, order: SQL[], { offset, limit }: { offset: number; limit: number }) => {
  const ids = (await isHashed(db, filter, offset + limit)) ? hashedIdsOf : idsOf
  const page = ids(db, filter)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
    .as("listed")
  return db
    .select(getTableColumns(t))
    .from(page)
    .innerJoin(t, eq(t.id, page.id))
    .orderBy(...order)
}

/** Reads these rows in this order, if they still match the filter. */
const readPage = async (db: Db, filter: DocumentFilter, ids: number[]): Promise<DocumentRow[]> => {
  if (!ids.length) return []
  const rows = await db
    .select()
    .from(t)
    .where(and(inArray(t.id, ids), conditionsOf(db, filter)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Reads the newest public documents of each given category in one query. */
export const listNewestByCategory = async (
  db: Db,
  categories: number[],
  each: number,
): Promise<{ category_id: number; row: DocumentRow }[]> => {
  if (!categories.length) return []
  const newest = db
    .select({ id: documentCategoryTable.document_id })
    .from(documentCategoryTable)
    .innerJoin(t, eq(t.id, documentCategoryTable.document_id))
    .where(and(eq(documentCategoryTable.category_id, categoryTable.id), publicDocuments()))
    .orderBy(desc(documentCategoryTable.document_id))
    .limit(each)
    .as("newest")
  return db
    .select({ category_id: categoryTable.id, row: t })
    .from(categoryTable)
    .innerJoinLateral(newest, sql`true`)
    .innerJoin(t, eq(t.id, newest.id))
    .where(inArray(categoryTable.id, categories))
    .orderBy(categoryTable.id, desc(t.id))
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

/** Maximum number of documents of one content that are checked for its pages. */
const maxSharing = 100

/** Lists the uuids of public documents whose file has this MD5: those in review or disabled last, each group oldest first. */
export const listUuidsOfHash = async (db: Db, hash: string): Promise<string[]> =>
  (
    await db
      .select({ uuid: t.uuid })
      .from(t)
      .innerJoin(attachmentTable, eq(attachmentTable.id, t.attachment_id))
      .where(and(eq(attachmentTable.hash, hash), isNull(t.deleted_at), eq(t.visibility, DocumentVisibility.everybody)))
      .orderBy(inArray(t.status, hiddenStatuses), t.id)
      .limit(maxSharing)
  ).map((row) => row.uuid)

/** Reads the custom text that replaces the file's, at most `max` characters; null if there is none. */
export const findCustomText = async (db: Db, id: number, max: number): Promise<string | null> =>
  (
    await db
      .select({ content: sql<string>`left(${documentTextTable.content}, ${max})` })
      .from(documentTextTable)
      .where(eq(documentTextTable.document_id, id))
  )[0]?.content ?? null

/** Writes a custom text that replaces the file's. */
export const setCustomText = (db: Db, document_id: number, content: string) =>
  db
    .insert(documentTextTable)
    .values({ document_id, content })
    .onConflictDoUpdate({ target: documentTextTable.document_id, set: { content } })

/** Deletes the custom text, so that the file's own text is used again. */
export const deleteCustomText = (db: Db, id: number) => db.delete(documentTextTable).where(eq(documentTextTable.document_id, id))

/** Reads the joined text of the pages up to `upTo`, at most `max` characters. */
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

/** Locks documents in id order until the transaction ends; deleted ones are omitted. */
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
