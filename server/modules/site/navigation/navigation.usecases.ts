import { and, eq, inArray } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { invalid } from "@/server/errors"
import { requireLink } from "@/server/security/link"
import { descendantsOf, requireParent } from "@/server/db/tree"
import { listShownNavigation } from "./navigation.repository"
import { navigationTable as t } from "./navigation.table"

export const addNavigation = ({ db }: DbCtx, rows: (typeof t.$inferInsert)[]) => db.insert(t).values(rows)

/** Returns the entries of the site's header, in order. */
export const shownNavigation = ({ db }: DbCtx) => listShownNavigation(db)

/**
 * Checks that a link leads to a page of this site or to the web. An entry whose parent is itself becomes top-level (docs/reference/api.md
 * 2.10).
 */
export const beforeSaveNavigation = async (ctx: DbCtx, row: Partial<typeof t.$inferInsert>, id: number): Promise<void> => {
  requireLink(row.href || undefined, "href")
  if (id && row.parent_id === id) row.parent_id = 0
  if (id && row.href !== undefined) await requireOwnHref(ctx, id, row.href)
  await requireParent(ctx, t, id, row.parent_id)
}

/** Built-in entries lead to pages of this site: their names can change, their URLs cannot. */
const requireOwnHref = async ({ db }: DbCtx, id: number, href: string): Promise<void> => {
  const [link] = await db
    .select({ href: t.href })
    .from(t)
    .where(and(eq(t.id, id), eq(t.fixed, true)))
  if (link && link.href !== href) throw invalid("网站自带的导航不能改链接", "href")
}

/** Deletes an entry's descendants with it; built-in entries cannot be deleted (docs/reference/api.md 2.10). */
export const beforeDeleteNavigation = async (ctx: DbCtx, ids: number[]): Promise<void> => {
  const lower = await descendantsOf(ctx, t, ids)
  const fixedLinks = await ctx.db
    .select({ title: t.title })
    .from(t)
    .where(and(inArray(t.id, [...ids, ...lower]), eq(t.fixed, true)))
  if (fixedLinks.length) throw invalid(`“${fixedLinks[0]!.title}”是网站自带的导航，不能删除，可以停用`)
  if (lower.length) await ctx.db.delete(t).where(inArray(t.id, lower))
}
