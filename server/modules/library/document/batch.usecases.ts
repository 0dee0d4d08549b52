import { and, inArray, isNull, ne, sql } from "drizzle-orm"
import { DocumentRecommend } from "@/lib/contract/library/document.choices.enums"
import { isForEverybody } from "@/lib/rules/library/document-visibility"
import type { LoggedIn } from "@/server/context"
import { moveCounts, requireLineage } from "../category/counts.usecases"
import { listEnabledLanguages, requireLanguage } from "../language/language.usecases"
import { announceDocuments } from "./announcement.usecases"
import { listCategoriesOf, lockDocuments, type DocumentRow } from "./document.repository"
import { detectLanguage } from "../language/detection.rules"
import { listBeginnings } from "./relations.repository"
import { documentCategoryTable, documentTable as t } from "./document.table"

/* Bulk changes of documents by staff. Deleted and unknown documents are left unchanged (docs/reference/api.md 2.5). */

/** `recommend_at`: the time of an earlier recommendation to restore, used with `again`. */
type Recommendation = { id: number[]; type: number; recommend_at?: Date | null }

/** Recommends documents that are not recommended yet, moves them to the top again, or withdraws the recommendation. */
export const recommendDocuments = (ctx: LoggedIn, { id, type, recommend_at: moment }: Recommendation) =>
  ctx.tx(async (ctx) => {
    await lockDocuments(ctx.db, id)
    const recommend_at =
      type === DocumentRecommend.cancel
        ? null
        : type === DocumentRecommend.again
          ? (moment ?? ctx.now())
          : sql`coalesce(${t.recommend_at}, ${ctx.now()})`
    const rows = await ctx.db
      .update(t)
      .set({ recommend_at, updated_at: ctx.now() })
      .where(and(inArray(t.id, id), isNull(t.deleted_at)))
      .returning({ uuid: t.uuid })
    await announceDocuments(ctx, rows)
    return {}
  })

/** Replaces the categories with the chosen ones and their ancestors, and updates the counts. */
export const setDocumentsCategory = (ctx: LoggedIn, { document_id, category_id }: { document_id: number[]; category_id: number[] }) =>
  ctx.tx(async (ctx) => {
    const lineage = await requireLineage(ctx, category_id, 0)
    const rows = await lockDocuments(ctx.db, document_id)
    if (!rows.length) return {}
    const ids = rows.map((row) => row.id)
    const counted = rows.filter(isForEverybody).map((row) => row.id)
    const before = (await listCategoriesOf(ctx.db, counted)).map((category) => category.id)
    await ctx.db.delete(documentCategoryTable).where(inArray(documentCategoryTable.document_id, ids))
    await ctx.db
      .insert(documentCategoryTable)
      .values(ids.flatMap((document_id) => lineage.map((category_id) => ({ document_id, category_id }))))
    await moveCounts(
      ctx,
      before,
      counted.flatMap(() => lineage),
    )
    await announceDocuments(ctx, rows)
    return {}
  })

/** Groups the ids of these documents by the value that each of them gets. */
const idsByValue = <V>(entries: readonly { id: number; value: V }[]): Map<V, number[]> => {
  const ids = new Map<V, number[]>()
  for (const { id, value } of entries) ids.set(value, [...(ids.get(value) ?? []), id])
  return ids
}

/** Sets the value of each group of documents, and announces those that changed. */
const setEach = <K extends "language" | "price">(ctx: LoggedIn, name: K, groups: Map<DocumentRow[K], number[]>) =>
  ctx.tx(async (ctx) => {
    await lockDocuments(ctx.db, [...groups.values()].flat())
    for (const [value, ids] of groups) {
      const rows = await ctx.db
        .update(t)
        .set({ [name]: value, updated_at: ctx.now() })
        .where(and(inArray(t.id, ids), isNull(t.deleted_at), ne(t[name], value)))
        .returning({ uuid: t.uuid })
      await announceDocuments(ctx, rows)
    }
    return {}
  })

type Languages = { document_id?: number[]; language?: string; document?: { id: number; language: string }[] }

/** Sets one language for all, or one per document; rejects a language that is not enabled. */
export const setDocumentsLanguage = async (ctx: LoggedIn, { document_id = [], language, document }: Languages) => {
  const codeOf = await requireLanguage(ctx)
  const changes = document ?? document_id.map((id) => ({ id, language }))
  return setEach(ctx, "language", idsByValue(changes.map(({ id, language }) => ({ id, value: codeOf(language) }))))
}

type Prices = { document_id?: number[]; price?: number; document?: { id: number; price: number }[] }

/** Sets one price for all, or one per document, in credits. Earlier purchases stay valid. */
export const setDocumentsPrice = (ctx: LoggedIn, { document_id = [], price = 0, document }: Prices) => {
  const changes = document ?? document_id.map((id) => ({ id, price }))
  return setEach(ctx, "price", idsByValue(changes.map(({ id, price }) => ({ id, value: price }))))
}

/** Number of characters used for language detection. */
const readChars = 2_000

/** Detects the language of each document by its title and the beginning of its text; "" if unclear. */
export const detectLanguages = async (ctx: LoggedIn, { document_id }: { document_id: number[] }) => {
  const codes = (await listEnabledLanguages(ctx)).map(({ code }) => code)
  const rows = await listBeginnings(ctx.db, document_id, readChars)
  return { document: rows.map(({ id, title, text }) => ({ id, title, language: detectLanguage(`${title}\n${text}`, codes) })) }
}
