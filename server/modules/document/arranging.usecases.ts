import { and, inArray, isNull, ne, sql } from "drizzle-orm"
import { DocumentRecommend } from "../../../lib/contract/enums"
import type { LoggedIn } from "../../context"
import { moveCounts, requireLineage } from "../category/counting.usecases"
import { requireLanguage } from "../language/language.usecases"
import { announceDocuments } from "./announcement.usecases"
import { listCategoriesOf, lockDocuments } from "./document.repository"
import { documentCategoryTable, documentTable as t } from "./document.table"

/* What staff set on many documents at once. Deleted and unknown ones are left alone (docs/reference/api.md 2.5). */

/** Recommends what is not yet recommended, puts it first again, or takes the recommendation back. */
export const recommendDocuments = (ctx: LoggedIn, { id, type }: { id: number[]; type: number }) =>
  ctx.tx(async (ctx) => {
    await lockDocuments(ctx.db, id)
    const recommend_at =
      type === DocumentRecommend.cancel
        ? null
        : type === DocumentRecommend.again
          ? ctx.now()
          : sql`coalesce(${t.recommend_at}, ${ctx.now()})`
    const rows = await ctx.db
      .update(t)
      .set({ recommend_at, updated_at: ctx.now() })
      .where(and(inArray(t.id, id), isNull(t.deleted_at)))
      .returning({ uuid: t.uuid })
    await announceDocuments(ctx, rows)
    return {}
  })

/** Replaces the categories by the chosen ones and their ancestors; the counts follow. */
export const setDocumentsCategory = (ctx: LoggedIn, { document_id, category_id }: { document_id: number[]; category_id: number[] }) =>
  ctx.tx(async (ctx) => {
    const lineage = await requireLineage(ctx, category_id, 0)
    const rows = await lockDocuments(ctx.db, document_id)
    if (!rows.length) return {}
    const ids = rows.map((row) => row.id)
    const before = (await listCategoriesOf(ctx.db, ids)).map((category) => category.id)
    await ctx.db.delete(documentCategoryTable).where(inArray(documentCategoryTable.document_id, ids))
    await ctx.db
      .insert(documentCategoryTable)
      .values(ids.flatMap((document_id) => lineage.map((category_id) => ({ document_id, category_id }))))
    await moveCounts(
      ctx,
      before,
      ids.flatMap(() => lineage),
    )
    await announceDocuments(ctx, rows)
    return {}
  })

/** One language for all; one that is not enabled is refused. */
export const setDocumentsLanguage = async (ctx: LoggedIn, { document_id, language }: { document_id: number[]; language: string }) => {
  const code = (await requireLanguage(ctx))(language)
  return ctx.tx(async (ctx) => {
    await lockDocuments(ctx.db, document_id)
    const rows = await ctx.db
      .update(t)
      .set({ language: code, updated_at: ctx.now() })
      .where(and(inArray(t.id, document_id), isNull(t.deleted_at), ne(t.language, code)))
      .returning({ uuid: t.uuid })
    await announceDocuments(ctx, rows)
    return {}
  })
}
