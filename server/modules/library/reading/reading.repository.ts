import { and, asc, between, desc, eq, gt, inArray, like, lt, ne, notExists, or, sql, type Placeholder, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { prepared } from "@/server/db/prepared"
import { categoryTable } from "../category/category.table"
import { documentCategoryTable, documentTable } from "../document/document.table"
import { publicDocuments } from "../document/visibility.policy"
import { conversionTable, pageTable } from "../files/drawing.table"

/** A rendering of a file's content. */
export type ContentRendering = { sha256: string; version: number }
const ofDrawing = ({ sha256, version }: ContentRendering) => and(eq(pageTable.sha256, sha256), eq(pageTable.version, version))

export const findConverted = async (db: Db, { sha256, version }: ContentRendering) =>
  (
    await db
      .select({ outline: conversionTable.outline, keywords: conversionTable.keywords })
      .from(conversionTable)
      .where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version)))
  )[0] ?? null

const keywordsOfDrawing = prepared((db) =>
  db
    .select({ keywords: conversionTable.keywords })
    .from(conversionTable)
    .where(and(eq(conversionTable.sha256, sql.placeholder("sha256")), eq(conversionTable.version, sql.placeholder("version"))))
    .prepare("conversion_keywords"),
)

/** Returns the keywords extracted from a rendering's text, separated by commas; "" for none. */
export const findKeywords = async (db: Db, { sha256, version }: ContentRendering): Promise<string> =>
  (await keywordsOfDrawing(db).execute({ sha256, version }))[0]?.keywords ?? ""

export type StoredPageText = { page: number; text: string }

/** Returns the texts of these pages, in order. Pages that are not rendered yet are missing. */
export const listPageTexts = (db: Db, drawing: ContentRendering, from: number, to: number): Promise<StoredPageText[]> =>
  db
    .select({ page: pageTable.page, text: pageTable.text })
    .from(pageTable)
    .where(and(ofDrawing(drawing), between(pageTable.page, from, to)))
    .orderBy(asc(pageTable.page))

/** Returns the links of these pages, in order. Pages without links are missing. */
export const listPageLinks = (db: Db, drawing: ContentRendering, from: number, to: number) =>
  db
    .select({ page: pageTable.page, links: pageTable.links })
    .from(pageTable)
    .where(and(ofDrawing(drawing), between(pageTable.page, from, to), sql`${pageTable.links} <> '[]'`))
    .orderBy(asc(pageTable.page))

/** Returns the rendered pages with their sizes in points and their links. */
export const listDrawnPages = (db: Db, drawing: ContentRendering, from: number, to: number) =>
  db
    .select({ page: pageTable.page, width: pageTable.width, height: pageTable.height, links: pageTable.links })
    .from(pageTable)
    .where(and(ofDrawing(drawing), between(pageTable.page, from, to)))
    .orderBy(asc(pageTable.page))

/** Returns the texts of a whole document, at most `max` characters per page. A document's text has at most 2,000,000 characters. */
export const listAllTexts = (db: Db, drawing: ContentRendering, max: number): Promise<StoredPageText[]> =>
  db
    .select({ page: pageTable.page, text: sql<string>`left(${pageTable.text}, ${max})` })
    .from(pageTable)
    .where(and(ofDrawing(drawing), sql`${pageTable.text} <> ''`))
    .orderBy(asc(pageTable.page))

const d = documentTable
const link = documentCategoryTable

const leaves = prepared((db) => {
  const child = alias(categoryTable, "child")
  const childLink = alias(link, "child_link")
  const below = db
    .select({ one: sql`1` })
    .from(childLink)
    .innerJoin(child, eq(child.id, childLink.category_id))
    .where(and(eq(childLink.document_id, sql.placeholder("id")), eq(child.parent_id, link.category_id)))
  return db
    .select({ id: link.category_id })
    .from(link)
    .where(and(eq(link.document_id, sql.placeholder("id")), notExists(below)))
    .orderBy(asc(link.category_id))
    .prepare("document_leaves")
})

/** Returns the document's most specific categories, without their parents. */
export const listLeaves = async (db: Db, documentId: number): Promise<number[]> =>
  (await leaves(db).execute({ id: documentId })).map((row) => row.id)

