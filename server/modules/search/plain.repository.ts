import { and, desc, eq, inArray, isNull, like, or, sql } from "drizzle-orm"
import { ReviewStatus } from "../../../lib/contract/enums"
import { readableStatuses } from "../../../lib/domain/document-status"
import type { Db } from "../../db/client"
import { facetsOf, fits } from "../../ports/search/facets"
import { maxMatches, type Entry, type Found, type Kind, type Query } from "../../ports/search/search.port"
import { articleCategoryTable, articleTable as a } from "../article/article.table"
import { documentCategoryTable, documentTable as d } from "../document/document.table"

/** Finds by title, keywords and description. */
export const findPlain = async (db: Db, { terms, filter, sort, offset, limit, now }: Query): Promise<Found> => {
  const patterns = terms.map((term) => `%${term.replace(/[\\%_]/g, "\\$&")}%`)
  const matches = (t: typeof d | typeof a) =>
    patterns.map((one) => or(...[t.title, t.keywords, t.description].map((column) => like(sql`lower(${column})`, one))))
  const [documents, articles] = await Promise.all([
    filter.kind === 1
      ? []
      : db
          .select()
          .from(d)
          .where(and(isNull(d.deleted_at), inArray(d.status, readableStatuses), ...matches(d)))
          .orderBy(desc(d.id))
          .limit(maxMatches),
    filter.kind === 0
      ? []
      : db
          .select()
          .from(a)
          .where(and(isNull(a.deleted_at), eq(a.status, ReviewStatus.approved), ...matches(a)))
          .orderBy(desc(a.id))
          .limit(maxMatches),
  ])
  const [ofDocuments, ofArticles] = await Promise.all([
    documents.length
      ? db
          .select()
          .from(documentCategoryTable)
          .where(
            inArray(
              documentCategoryTable.document_id,
              documents.map((row) => row.id),
            ),
          )
      : [],
    articles.length
      ? db
          .select()
          .from(articleCategoryTable)
          .where(
            inArray(
              articleCategoryTable.article_id,
              articles.map((row) => row.id),
            ),
          )
      : [],
  ])
  const rows: Omit<Entry, "pages">[] = [
    ...documents.map((row) => ({
      ...row,
      kind: 0 as Kind,
      length: row.pages,
      rating: row.score,
      views: row.view_count,
      downloads: row.download_count,
      favorites: row.favorite_count,
      recommended: row.recommend_at !== null,
      categories: ofDocuments.filter((one) => one.document_id === row.id).map((one) => one.category_id),
    })),
    ...articles.map((row) => ({
      ...row,
      kind: 1 as Kind,
      ext: "",
      language: "",
      price: 0,
      is_vip: false,
      length: 0,
      size: 0,
      rating: 0,
      views: row.view_count,
      downloads: 0,
      favorites: row.favorite_count,
      recommended: row.recommend_at !== null,
      categories: ofArticles.filter((one) => one.article_id === row.id).map((one) => one.category_id),
    })),
  ]
  const by = {
    default: (one: Omit<Entry, "pages">) => one.views + one.downloads,
    latest: (one: Omit<Entry, "pages">) => one.created_at.getTime(),
    pages: (one: Omit<Entry, "pages">) => one.length,
    size: (one: Omit<Entry, "pages">) => one.size,
    score: (one: Omit<Entry, "pages">) => one.rating,
    view_count: (one: Omit<Entry, "pages">) => one.views,
    download_count: (one: Omit<Entry, "pages">) => one.downloads,
    favorite_count: (one: Omit<Entry, "pages">) => one.favorites,
  }[sort]
  const found = rows.filter((one) => fits(one, filter)).toSorted((one, other) => by(other) - by(one) || other.id - one.id)
  return {
    total: found.length,
    approximate: rows.length >= maxMatches,
    hits: found.slice(offset, offset + limit).map(({ kind, id }) => ({ kind, id, page: 0 })),
    facets: facetsOf(rows, filter, now),
  }
}
