import { afterOwnersEdit } from "../../../lib/domain/document-status"
import type { LoggedIn } from "../../context"
import { conflict, forbidden } from "../../errors"
import { moveCounts, requireLineage } from "../category/counting.usecases"
import { requireLanguage } from "../language/language.usecases"
import { readUserGroups } from "../user/user.usecases"
import { owns } from "./document.policy"
import { changeDocument, listCategoriesOf, lockDocuments, setCategories, type DocumentRow } from "./document.repository"
import { offersVip } from "./vip.usecases"

type Changes = { title?: string; keywords?: string; description?: string; price?: number; language?: string; is_vip?: boolean }

/**
 * Changes what is given, by the owner or staff (docs/reference/api.md 2.5). After an edit of its words by the owner a rejected
 * document waits for review again, and a readable one as well where all of the owner's groups demand reviews. Without VIP on
 * the site an owner's change of its mark is left aside: clients that send the whole document do not lose it.
 */
export const updateDocument = async (ctx: LoggedIn, { id, category_id, ...changes }: Changes & { id: number; category_id?: number[] }) => {
  const staff = ctx.may("PUT /document")
  const { group } = await readUserGroups(ctx)
  const [languageOf, vip] = await Promise.all([requireLanguage(ctx), offersVip(ctx)])
  const review = group.length > 0 && group.every((one) => one.enable_document_review)
  return ctx.tx(async (ctx) => {
    const [row] = await lockDocuments(ctx.db, [id])
    if (!row || !(staff || owns(ctx, row))) throw forbidden("文档不存在或没有权限")
    if (!vip && !staff) delete changes.is_vip
    if (changes.language !== undefined && changes.language !== row.language) changes.language = languageOf(changes.language)
    await changeDocument(ctx.db, id, { ...changes, ...(staff ? {} : statusAfter(row, changes, review)) })
    if (category_id) {
      const categories = await requireLineage(ctx, category_id, 0)
      const before = (await listCategoriesOf(ctx.db, [id])).map((category) => category.id)
      await setCategories(ctx.db, id, categories)
      await moveCounts(ctx, before, categories)
    }
    await ctx.changed("document", row.uuid)
    return {}
  })
}

const statusAfter = (row: DocumentRow, changes: Changes, review: boolean) => {
  const rewritten = (["title", "keywords", "description"] as const).some(
    (name) => changes[name] !== undefined && changes[name] !== row[name],
  )
  if (!rewritten) return {}
  const status = afterOwnersEdit(row.status, review)
  if (status === null) throw conflict("文档还在转换，请等转换完成后再修改")
  return { status }
}
