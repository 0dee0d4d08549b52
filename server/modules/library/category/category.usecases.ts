import { ContentKind } from "@/lib/contract/enums"
import type { Ctx } from "@/server/context"
import { countDocuments, ensureCategory, listCategories, listLineage, type CategoryRow } from "./category.repository"
import type { categoryTable } from "./category.table"

/** The enabled root categories of documents, in their order: the blocks of the home page. */
export const rootCategories = (ctx: Ctx): Promise<CategoryRow[]> => listCategories(ctx.db, { parent_id: [0], type: [0], enable: [true] })

const kinds = [ContentKind.document, ContentKind.article]

/** What the site shows of all categories, of documents and of articles. */
export const shownCategories = (ctx: Ctx): Promise<CategoryRow[]> => listCategories(ctx.db, { type: kinds, enable: [true] })

/** The document category of this name under this parent (0 = at the top). */
export const findChildCategory = async (ctx: Ctx, parent_id: number, title: string): Promise<CategoryRow | null> =>
  (await listCategories(ctx.db, { parent_id: [parent_id], type: [0] })).find((row) => row.title === title) ?? null

/** The given categories and their ancestors: what belongs to a leaf is found under its root too. Unknown ids are missing from the answer. */
export const lineageOf = (ctx: Ctx, ids: number[], type: number): Promise<number[]> =>
  ids.length ? listLineage(ctx.db, ids, type) : Promise.resolve([])

/** Changes `doc_count` of all these categories by the same number. */
export const shiftDocumentCounts = (ctx: Ctx, ids: number[], difference: number): Promise<void> => countDocuments(ctx.db, ids, difference)

/** The id of the category of this type, parent and title, created if need be. */
export const requireCategory = (ctx: Ctx, category: typeof categoryTable.$inferInsert): Promise<number> => ensureCategory(ctx.db, category)
