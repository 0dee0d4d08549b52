import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  sql,
  type SQL,
} from "drizzle-orm"
import { rangeOf } from "@/lib/rules/day"
import type { Db } from "@/server/db/client"
import { orderWithId, pageOf, holds, patternsOf, totalBeside } from "@/server/db/listing"
import { totalOf } from "@/server/db/totals"
import type { Exported } from "@/server/db/personal-data"
import { categoryTable } from "../../library/category/category.table"
import { articleCategoryTable, articleTable, listOrders } from "./article.table"
import { coverWithin } from "./pictures.rules"

/** `cover`: only in lists, which do not read the content. */
export type ArticleRow = typeof articleTable.$inferSelect & { cover?: string }
export type ArticleFilter = {
  page?: number
  size?: number
  limit?: number
  order?: string
  status?: number[]
  category_id?: number[]
  user_id?: number[]
  is_recommend?: boolean[]
  is_notice?: boolean[]
  created_at?: string[]
  wd?: string
  without?: string[]
  /** Selects articles in the recycle bin instead of the others. */
  deleted?: boolean
}

const sortable = {
  id: articleTable.id,
  recommend_at: articleTable.recommend_at,
  notice: articleTable.notice,
  ...(Object.fromEntries(listOrders.map((name) => [name, articleTable[name]])) as Pick<typeof articleTable, (typeof listOrders)[number]>),
}

export const findArticle = async (db: Db, key: { id?: number; identifier?: string }): Promise<ArticleRow | null> => {
  const by = key.identifier ? eq(articleTable.identifier, key.identifier) : key.id ? eq(articleTable.id, key.id) : undefined
  if (!by) return null
  return (
    (
      await db
        .select()
        .from(articleTable)
        .where(and(by, isNull(articleTable.deleted_at)))
    )[0] ?? null
  )
}

/** Filters by one of two values; requesting both is the same as requesting neither. */
const either = (flags: boolean[] | undefined, yes: SQL, no: SQL) => (flags?.length === 1 ? (flags[0] ? yes : no) : undefined)

const conditionsOf = (db: Db, filter: ArticleFilter): SQL | undefined => {
  const { from, to } = rangeOf(filter.created_at)
  const { title, keywords, description, recommend_at, notice, created_at } = articleTable
  return and(
    (filter.deleted ? isNotNull : isNull)(articleTable.deleted_at),
    filter.status ? inArray(articleTable.status, filter.status) : undefined,
    filter.user_id?.length ? inArray(articleTable.user_id, filter.user_id) : undefined,
    filter.without?.length ? notInArray(articleTable.identifier, filter.without) : undefined,
    filter.category_id?.length ? inCategory(db, filter.category_id) : undefined,
    either(filter.is_recommend, isNotNull(recommend_at), isNull(recommend_at)),
    either(filter.is_notice, gt(notice, 0), eq(notice, 0)),
    from && gte(created_at, from),
    to && lte(created_at, to),
    ...patternsOf(filter.wd).map((word) => or(...[title, keywords, description].map((column) => holds(column, word)))),
  )
}

/** Counts matching articles. Above some thousands, the number may be half a minute old (`server/db/totals.ts`). */
export const countArticles = (db: Db, filter: ArticleFilter): Promise<number> => totalOf(db, articleTable, conditionsOf(db, filter))

/** Sorts announcements by their number, deleted articles by deletion time, and others newest first. */
const ownOrder = ({ is_notice, deleted }: ArticleFilter) =>
  desc(deleted ? articleTable.deleted_at : is_notice?.length === 1 && is_notice[0] ? articleTable.notice : articleTable.id)

/** Maximum number of articles per response, and the default page size. */
const maxListed = 100

/**
 * The columns that lists read: all but the content, which no list displays and which is stored separately. Only its beginning is searched
 * for a picture (`firstUploadOf`), so that a page of long articles stays cheap.
 */
const listed = {
  ...getTableColumns(articleTable),
  content: sql<string>`''`,
  cover: sql<string>`coalesce(substring(left(${articleTable.content}, ${coverWithin}) from '<img src="(/uploads/[A-Za-z0-9_/.-]+)"'), '')`,
}

