import { inArray } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { markArticlePictures } from "../../library/files/attachments.usecases"
import { articleTable as t } from "./article.table"

/** Permanently deletes the rows with their category links, and marks their images for the next sweep. */
export const purgeArticleRows = async (ctx: DbCtx, ids: number[], now: Date): Promise<void> => {
  await markArticlePictures(ctx, ids, now)
  await ctx.db.delete(t).where(inArray(t.id, ids))
}
