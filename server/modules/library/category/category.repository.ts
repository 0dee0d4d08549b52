import { and, asc, desc, eq, exists, inArray, or, sql } from "drizzle-orm"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { readableStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { patternsOf } from "@/server/db/listing"
import { articleCategoryTable } from "../../articles/article/article.table"
import { documentCategoryTable } from "../document/document.table"
import { categoryTable } from "./category.table"

export type CategoryRow = typeof categoryTable.$inferSelect
/** `wd`: keywords that names must contain, as typed. */
type Filter = { parent_id?: number[]; type?: number[]; enable?: boolean[]; wd?: string }

export const listCategories = (db: Db, filter: Filter): Promise<CategoryRow[]> =>
  db
    .select()
    .from(categoryTable)
    .where(
      and(
        filter.type ? inArray(categoryTable.type, filter.type) : undefined,
        filter.parent_id ? inArray(categoryTable.parent_id, filter.parent_id) : undefined,
        filter.enable ? inArray(categoryTable.enable, filter.enable) : undefined,
        ...patternsOf(filter.wd).map((word) => sql`lower(${categoryTable.title}) like ${word}`),
      ),
    )
    .orderBy(asc(categoryTable.parent_id), desc(categoryTable.sort), asc(categoryTable.id))

/** Returns the given categories and all their ancestors, because content of a leaf also belongs to its root. */
export const listLineage = async (db: Db, ids: number[], type: number): Promise<number[]> => {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive up as (
      select id, parent_id, 1 as depth from ${categoryTable} where id = any(${sql.param(ids)}::bigint[]) and type = ${type}
      union select parent.id, parent.parent_id, up.depth + 1 from ${categoryTable} parent join up on parent.id = up.parent_id where up.depth < 16
    ) select distinct id::int as id from up`)
  return rows.map((row) => row.id)
}

/** Locks categories by id until the transaction ends, in order to avoid deadlocks. */
export const lockCategories = (db: Db, ids: number[]) =>
  db
    .select({ id: categoryTable.id })
    .from(categoryTable)
    .where(inArray(categoryTable.id, ids))
    .orderBy(categoryTable.id)
    .for("no key update")

export const countDocuments = async (db: Db, ids: number[], difference: number): Promise<void> => {
  if (!ids.length) return
  await lockCategories(db, ids)
  await db
    .update(categoryTable)
    .set({ doc_count: sql`greatest(0, ${categoryTable.doc_count} + ${difference})` })
    .where(inArray(categoryTable.id, ids))
}

export const ensureCategory = async (db: Db, category: typeof categoryTable.$inferInsert): Promise<number> => {
  const same = and(
    eq(categoryTable.type, category.type ?? 0),
    eq(categoryTable.parent_id, category.parent_id ?? 0),
    eq(categoryTable.title, category.title),
  )
  const [added] = await db.insert(categoryTable).values(category).onConflictDoNothing().returning({ id: categoryTable.id })
  return added?.id ?? (await db.select({ id: categoryTable.id }).from(categoryTable).where(same))[0]!.id
}

export const findCategory = async (db: Db, id: number): Promise<CategoryRow | null> =>
  (await db.select().from(categoryTable).where(eq(categoryTable.id, id)))[0] ?? null

export const addCategories = (db: Db, rows: (typeof categoryTable.$inferInsert)[]): Promise<CategoryRow[]> =>
  db.insert(categoryTable).values(rows).returning()

export const deleteCategories = async (db: Db, ids: number[]): Promise<void> => {
  if (ids.length) await db.delete(categoryTable).where(inArray(categoryTable.id, ids))
}

/** Returns one of these categories that contains a document or an article, deleted ones included; null if all are empty. */
export const findUsed = async (db: Db, ids: number[]): Promise<CategoryRow | null> => {
  const one = sql`1`
  const documents = db.select({ one }).from(documentCategoryTable).where(eq(documentCategoryTable.category_id, categoryTable.id))
  const articles = db.select({ one }).from(articleCategoryTable).where(eq(articleCategoryTable.category_id, categoryTable.id))
  const used = and(inArray(categoryTable.id, ids), or(exists(documents), exists(articles)))
  return (await db.select().from(categoryTable).where(used).limit(1))[0] ?? null
}

/** Counts the contents of a category: those of the site, and those in the recycle bin. */
export const countContents = async (db: Db, { id, type }: Pick<CategoryRow, "id" | "type">): Promise<{ live: number; deleted: number }> => {
  const contents =
    type === ContentKind.article
      ? sql`${articleCategoryTable} l join article c on c.id = l.article_id`
      : sql`${documentCategoryTable} l join document c on c.id = l.document_id`
  const { rows } = await db.execute<{ live: number; deleted: number }>(
    sql`select count(*) filter (where c.deleted_at is null)::int as live, count(*) filter (where c.deleted_at is not null)::int as deleted
      from ${contents} where l.category_id = ${id}`,
  )
  return rows[0]!
}

/** Recounts the documents or articles of every category that visitors see in it. Writes only counts that differ. */
export const recountCategories = (db: Db) => {
  const readable = sql.join(
    readableStatuses.map((status) => sql`${status}`),
    sql`, `,
  )
  const articles = sql`select count(*) from ${articleCategoryTable} l join article c on c.id = l.article_id
    where l.category_id = k.id and c.deleted_at is null and c.status = ${ReviewStatus.approved}`
  const documents = sql`select count(*) from ${documentCategoryTable} l join document c on c.id = l.document_id
    where l.category_id = k.id and c.deleted_at is null and c.status in (${readable}) and c.visibility = 0`
  return db.execute(sql`update ${categoryTable} set doc_count = counted.n
    from (select k.id, case when k.type = ${ContentKind.article} then (${articles}) else (${documents}) end as n from category k) counted
    where counted.id = ${categoryTable.id} and counted.n <> ${categoryTable.doc_count}`)
}
