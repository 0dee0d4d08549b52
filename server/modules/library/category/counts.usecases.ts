import type { Ctx } from "@/server/context"
import { invalid } from "@/server/errors"
import { lockCategories, recountCategories } from "./category.repository"
import { lineageOf, shiftDocumentCounts } from "./category.usecases"

/** Returns the chosen categories with their ancestors, in order; rejects an unknown one. */
export const requireLineage = async (ctx: Ctx, ids: number[], type: number): Promise<number[]> => {
  const lineage = await lineageOf(ctx, ids, type)
  if (ids.some((id) => !lineage.includes(id))) throw invalid("所选分类不存在，请重新选择", "category_id")
  return lineage.toSorted((a, b) => a - b)
}

/** Updates the counts of categories that documents have left or joined; each id occurs once per document. */
export const moveCounts = async (ctx: Ctx, before: number[], after: number[]): Promise<void> => {
  const difference = new Map<number, number>()
  for (const id of before) difference.set(id, (difference.get(id) ?? 0) - 1)
  for (const id of after) difference.set(id, (difference.get(id) ?? 0) + 1)
  const moved = [...difference].filter(([, by]) => by !== 0)
  if (moved.length)
    await lockCategories(
      ctx.db,
      moved.map(([id]) => id),
    )
  for (const by of new Set(moved.map(([, by]) => by)))
    await shiftDocumentCounts(
      ctx,
      moved.filter(([, one]) => one === by).map(([id]) => id),
      by,
    )
}

/** Lowers the count of each category by its number of occurrences. */
export const dropCounts = (ctx: Ctx, ids: number[]): Promise<void> => moveCounts(ctx, ids, [])
/** Raises the count of each category by its number of occurrences. */
export const raiseCounts = (ctx: Ctx, ids: number[]): Promise<void> => moveCounts(ctx, [], ids)

/** Recounts every category after many rows were written at once. */
export const recount = async (ctx: Ctx): Promise<void> => void (await recountCategories(ctx.db))
