import { and, asc, between, eq, gt, gte, inArray, lte, max, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { articleCategoryTable, articleTable, publicArticles } from "../../articles/article/article.table"
import { documentCategoryTable, documentTextTable, documentTable } from "../document/document.table"
import { publicDocuments } from "../document/visibility.policy"
import { pageTable } from "../files/drawing.table"

/* The tables that the index is built from. */

const d = documentTable
const a = articleTable

export type IndexedDocument = typeof d.$inferSelect
export type IndexedArticle = typeof a.$inferSelect

export const listDocumentIds = async (db: Db, uuids: string[]) =>
  (await db.select({ id: d.id }).from(d).where(inArray(d.uuid, uuids))).map((row) => row.id)
export const listArticleIds = async (db: Db, identifiers: string[]) =>
  (await db.select({ id: a.id }).from(a).where(inArray(a.identifier, identifiers))).map((row) => row.id)

/** Returns those of the documents that are public. */
export const findDocuments = (db: Db, ids: number[]) =>
  db
    .select()
    .from(d)
    .where(and(inArray(d.id, ids), publicDocuments()))
export const findArticles = (db: Db, ids: number[]) =>
  db
    .select()
    .from(a)
    .where(and(inArray(a.id, ids), publicArticles()))

/** Returns the next documents after this id, in id order. */
export const nextDocuments = (db: Db, after: number, limit: number) =>
  db
    .select()
    .from(d)
    .where(and(gt(d.id, after), publicDocuments()))
    .orderBy(asc(d.id))
    .limit(limit)
export const nextArticles = (db: Db, after: number, limit: number) =>
  db
    .select()
    .from(a)
    .where(and(gt(a.id, after), publicArticles()))
    .orderBy(asc(a.id))
    .limit(limit)

const categoriesBy = (rows: { owner: number; category_id: number }[]) => {
  const by = new Map<number, number[]>()
  for (const { owner, category_id } of rows) by.set(owner, [...(by.get(owner) ?? []), category_id])
  return by
}
export const categoriesOfDocuments = async (db: Db, ids: number[]) => {
  const { document_id: owner, category_id } = documentCategoryTable
  return categoriesBy(await db.select({ owner, category_id }).from(documentCategoryTable).where(inArray(owner, ids)))
}
export const categoriesOfArticles = async (db: Db, ids: number[]) => {
  const { article_id: owner, category_id } = articleCategoryTable
  return categoriesBy(await db.select({ owner, category_id }).from(articleCategoryTable).where(inArray(owner, ids)))
}

/** Returns the texts that users entered to replace the file's text. */
export const customTextsOf = async (db: Db, ids: number[]) =>
  new Map(
    (await db.select().from(documentTextTable).where(inArray(documentTextTable.document_id, ids))).map((row) => [
      row.document_id,
      row.content,
    ]),
  )

type Drawing = Pick<IndexedDocument, "sha256" | "version">

/** Returns the texts of pages 1 to `last`, in order. Pages without text are empty. */
export const pageTextsOf = async (db: Db, { sha256, version }: Drawing, last: number): Promise<string[]> => {
  const rows = await db
    .select({ page: pageTable.page, text: pageTable.text })
    .from(pageTable)
    .where(and(eq(pageTable.sha256, sha256), eq(pageTable.version, version), between(pageTable.page, 1, last)))
    .orderBy(asc(pageTable.page))
  const texts: string[] = []
  for (const { page, text } of rows) {
    while (texts.length < page - 1) texts.push("")
    texts.push(text)
  }
  return texts
}

/** Returns the text of one page of each rendering, at most `letters` characters, by position in the list. */
export const pagesOf = async (db: Db, pages: (Drawing & { page: number })[], letters: number): Promise<Map<string, string>> => {
  if (!pages.length) return new Map()
  const text = sql<string>`left(${pageTable.text}, ${letters}::int)`
  const rows = await db
    .select({ sha256: pageTable.sha256, version: pageTable.version, page: pageTable.page, text })
    .from(pageTable)
    .where(
      sql`(${pageTable.sha256}, ${pageTable.version}, ${pageTable.page}) in (${sql.join(
        pages.map((one) => sql`(${one.sha256}, ${one.version}::int, ${one.page}::int)`),
        sql`, `,
      )})`,
    )
  return new Map(rows.map(({ text, ...key }) => [pageKey(key), text]))
}
export const pageKey = ({ sha256, version, page }: Drawing & { page: number }) => `${sha256}/${version}/${page}`

const counted = { id: d.id, recommend_at: d.recommend_at, downloads: d.download_count, views: d.view_count, favorites: d.favorite_count }

/** Returns the counters of documents from this id on. */
export const nextDocumentCounters = (db: Db, after: number, limit: number) =>
  db
    .select({ ...counted, rating: d.score, created_at: d.created_at })
    .from(d)
    .where(and(gt(d.id, after), publicDocuments()))
    .orderBy(asc(d.id))
    .limit(limit)
export const nextArticleCounters = (db: Db, after: number, limit: number) =>
  db
    .select({ id: a.id, recommend_at: a.recommend_at, views: a.view_count, favorites: a.favorite_count, created_at: a.created_at })
    .from(a)
    .where(and(gt(a.id, after), publicArticles()))
    .orderBy(asc(a.id))
    .limit(limit)

/** Returns the public ids between two ids, and the largest existing id. */
export const publicDocumentIds = async (db: Db, from: number, to: number) =>
  (
    await db
      .select({ id: d.id })
      .from(d)
      .where(and(gte(d.id, from), lte(d.id, to), publicDocuments()))
  ).map((row) => row.id)
export const publicArticleIds = async (db: Db, from: number, to: number) =>
  (
    await db
      .select({ id: a.id })
      .from(a)
      .where(and(gte(a.id, from), lte(a.id, to), publicArticles()))
  ).map((row) => row.id)
export const largestDocument = async (db: Db) => (await db.select({ id: max(d.id) }).from(d))[0]?.id ?? 0
export const largestArticle = async (db: Db) => (await db.select({ id: max(a.id) }).from(a))[0]?.id ?? 0