export type RelatedCandidate = { id: number; title: string; keywords: string }
type Original = { id: number; sha256: string }
const candidate = { id: d.id, title: d.title, keywords: d.keywords }
const others = (id: number | Placeholder, sha256: string | Placeholder) => and(publicDocuments(), ne(d.id, id), ne(d.sha256, sha256))
const givenOthers = others(sql.placeholder("id"), sql.placeholder("sha256"))

const candidates = prepared((db) => {
  const newest = db
    .selectDistinct({ id: link.document_id })
    .from(link)
    .where(eq(link.category_id, sql.placeholder("category")))
    .orderBy(desc(link.document_id))
    .limit(sql.placeholder("twice"))
  const first = sql.placeholder("max")
  return {
    ofCategory: db
      .select(candidate)
      .from(d)
      .where(and(givenOthers, inArray(d.id, newest)))
      .orderBy(desc(d.id))
      .limit(first)
      .prepare("document_beside"),
    newest: db.select(candidate).from(d).where(givenOthers).orderBy(desc(d.id)).limit(first).prepare("document_newest"),
  }
})

/** Returns the newest readable documents of these categories, without the document itself and its copies. */
export const listOfCategories = async (
  db: Db,
  { id, sha256 }: Original,
  categories: number[],
  max: number,
): Promise<RelatedCandidate[]> => {
  const [category, ...more] = categories
  if (category === undefined) return []
  // a single category, the usual case, has an index in the required order
  if (more.length === 0) return candidates(db).ofCategory.execute({ id, sha256, category, max, twice: 2 * max })
  // select ids first: a category may contain a hundred thousand documents
  const newest = db
    .selectDistinct({ id: link.document_id })
    .from(link)
    .where(inArray(link.category_id, categories))
    .orderBy(desc(link.document_id))
    .limit(2 * max)
  return db
    .select(candidate)
    .from(d)
    .where(and(others(id, sha256), inArray(d.id, newest)))
    .orderBy(desc(d.id))
    .limit(max)
}

/** Returns the newest documents whose title contains one of these (lower-case) words. Words of three or more letters use the index. */
export const listByTitle = (db: Db, { id, sha256 }: Original, keywords: string[], max: number): Promise<RelatedCandidate[]> =>
  keywords.length
    ? db
        .select(candidate)
        .from(d)
        .where(
          and(others(id, sha256), or(...keywords.map((word): SQL => like(sql`lower(${d.title})`, `%${word.replace(/[\\%_]/g, "\\$&")}%`)))),
        )
        .orderBy(desc(d.id))
        .limit(max)
    : Promise.resolve([])

export const listNewest = (db: Db, { id, sha256 }: Original, max: number): Promise<RelatedCandidate[]> =>
  candidates(db).newest.execute({ id, sha256, max })

const byIds = prepared((db) =>
  db
    .select()
    .from(d)
    .where(sql`${d.id} = any(${sql.placeholder("ids")})`)
    .prepare("document_by_ids"),
)

export const listDocumentsById = async (db: Db, ids: number[]) => (ids.length ? byIds(db).execute({ ids }) : [])

const neighbour = prepared((db) => {
  const nearest = (side: SQL, order: SQL) =>
    db
      .select({ id: d.id })
      .from(d)
      .innerJoin(link, eq(link.document_id, d.id))
      .where(and(publicDocuments(), eq(link.category_id, sql.placeholder("category")), side))
      .orderBy(order)
      .limit(1)
  const id = sql`${sql.placeholder("id")}::int`
  const before = nearest(lt(link.document_id, id), desc(link.document_id))
  const after = nearest(gt(link.document_id, id), asc(link.document_id))
  return db
    .select({ before: sql<number | null>`${before}`.mapWith(d.id), after: sql<number | null>`${after}`.mapWith(d.id) })
    .from(sql`(select) as one`)
    .prepare("document_neighbours")
})

/** Returns the ids of the readable documents before and after this one in a category; null for none. */
export const findNeighbours = async (db: Db, category: number, id: number): Promise<{ before: number | null; after: number | null }> =>
  (await neighbour(db).execute({ category, id }))[0] ?? { before: null, after: null }
