import { setImmediate as othersFirst } from "node:timers/promises"
import type { Db } from "@/server/db/client"
import type { SearchEntry, EntryKind } from "@/server/ports/search/search.port"
import { lastReadablePage } from "../document/document.policy"
import { piecesOf, textOf } from "./article-text.rules"
import {
  categoriesOfArticles,
  categoriesOfDocuments,
  customTextsOf,
  findArticles,
  findDocuments,
  nextArticles,
  nextDocuments,
  pageTextsOf,
  type IndexedArticle,
  type IndexedDocument,
} from "./entry.repository"

const documentEntry = (row: IndexedDocument, categories: number[], content: string, pages: string[]): SearchEntry => ({
  kind: 0,
  id: row.id,
  title: row.title,
  keywords: row.keywords,
  // an entered text belongs to no page
  description: content ? `${row.description} ${content}` : row.description,
  ext: row.ext.toLowerCase(),
  language: row.language,
  price: row.price,
  is_vip: row.is_vip,
  length: row.pages,
  size: row.size,
  rating: row.score,
  views: row.view_count,
  downloads: row.download_count,
  favorites: row.favorite_count,
  recommended: row.recommend_at !== null,
  categories,
  user_id: row.user_id,
  created_at: row.created_at,
  pages,
})

const articleEntry = (row: IndexedArticle, categories: number[], text: string): SearchEntry => ({
  kind: 1,
  id: row.id,
  title: row.title,
  keywords: row.keywords,
  description: row.description,
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
  categories,
  user_id: row.user_id,
  created_at: row.created_at,
  pages: [text],
})

/** Extracts the text of an article of any length. It runs on the thread that serves requests, so it yields to them between pieces. */
const longTextOf = async (html: string): Promise<string> => {
  const texts: string[] = []
  for (const piece of piecesOf(html)) {
    texts.push(textOf(piece))
    await othersFirst()
  }
  return texts.join("")
}

/**
 * Builds the entries of documents with the text of their publicly readable pages. Later pages are not indexed, since even a hit would
 * reveal their content.
 */
const documentEntries = async (db: Db, rows: IndexedDocument[]): Promise<SearchEntry[]> => {
  const ids = rows.map((row) => row.id)
  const [categories, contents] = await Promise.all([categoriesOfDocuments(db, ids), customTextsOf(db, ids)])
  const entries: SearchEntry[] = []
  for (const row of rows) {
    const pages = await pageTextsOf(db, row, lastReadablePage(row))
    entries.push(documentEntry(row, categories.get(row.id) ?? [], contents.get(row.id) ?? "", pages))
  }
  return entries
}
const articleEntries = async (db: Db, rows: IndexedArticle[]): Promise<SearchEntry[]> => {
  const categories = await categoriesOfArticles(
    db,
    rows.map((row) => row.id),
  )
  const entries: SearchEntry[] = []
  for (const row of rows) entries.push(articleEntry(row, categories.get(row.id) ?? [], await longTextOf(row.content)))
  return entries
}

/** Returns the index entries of these ids. Entries that are not public are missing. */
export const readEntries = async (db: Db, kind: EntryKind, ids: number[]): Promise<SearchEntry[]> => {
  if (!ids.length) return []
  return kind === 0 ? documentEntries(db, await findDocuments(db, ids)) : articleEntries(db, await findArticles(db, ids))
}

/** Rows read at once, so that memory use stays flat. */
const atOnce = { documents: 50, articles: 100 }

/** Yields all public entries, in batches. */
export async function* readAllEntries(db: Db, stopped: () => boolean): AsyncGenerator<SearchEntry[]> {
  for (let after = 0; ;) {
    if (stopped()) throw new Error("stopping")
    const rows = await nextDocuments(db, after, atOnce.documents)
    if (!rows.length) break
    after = rows.at(-1)!.id
    yield documentEntries(db, rows)
  }
  for (let after = 0; ;) {
    if (stopped()) throw new Error("stopping")
    const rows = await nextArticles(db, after, atOnce.articles)
    if (!rows.length) return
    after = rows.at(-1)!.id
    yield articleEntries(db, rows)
  }
}
