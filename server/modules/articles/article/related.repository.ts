import { and, asc, desc, eq, gt, inArray, lt, ne, notExists, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { categoryTable } from "../../library/category/category.table"
import { articleCategoryTable as link, articleTable as t, publicArticles } from "./article.table"

/* Public articles, as candidates for related ones. */

const columns = { id: t.id, title: t.title, keywords: t.keywords, identifier: t.identifier, created_at: t.created_at }

export type Near = { id: number; title: string; keywords: string; identifier: string; created_at: Date }

/** Returns the article's own categories without their parents. */
export const listLeaves = async (db: Db, articleId: number): Promise<number[]> => {
  const child = alias(categoryTable, "child")
  const childLink = alias(link, "child_link")
  const below = db
    .select({ one: sql`1` })
    .from(childLink)
    .innerJoin(child, eq(child.id, childLink.category_id))
    .where(and(eq(childLink.article_id, articleId), eq(child.parent_id, link.category_id)))
  const rows = await db
    .select({ id: link.category_id })
    .from(link)
    .where(and(eq(link.article_id, articleId), notExists(below)))
    .orderBy(asc(link.category_id))
  return rows.map((row) => row.id)
}

/** Returns the newest articles of these categories. Selects the ids first, because a category may hold very many. */
export const listNearby = (db: Db, id: number, categories: number[], without: string[], max: number): Promise<Near[]> => {
  if (!categories.length) return Promise.resolve([])
  const newest = db
    .selectDistinct({ id: link.article_id })
    .from(link)
    .where(inArray(link.category_id, categories))
    .orderBy(desc(link.article_id))
    .limit(2 * max)
  return db
    .select(columns)
    .from(t)
    .where(and(publicArticles(without), ne(t.id, id), inArray(t.id, newest)))
    .orderBy(desc(t.id))
    .limit(max)
}

/** Returns the newest articles of the whole site. */
export const listNewest = (db: Db, id: number, without: string[], max: number): Promise<Near[]> =>
  db
    .select(columns)
    .from(t)
    .where(and(publicArticles(without), ne(t.id, id)))
    .orderBy(desc(t.id))
    .limit(max)

/** Returns the next older or newer article of a category. */
export const findNeighbour = async (db: Db, category: number, id: number, side: "before" | "after"): Promise<Near | null> =>
  (
    await db
      .select(columns)
      .from(t)
      .innerJoin(link, eq(link.article_id, t.id))
      .where(and(publicArticles(), eq(link.category_id, category), side === "before" ? lt(link.article_id, id) : gt(link.article_id, id)))
      .orderBy(side === "before" ? desc(link.article_id) : asc(link.article_id))
      .limit(1)
  )[0] ?? null
