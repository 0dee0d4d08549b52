import { and, asc, inArray, isNotNull, lt } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import type { Db } from "@/server/db/client"
import { markArticlePictures } from "../../library/files/attachments.usecases"
import type { ArticleRow } from "./article.repository"
import { articleTable as t, articleVisitTable } from "./article.table"

/** Locks deleted articles in id order until the transaction ends; others are omitted. */
export const lockDeletedArticles = (db: Db, ids: number[]): Promise<ArticleRow[]> =>
  db
    .select()
    .from(t)
    .where(and(inArray(t.id, ids), isNotNull(t.deleted_at)))
    .orderBy(t.id)
    .for("update")

export const listDeletedIds = async (db: Db, max: number, before?: Date): Promise<number[]> =>
  (
    await db
      .select({ id: t.id })
      .from(t)
      .where(and(isNotNull(t.deleted_at), before ? lt(t.deleted_at, before) : undefined))
      .orderBy(asc(t.id))
      .limit(max)
  ).map((row) => row.id)

/** Permanently deletes the rows with their category links, and marks their images for the next sweep. */
export const purgeArticleRows = async (ctx: DbCtx, ids: number[], now: Date): Promise<void> => {
  await markArticlePictures(ctx, ids, now)
  await ctx.db.delete(articleVisitTable).where(inArray(articleVisitTable.article_id, ids))
  await ctx.db.delete(t).where(inArray(t.id, ids))
}
