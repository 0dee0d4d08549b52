import { and, asc, eq, inArray, isNull, lt, lte } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { articleTable, publicArticles } from "../../articles/article/article.table"
import { attachmentTable as a } from "../../library/files/attachment.table"
import { documentTable, documentVersionTable } from "../../library/document/document.table"
import { publicDocuments } from "../../library/document/visibility.policy"
import { userTable } from "../../people/user/user.table"
import { cdnPurgeTable as t } from "./cdn-purge.table"

export type CdnPurgeRow = typeof t.$inferSelect

const d = alias(documentTable, "d")

/** Returns which of these documents are public. */
export const listPublic = async (db: Db, uuids: string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ uuid: d.uuid })
    .from(d)
    .where(and(inArray(d.uuid, uuids), publicDocuments(d)))
  return new Set(rows.map(({ uuid }) => uuid))
}

/** Returns which of these articles have a public page, the pages of the footer included. */
export const listPublicArticles = async (db: Db, identifiers: string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ identifier: articleTable.identifier })
    .from(articleTable)
    .where(and(inArray(articleTable.identifier, identifiers), publicArticles([])))
  return new Set(rows.map(({ identifier }) => identifier))
}

/** Returns which of these users have a public page. */
export const listPublicUsers = async (db: Db, ids: number[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(inArray(userTable.id, ids), isNull(userTable.closed_at), isNull(userTable.hidden_at)))
  return new Set(rows.map(({ id }) => String(id)))
}

/** Returns the author of a document, whose page lists it; null if it is gone. */
export const findAuthor = async (db: Db, uuid: string): Promise<number | null> =>
  (await db.select({ user_id: d.user_id }).from(d).where(eq(d.uuid, uuid)))[0]?.user_id ?? null

/**
 * Returns the other names that addresses of a document's images accept or accepted: its id, and the MD5 of its file and of those that it
 * replaced.
 */
export const listNames = async (db: Db, uuid: string): Promise<string[]> => {
  const [row] = await db.select({ id: d.id, attachment_id: d.attachment_id }).from(d).where(eq(d.uuid, uuid))
  if (!row) return []
  const versions = await db
    .select({ attachment_id: documentVersionTable.attachment_id })
    .from(documentVersionTable)
    .where(eq(documentVersionTable.document_id, row.id))
  const files = [row, ...versions].map(({ attachment_id }) => attachment_id)
  const hashes = await db.selectDistinct({ hash: a.hash }).from(a).where(inArray(a.id, files))
  return [String(row.id), ...hashes.map(({ hash }) => hash)]
}

export const addPurges = (db: Db, targets: string[], due_at: Date) =>
  db
    .insert(t)
    .values(targets.map((target) => ({ target, due_at, created_at: due_at })))
    .onConflictDoUpdate({ target: t.target, set: { due_at, accepted: 0 } })

export const listDue = (db: Db, now: Date, limit: number): Promise<CdnPurgeRow[]> =>
  db.select().from(t).where(lte(t.due_at, now)).orderBy(asc(t.due_at)).limit(limit)

/** The row as it was read: the document may have changed again since, and then waits for another purge. */
const isUnchanged = ({ target, due_at }: CdnPurgeRow) => and(eq(t.target, target), eq(t.due_at, due_at))
export const changePurge = (db: Db, row: CdnPurgeRow, values: Partial<CdnPurgeRow>) => db.update(t).set(values).where(isUnchanged(row))
export const dropPurge = (db: Db, row: CdnPurgeRow) => db.delete(t).where(isUnchanged(row))

/** Returns how many purges have waited since before this moment. */
export const countOverdue = (db: Db, before: Date): Promise<number> => db.$count(t, lt(t.created_at, before))
