import { inArray } from "drizzle-orm"
import { listChangesSince, type ChangeSubject } from "@/server/db/change-log"
import type { Db } from "@/server/db/client"
import { articleTable as a } from "../../articles/article/article.table"
import { documentTable as d } from "../../library/document/document.table"
import type { SitemapKind } from "./sitemap.repository"

/** More changes than this are not looked up one by one. */
const maxChanges = 50_000

/** The numbers of the parts that changes touch, by kind; "all" for all of a kind. */
export type TouchedParts = Map<SitemapKind, Set<number> | "all">

/**
 * Lists the parts that changes of transactions from number `since` on touch. The user page of an author is listed as long as a document or
 * article is public, so those touch their authors too.
 * @returns null if the log is not sufficient: too many changes, all objects of a kind, or one that no longer exists
 */
export const listTouched = async (db: Db, since: number, size: number): Promise<TouchedParts | null> => {
  const changes = await listChangesSince(db, since, ["document", "arrived", "article", "category", "user", "*"], maxChanges + 1)
  if (changes.length > maxChanges) return null
  const targetsOf = (...kinds: ChangeSubject[]) => [...new Set(changes.filter(({ what }) => kinds.includes(what)).map(({ id }) => id))]
  const [documents, articles, users] = [targetsOf("document", "arrived"), targetsOf("article"), targetsOf("user")]
  if (targetsOf("*").length || [...documents, ...articles, ...users].includes("")) return null
  const documentRows = documents.length ? await db.select({ id: d.id, owner: d.user_id }).from(d).where(inArray(d.uuid, documents)) : []
  const articleRows = articles.length ? await db.select({ id: a.id, owner: a.user_id }).from(a).where(inArray(a.identifier, articles)) : []
  if (documentRows.length < documents.length || articleRows.length < articles.length) return null
  const touched: TouchedParts = new Map()
  const add = (kind: SitemapKind, ids: readonly number[]) => {
    if (ids.length) touched.set(kind, new Set(ids.map((id) => Math.floor((id - 1) / size))))
  }
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  add("documents", idsOf(documentRows))
  add("articles", idsOf(articleRows))
  add("users", [...users.map(Number).filter((id) => id > 0), ...[...documentRows, ...articleRows].map(({ owner }) => owner)])
  if (targetsOf("category").length) touched.set("categories", "all")
  return touched
}