export const listArticles = async (db: Db, filter: ArticleFilter): Promise<{ total: number; rows: ArticleRow[] }> => {
  const where = conditionsOf(db, filter)
  const { offset, limit } = pageOf(filter, maxListed, maxListed)
  const order = orderWithId(filter.order, sortable, articleTable.id, ownOrder(filter))
  const page = db
    .select({ id: articleTable.id })
    .from(articleTable)
    .where(where)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
    .as("listed")
  const [rows, total] = await Promise.all([
    db
      .select(listed)
      .from(page)
      .innerJoin(articleTable, eq(articleTable.id, page.id))
      .orderBy(...order),
    filter.limit ? 0 : totalOf(db, articleTable, where),
  ])
  return { rows, total: totalBeside(total, { offset, limit, rowCount: rows.length }) }
}

const inCategory = (db: Db, ids: number[]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(articleCategoryTable)
      .where(and(eq(articleCategoryTable.article_id, articleTable.id), inArray(articleCategoryTable.category_id, ids))),
  )

/** Reads the categories of many articles in one query. */
export const listCategoriesOf = async (db: Db, articleIds: number[]) =>
  articleIds.length
    ? db
        .select({
          owner: articleCategoryTable.article_id,
          id: categoryTable.id,
          title: categoryTable.title,
          parent_id: categoryTable.parent_id,
        })
        .from(articleCategoryTable)
        .innerJoin(categoryTable, eq(categoryTable.id, articleCategoryTable.category_id))
        .where(inArray(articleCategoryTable.article_id, articleIds))
        .orderBy(categoryTable.parent_id, categoryTable.id)
    : []

export const addArticle = async (db: Db, article: typeof articleTable.$inferInsert, categories: number[]): Promise<number> => {
  const [row] = await db.insert(articleTable).values(article).onConflictDoNothing().returning({ id: articleTable.id })
  if (!row) return 0
  if (categories.length)
    await db.insert(articleCategoryTable).values(categories.map((category_id) => ({ article_id: row.id, category_id })))
  return row.id
}

/** Locks articles in id order until the transaction ends; deleted ones are omitted. */
export const lockArticles = (db: Db, ids: number[]): Promise<ArticleRow[]> =>
  db
    .select()
    .from(articleTable)
    .where(and(inArray(articleTable.id, ids), isNull(articleTable.deleted_at)))
    .orderBy(articleTable.id)
    .for("update")

export const changeArticles = (db: Db, ids: number[], values: Partial<typeof articleTable.$inferInsert>) =>
  db.update(articleTable).set(values).where(inArray(articleTable.id, ids))

/** Recommends, from this moment on, the articles that are not recommended yet; null withdraws the recommendation. */
export const recommendArticleRows = (db: Db, ids: number[], moment: Date | null) =>
  db
    .update(articleTable)
    .set({ recommend_at: moment && sql`coalesce(${articleTable.recommend_at}, ${moment})` })
    .where(inArray(articleTable.id, ids))

/** Replaces the categories of each article with exactly these. */
export const replaceCategories = async (db: Db, ids: number[], categories: number[]): Promise<void> => {
  await db.delete(articleCategoryTable).where(inArray(articleCategoryTable.article_id, ids))
  const links = ids.flatMap((article_id) => categories.map((category_id) => ({ article_id, category_id })))
  if (links.length) await db.insert(articleCategoryTable).values(links)
}

/** Maximum number of characters of articles in one export. */
const maxExported = 20_000_000

/** Reads a user's articles while the total length of their content stays below the limit. */
export const readOwnArticles = async (db: Db, userId: number, limit: number): Promise<Exported> => {
  const soFar: SQL<number> = sql`sum(length(${articleTable.content})) over (order by ${articleTable.id})`
  const numbered = db
    .select({ id: articleTable.id, soFar: soFar.as("so_far") })
    .from(articleTable)
    .where(eq(articleTable.user_id, userId))
    .as("numbered")
  const written = await db
    .select({
      ...getTableColumns(articleTable),
      content: sql<string | null>`case when ${numbered.soFar} <= ${maxExported} then ${articleTable.content} end`,
    })
    .from(articleTable)
    .innerJoin(numbered, eq(numbered.id, articleTable.id))
    .orderBy(asc(articleTable.id))
    .limit(limit + 1)
  const rows = written.filter((row) => row.content !== null).slice(0, limit)
  return { rows, truncated: rows.length < written.length }
}
