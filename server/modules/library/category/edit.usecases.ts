import { asc } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import type { LoggedIn, DbCtx } from "@/server/context"
import { isUniqueViolation } from "@/server/db/client"
import { conflict, invalid } from "@/server/errors"
import { descendantsOf, moveInTree, requireParent } from "@/server/db/tree"
import { addCategories, countContents, deleteCategories, findCategory, findUsed, type CategoryRow } from "./category.repository"
import { categoryTable as t } from "./category.table"

type Values = Partial<typeof t.$inferInsert>
type NewCategory = Values & { title: string }

const maxName = 64
const maxNames = 100
export const duplicateCategory = { message: "这里已经有同名的分类", field: "title" }

const refuseDuplicate = (error: unknown): never => {
  throw isUniqueViolation(error) ? conflict(duplicateCategory.message, duplicateCategory.field) : error
}

/** Splits a title into names, one per line; drops empty lines and duplicates. */
const namesOf = (title: string): string[] => [...new Set(title.split(/\r?\n/).map((name) => name.trim()))].filter(Boolean)

/** Adds a category for each line of `title`, all or none; returns the first (docs/reference/api.md 2.4). */
export const createCategories = (ctx: LoggedIn, { title, ...values }: NewCategory) =>
  ctx.tx(async (ctx) => {
    const names = namesOf(title)
    if (names.length > maxNames) throw invalid(`一次最多添加 ${maxNames} 个分类`, "title")
    for (const name of names) await beforeSaveCategory(ctx, { ...values, title: name }, 0)
    const rows = await addCategories(
      ctx.db,
      names.map((name) => ({ ...values, title: name, created_at: ctx.now(), updated_at: ctx.now() })),
    ).catch(refuseDuplicate)
    await ctx.changed("category")
    return rows[0]!
  })

/**
 * Checks a category: a name is one line, and the parent has the same type and is not below the category. A category in use keeps its
 * parent, because its documents or articles are counted in the ancestors, too.
 */
export const beforeSaveCategory = async (ctx: DbCtx, values: Values, id: number): Promise<void> => {
  const { title, parent_id, type } = values
  if (title !== undefined && /[\r\n]/.test(title)) throw invalid("分类名称不能换行", "title")
  if (title !== undefined && title.length > maxName) throw invalid(`分类名称长度不能超过${maxName}个字符`, "title")
  await requireParent(ctx, t, id, parent_id)
  const row = id ? await findCategory(ctx.db, id) : null
  const parent = parent_id ? await findCategory(ctx.db, parent_id) : null
  if (parent && parent.type !== (type ?? row?.type ?? 0)) throw invalid("上级是另一种类型的分类", "parent_id")
  if (row) await requireEmptyToMove(ctx, row, values)
}

/** Describes the remaining contents of a category. Contents in the recycle bin are not counted where the category is displayed. */
const usedSentence = async (ctx: DbCtx, { id, type, title }: CategoryRow, refusal: string): Promise<string> => {
  const { live, deleted } = await countContents(ctx.db, { id, type })
  if (live > 0 || deleted === 0) return `“${title}”里还有内容，${refusal}`
  const contents = type === ContentKind.article ? `${deleted} 篇文章` : `${deleted} 份文档`
  return `“${title}”的 ${contents}还在回收站里，${refusal}。请到回收站彻底删除，或者恢复后改到别的分类`
}

const requireEmptyToMove = async (ctx: DbCtx, row: CategoryRow, { parent_id = row.parent_id, type = row.type }: Values): Promise<void> => {
  if (parent_id === row.parent_id && type === row.type) return
  const lower = await descendantsOf(ctx, t, [row.id])
  if (type !== row.type && lower.length) throw invalid("分类下还有子分类，不能改变类型", "type")
  const used = await findUsed(ctx.db, [row.id, ...lower])
  if (used) throw invalid(await usedSentence(ctx, used, "不能移到别处"), "parent_id")
}

const move = moveInTree(t, "category", { kind: t.type, ties: asc(t.id) })

/** Moves a category among its siblings, or an empty one under another parent. Throws 400 otherwise, 409 for a name that already exists. */
export const moveCategory = (ctx: LoggedIn, target: { id: number; parent_id: number; before?: number }) =>
  ctx
    .tx(async (ctx) => {
      await beforeSaveCategory(ctx, { parent_id: target.parent_id }, target.id)
      return move(ctx, target)
    })
    .catch(refuseDuplicate)

/** Only empty categories can be deleted, with the empty ones below them. */
export const beforeDeleteCategories = async (ctx: DbCtx, ids: number[]): Promise<void> => {
  const lower = await descendantsOf(ctx, t, ids)
  const used = await findUsed(ctx.db, [...ids, ...lower])
  if (used) throw invalid(await usedSentence(ctx, used, "不能删除"))
  await deleteCategories(ctx.db, lower)
}
