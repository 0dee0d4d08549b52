import { randomBytes } from "node:crypto"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { AttachmentType, DocumentStatus } from "../../../lib/contract/enums"
import type { LoggedIn } from "../../context"
import { forbidden, invalid, notFound } from "../../http/errors"
import { attachmentTable } from "../attachment/attachment.table"
import { lineageOf, shiftDocumentCounts } from "../category/category.usecases"
import { requireUploadRight } from "../user/user.usecases"
import { userTable } from "../user/user.table"
import { convertJob, conversionPriority } from "./convert.jobs"
import { mayChange } from "./document.policy"
import { addDocument, changeDocument, findDocument, listCategoriesOf } from "./document.repository"
import { documentTable } from "./document.table"

type Item = { attachment_id: number; title: string; price?: number; language?: string; keywords?: string; description?: string }

/** Turns received files into documents (`reference/api.md` D3). A file becomes one document, once. */
export const createDocuments = async (ctx: LoggedIn, input: { category_id?: number[]; document: Item[] }) => {
  const { review } = await requireUploadRight(ctx)
  return ctx.tx(async (ctx) => {
    const ids = input.document.map((item) => item.attachment_id)
    const files = await ctx.db
      .select()
      .from(attachmentTable)
      .where(and(inArray(attachmentTable.id, ids), eq(attachmentTable.user_id, ctx.user!.id), eq(attachmentTable.type, AttachmentType.document), eq(attachmentTable.type_id, 0), isNull(attachmentTable.deleted_at)))
      .for("update")
    if (files.length !== new Set(ids).size || ids.length !== files.length) throw invalid("有文件没有传完，或已经提交过了，请重新上传")
    const lineage = await lineageOf(ctx, input.category_id ?? [], 0)
    if (input.category_id?.some((id) => !lineage.includes(id))) throw invalid("所选分类不存在，请重新选择")
    const created = []
    for (const item of input.document) created.push(await createOne(ctx as LoggedIn, item, files.find((file) => file.id === item.attachment_id)!, lineage, review))
    await shiftDocumentCounts(ctx, lineage, created.length)
    await ctx.db.update(userTable).set({ doc_count: sql`${userTable.doc_count} + ${created.length}` }).where(eq(userTable.id, ctx.user!.id))
    return { document: created }
  })
}

const createOne = async (ctx: LoggedIn, item: Item, file: typeof attachmentTable.$inferSelect, categories: number[], review: boolean) => {
  const row = await addDocument(
    ctx.db,
    {
      uuid: randomBytes(8).toString("hex"),
      title: item.title,
      keywords: item.keywords ?? "",
      description: item.description ?? "",
      price: item.price ?? 0,
      language: item.language || "zh-CN",
      user_id: ctx.user.id,
      attachment_id: file.id,
      sha256: file.sha256,
      size: file.size,
      ext: file.ext,
      status: review ? DocumentStatus.reviewing : DocumentStatus.pending,
    },
    categories,
  )
  await ctx.db.update(attachmentTable).set({ type_id: row.id }).where(eq(attachmentTable.id, file.id))
  if (!review) await ctx.enqueue(convertJob, { document_id: row.id }, { key: String(row.id), priority: conversionPriority(file.size) })
  await ctx.changed("document", row.uuid)
  return { id: row.id, uuid: row.uuid, status: row.status, attachment_id: file.id }
}

/** Soft: the row stays for the recycle bin, counts go down at once (`reference/api.md` 6.5). */
export const deleteDocuments = (ctx: LoggedIn, input: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await ctx.db.select().from(documentTable).where(and(inArray(documentTable.id, input.id), isNull(documentTable.deleted_at))).for("update")
    const own = rows.filter((row) => mayChange(ctx, row))
    if (!own.length || own.length !== rows.length) throw forbidden("文档不存在或没有删除权限")
    for (const row of own) {
      await changeDocument(ctx.db, row.id, { deleted_at: ctx.now(), deleted_user_id: ctx.user!.id })
      const categories = await listCategoriesOf(ctx.db, [row.id])
      await shiftDocumentCounts(ctx, categories.map((category) => category.id), -1)
      await ctx.db.update(userTable).set({ doc_count: sql`greatest(0, ${userTable.doc_count} - 1)` }).where(eq(userTable.id, row.user_id))
      await ctx.changed("document", row.uuid)
    }
    return {}
  })

/** Tries a failed conversion again, from the start. */
export const retryConversion = (ctx: LoggedIn, input: { id: number }) =>
  ctx.tx(async (ctx) => {
    const row = await findDocument(ctx.db, input)
    if (!row || !mayChange(ctx, row)) throw notFound("文档不存在")
    const again = row.status === DocumentStatus.failed || (row.status === DocumentStatus.pending && row.convert_reason !== "")
    if (!again) throw invalid("这份文档不需要重新转换")
    await changeDocument(ctx.db, row.id, { status: DocumentStatus.pending, convert_reason: "", convert_error: "", convert_deaths: 0, lease_until: null })
    await ctx.enqueue(convertJob, { document_id: row.id }, { key: String(row.id), priority: conversionPriority(row.size) })
    await ctx.changed("document", row.uuid)
    return {}
  })

