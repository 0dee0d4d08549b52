import { and, desc, eq, exists, gt, gte, inArray, lte, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { holds, patternsOf } from "@/server/db/listing"
import type { EntryKey, SearchFilter } from "@/server/ports/search/search.port"
import { articleCategoryTable, articleTable, publicArticles } from "../../articles/article/article.table"
import { documentCategoryTable, documentTable, publicDocuments } from "../document/document.table"

/* Titles in the database, for the time when the search engine does not answer. */

const [d, a] = [documentTable, articleTable]

/** The index of titles (trigrams) needs three characters: for shorter words, only this many of the newest rows are compared. */
const newest = 100_000
/** Number of titles that are listed at most, and how long the database may look for them (ms). */
const [most, timeoutMs] = [200, 2_000]

type Title = EntryKey & { isExact: boolean; created_at: Date }

type Bounds = { min?: number; max?: number } | undefined
const between = (column: AnyPgColumn, bounds: Bounds): SQL | undefined =>
  and(bounds?.min === undefined ? undefined : gte(column, bounds.min), bounds?.max === undefined ? undefined : lte(column, bounds.max))
const since = (column: AnyPgColumn, created: SearchFilter["created"]): SQL | undefined =>
  and(created?.from ? gte(column, created.from) : undefined, created?.to ? lte(column, created.to) : undefined)
const oneOf = (column: AnyPgColumn, values: readonly (string | number)[] | undefined): SQL | undefined =>
  values?.length ? inArray(column, [...values]) : undefined

const feeOf = (fee: SearchFilter["fee"]): SQL | undefined =>
  fee === "vip" ? eq(d.is_vip, true) : fee === "charge" ? gt(d.price, 0) : fee === "free" ? lte(d.price, 0) : undefined

const documentsLike = (db: Db, { ext, categories, users, languages, fee, price, length, created }: SearchFilter) => {
  const link = documentCategoryTable
  const inCategories = categories?.length
    ? exists(
        db
          .select({ one: sql`1` })
          .from(link)
          .where(and(eq(link.document_id, d.id), inArray(link.category_id, categories as number[]))),
      )
    : undefined
  const filters = and(oneOf(d.ext, ext), oneOf(d.user_id, users), oneOf(d.language, languages), feeOf(fee), between(d.price, price))
  return and(publicDocuments(), filters, between(d.pages, length), since(d.created_at, created), inCategories)
}

const articlesLike = (db: Db, { categories, users, created }: SearchFilter) => {
  const link = articleCategoryTable
  const inCategories = categories?.length
    ? exists(
        db
          .select({ one: sql`1` })
          .from(link)
          .where(and(eq(link.article_id, a.id), inArray(link.category_id, categories as number[]))),
      )
    : undefined
  return and(publicArticles(), oneOf(a.user_id, users), since(a.created_at, created), inCategories)
}

/** Returns readable documents and public articles whose titles contain all words, an equal title first, then the newest. */
export const listTitles = (db: Db, wd: string, filter: SearchFilter): Promise<Title[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`)
    const words = patternsOf(wd)
    const whole = wd.trim().toLowerCase()
    const isIndexed = words.some((word) => word.length - 2 >= 3)
    const contains = (title: AnyPgColumn) => and(...words.map((word) => holds(title, word)))
    const titlesOf = async (kind: 0 | 1, table: typeof d | typeof a, conditions: SQL | undefined): Promise<Title[]> => {
      const { id, title, created_at } = table
      const candidates = tx
        .select({ id, title, created_at })
        .from(table)
        .where(and(conditions, isIndexed ? contains(title) : undefined))
        .orderBy(desc(id))
        .limit(newest)
        .as("candidates")
      const isExact = sql<boolean>`lower(${candidates.title}) = ${whole}`
      const rows = await tx
        .select({ id: candidates.id, created_at: candidates.created_at, isExact })
        .from(candidates)
        .where(
          sql`${sql.join(
            words.map((word) => sql`lower(${candidates.title}) like ${word}`),
            sql` and `,
          )}`,
        )
        .orderBy(desc(isExact), desc(candidates.id))
        .limit(most)
      return rows.map((row) => ({ ...row, kind }))
    }
    const { kind, fee, length, ext, languages } = filter
    const isOfDocuments = fee !== undefined || length !== undefined || Boolean(ext?.length) || Boolean(languages?.length)
    const documents = kind === 1 ? [] : await titlesOf(0, d, documentsLike(tx, filter))
    const articles = kind === 0 || isOfDocuments ? [] : await titlesOf(1, a, articlesLike(tx, filter))
    return [...documents, ...articles].toSorted(
      (one, other) => Number(other.isExact) - Number(one.isExact) || other.created_at.getTime() - one.created_at.getTime(),
    )
  })
