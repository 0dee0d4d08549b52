import type { Ctx } from "../../context"
import { invalid } from "../../http/errors"
import { lockCategories } from "./category.repository"
import { lineageOf, shiftDocumentCounts } from "./category.usecases"

/** The chosen categories with their ancestors, in order; an unknown one is refused. */
export const requireLineage = async (ctx: Ctx, ids: number[], type: number): Promise<number[]> => {
  const lineage = await lineageOf(ctx, ids, type)
  if (ids.some((id) => !lineage.includes(id))) throw invalid("所选分类不存在，请重新选择")
  return lineage.toSorted((a, b) => a - b)
}

/** Counts what has left its categories and what has come to others. */
export const moveCounts = async (ctx: Ctx, before: number[], after: number[]): Promise<void> => {
  if (before.length || after.length) await lockCategories(ctx.db, [...before, ...after])
  await shiftDocumentCounts(ctx, before.filter((id) => !after.includes(id)), -1)
  await shiftDocumentCounts(ctx, after.filter((id) => !before.includes(id)), 1)
}

/** Takes away as many of each category as it is named: one statement per number. */
export const dropCounts = (ctx: Ctx, ids: number[]): Promise<void> => shiftByTimes(ctx, ids, -1)
/** Adds as many. */
export const raiseCounts = (ctx: Ctx, ids: number[]): Promise<void> => shiftByTimes(ctx, ids, 1)

const shiftByTimes = async (ctx: Ctx, ids: number[], sign: 1 | -1): Promise<void> => {
  if (ids.length) await lockCategories(ctx.db, ids)
  const times = new Map<number, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  for (const n of new Set(times.values())) await shiftDocumentCounts(ctx, [...times].filter(([, often]) => often === n).map(([id]) => id), sign * n)
}
