import { inArray, type SQL } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { shifted } from "@/server/db/counting"
import { articleTable } from "./article.table"

type ArticleCount = "favorite_count" | "comment_count"

/** Changes counters of these articles by the given differences. */
export const changeArticleCounts = ({ db }: DbCtx, ids: number[], changes: Partial<Record<ArticleCount, number>>) =>
  db.update(articleTable).set(shifted(articleTable, changes)).where(inArray(articleTable.id, ids))

/** Writes recounted counters. */
export const setArticleCounts = ({ db }: DbCtx, ids: number[], values: Partial<Record<ArticleCount, number | SQL>>) =>
  db.update(articleTable).set(values).where(inArray(articleTable.id, ids))
