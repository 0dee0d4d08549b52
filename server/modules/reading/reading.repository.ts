import { and, asc, between, desc, eq, gt, inArray, isNull, like, lt, ne, notExists, or, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { readableStatuses } from "../../../lib/domain/document-status"
import type { Db } from "../../db/client"
import { categoryTable } from "../category/category.table"
import { documentCategoryTable, documentTable } from "../document/document.table"
import { conversionTable, pageTable } from "../files/drawing.table"

/** A drawing of a content. */
export type Drawing = { sha256: string; version: number }
const ofDrawing = ({ sha256, version }: Drawing) => and(eq(pageTable.sha256, sha256), eq(pageTable.version, version))

export const findConverted = async (db: Db, { sha256, version }: Drawing) =>
  (
    await db
      .select({ outline: conversionTable.outline, keywords: conversionTable.keywords })
      .from(conversionTable)
      .where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version)))
  )[0] ?? null

export type PageText = { page: number; text: string }

/** Texts of these pages, in order; pages that are not there yet are missing. */
export const listPageTexts = (db: Db, drawing: Drawing, from: number, to: number): Promise<PageText[]> =>
  db
    .select({ page: pageTable.page, text: pageTable.text })
    .from(pageTable)
    .where(and(ofDrawing(drawing), between(pageTable.page, from, to)))
    .orderBy(asc(pageTable.page))

/** Links of these pages, in order; pages without links are missing. */
export const listPageLinks = (db: Db, drawing: Drawing, from: number, to: number) =>
  db
    .select({ page: pageTable.page, links: pageTable.links })
    .from(pageTable)
    .where(and(ofDrawing(drawing), between(pageTable.page, from, to), sql`${pageTable.links} <> '[]'`))
    .orderBy(asc(pageTable.page))

/** Pages that were drawn, with their sizes in points and their links. */
export const listDrawnPages = (db: Db, drawing: Drawing, from: number, to: number) =>
  db
    .select({ page: pageTable.page, width: pageTable.width, height: pageTable.height, links: pageTable.links })
    .from(pageTable)
    .where(and(ofDrawing(drawing), between(pageTable.page, from, to)))
    .orderBy(asc(pageTable.page))

/** The texts of a whole document, of each page at most `max` characters; a document's text is 2,000,000 characters at most. */
export const listAllTexts = (db: Db, drawing: Drawing, max: number): Promise<PageText[]> =>
  db
    .select({ page: pageTable.page, text: sql<string>`left(${pageTable.text}, ${max})` })
    .from(pageTable)
    .where(and(ofDrawing(drawing), sql`${pageTable.text} <> ''`))
    .orderBy(asc(pageTable.page))

const d = documentTable
const link = documentCategoryTable
/** What everybody may read from beginning to end. */
const ready = and(isNull(d.deleted_at), inArray(d.status, readableStatuses))

/** The document's own categories without their parents. */
export const listLeaves = async (db: Db, documentId: number): Promise<number[]> => {
  const child = alias(categoryTable, "child")
  const childLink = alias(link, "child_link")
  const below = db
    .select({ one: sql`1` })
    .from(childLink)
    .innerJoin(child, eq(child.id, childLink.category_id))
    .where(and(eq(childLink.document_id, documentId), eq(child.parent_id, link.category_id)))
  const rows = await db
    .select({ id: link.category_id })
    .from(link)
    .where(and(eq(link.document_id, documentId), notExists(below)))
    .orderBy(asc(link.category_id))
  return rows.map((row) => row.id)
}

export type Candidate = { id: number; title: string; keywords: string }
const candidate = { id: d.id, title: d.title, keywords: d.keywords }
const others = (of: { id: number; sha256: string }) => and(ready, ne(d.id, of.id), ne(d.sha256, of.sha256))

/** The newest readable documents of these categories, without the document itself and its copies. */
export const listOfCategories = (db: Db, of: { id: number; sha256: string }, categories: number[], max: number): Promise<Candidate[]> => {
  if (!categories.length) return Promise.resolve([])
  // numbers first: a category may hold a hundred thousand documents
  const newest = db
    .selectDistinct({ id: link.document_id })
    .from(link)
    .where(inArray(link.category_id, categories))
    .orderBy(desc(link.document_id))
    .limit(2 * max)
  return db
    .select(candidate)
    .from(d)
    .where(and(others(of), inArray(d.id, newest)))
    .orderBy(desc(d.id))
    .limit(max)
}

/** The newest ones whose title holds one of these (lower-case) words; words of three letters and more are found by the index. */
export const listByTitle = (db: Db, of: { id: number; sha256: string }, keywords: string[], max: number): Promise<Candidate[]> =>
  keywords.length
    ? db
        .select(candidate)
        .from(d)
        .where(and(others(of), or(...keywords.map((word): SQL => like(sql`lower(${d.title})`, `%${word.replace(/[\\%_]/g, "\\$&")}%`)))))
        .orderBy(desc(d.id))
        .limit(max)
    : Promise.resolve([])

export const listNewest = (db: Db, of: { id: number; sha256: string }, max: number): Promise<Candidate[]> =>
  db.select(candidate).from(d).where(others(of)).orderBy(desc(d.id)).limit(max)

export const listDocumentsById = (db: Db, ids: number[]) =>
  ids.length ? db.select().from(d).where(inArray(d.id, ids)) : Promise.resolve([])

/** The readable document before (after) this one in a category, by id. */
export const findNeighbour = async (db: Db, category: number, id: number, side: "before" | "after") =>
  (
    await db
      .select({ id: d.id })
      .from(d)
      .innerJoin(link, eq(link.document_id, d.id))
      .where(and(ready, eq(link.category_id, category), side === "before" ? lt(link.document_id, id) : gt(link.document_id, id)))
      .orderBy(side === "before" ? desc(link.document_id) : asc(link.document_id))
      .limit(1)
  )[0]?.id ?? null
