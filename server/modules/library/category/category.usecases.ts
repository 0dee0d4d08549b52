import { ContentKind } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import {
  countDocuments,
  deleteCategories,
  ensureCategory,
  findUsed,
  listCategories,
  listLineage,
  type CategoryRow,
} from "./category.repository"
import type { categoryTable } from "./category.table"

/** Lists the enabled root categories of documents in order: the sections of the home page. */
export const rootCategories = (ctx: Ctx): Promise<CategoryRow[]> => listCategories(ctx.db, { parent_id: [0], type: [0], enable: [true] })

const kinds = [ContentKind.document, ContentKind.article]

/** Lists all categories that the site displays, for documents and articles. */
export const shownCategories = (ctx: Ctx): Promise<CategoryRow[]> => listCategories(ctx.db, { type: kinds, enable: [true] })

/** Finds the document category with this name under this parent (0 = top level). */
export const findChildCategory = async (ctx: Ctx, parent_id: number, title: string): Promise<CategoryRow | null> =>
  (await listCategories(ctx.db, { parent_id: [parent_id], type: [0] })).find((row) => row.title === title) ?? null

/** Returns the given categories and their ancestors, because content of a leaf also belongs to its root. Unknown ids are omitted. */
export const lineageOf = (ctx: Ctx, ids: number[], type: number): Promise<number[]> =>
  ids.length ? listLineage(ctx.db, ids, type) : Promise.resolve([])

/** Changes `doc_count` of all these categories by the same number. */
export const shiftDocumentCounts = (ctx: Ctx, ids: number[], difference: number): Promise<void> => countDocuments(ctx.db, ids, difference)

/** Returns the id of the category with this type, parent and title; creates it if missing. */
export const requireCategory = (ctx: Ctx, category: typeof categoryTable.$inferInsert): Promise<number> => ensureCategory(ctx.db, category)

const findByPath = async (ctx: Ctx, type: number, titles: string[]): Promise<CategoryRow | null> => {
  let row: CategoryRow | null = null
  for (const title of titles) {
    const siblings: CategoryRow[] = await listCategories(ctx.db, { parent_id: [row?.id ?? 0], type: [type] })
    row = siblings.find((one) => one.title === title) ?? null
    if (!row) return null
  }
  return row
}

/** Deletes the empty ones of these categories without subcategories. `titles` is a path; children come before their parents. */
export const deleteEmptyCategories = async (ctx: Ctx, paths: { type: number; titles: string[] }[]): Promise<void> => {
  for (const { type, titles } of paths) {
    const row = await findByPath(ctx, type, titles)
    if (!row || (await findUsed(ctx.db, [row.id])) || (await listCategories(ctx.db, { parent_id: [row.id] })).length) continue
    await deleteCategories(ctx.db, [row.id])
  }
  await ctx.changed("category")
}
