import { and, eq, isNotNull, or } from "drizzle-orm"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Services } from "@/server/context"
import { articleTable as a } from "../../articles/article/article.table"
import { documentTable as d } from "../document/document.table"
import { everPublic } from "../document/visibility.policy"

/** Returns a public id as a number, or 0 if it is not a valid id. */
const numberOf = (name: string): number => (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : 0)

/**
 * Checks whether the page at this path was public and has been deleted (410: search engines drop it at once). Content that was hidden when
 * deleted, or that has left the recycle bin, is a 404 like any unknown path.
 */
export const isGone = async ({ database: { db } }: Pick<Services, "database">, path: string): Promise<boolean> => {
  const [, kind, name = ""] = /^\/(document|embed|article)\/([\w-]{1,64})$/.exec(path) ?? []
  if (!kind) return false
  if (kind === "article") {
    const deleted = and(isNotNull(a.deleted_at), eq(a.status, ReviewStatus.approved))
    return (await db.$count(a, and(deleted, or(eq(a.identifier, name), eq(a.id, numberOf(name)))))) > 0
  }
  const deleted = and(isNotNull(d.deleted_at), everPublic())
  return (await db.$count(d, and(deleted, or(eq(d.uuid, name), eq(d.id, numberOf(name)))))) > 0
}
