import { randomBytes } from "node:crypto"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { AttachmentType, DocumentStatus } from "../../../lib/contract/enums"
import type { Ctx, LoggedIn } from "../../context"
import { forbidden, invalid, notFound } from "../../http/errors"
import { attachmentTable } from "../attachment/attachment.table"
import { dropCounts, requireLineage } from "../category/category.replacing"
import { shiftDocumentCounts } from "../category/category.usecases"
import { settingsOf } from "../config/config.usecases"
import { lockPeople } from "../ledger/ledger.locking"
import { chargeDeletion, rewardUploads } from "../ledger/rewards.usecases"
import { requireUploadRight } from "../user/user.usecases"
import { userTable } from "../user/user.table"
import { convertJob, conversionPriority } from "./convert.jobs"
import { mayChange } from "./document.policy"
import { addDocument, changeDocument, findDocument, listCategoriesOf, lockDocuments } from "./document.repository"
import { documentTable } from "./document.table"

type Item = { attachment_id: number; title: string; price?: number; language?: string; keywords?: string; description?: string }

/** Turns received files into documents (`reference/api.md` D3). A file becomes one document, once. */
export const createDocuments = async (ctx: LoggedIn, input: { category_id?: number[]; document: Item[] }) => {
  const { review } = await requireUploadRight(ctx)
  // in memory before the transaction begins: inside it they would wait for a second connection
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    const ids = input.document.map((item) => item.attachment_id)
    const files = await ctx.db
      .select()
      .from(attachmentTable)
      .where(and(inArray(attachmentTable.id, ids), eq(attachmentTable.user_id, ctx.user!.id), eq(attachmentTable.type, AttachmentType.document), eq(attachmentTable.type_id, 0), isNull(attachmentTable.deleted_at)))
      .for("update")
    if (files.length !== new Set(ids).size || ids.length !== files.length) throw invalid("有文件没有传完，或已经提交过了，请重新上传")
    const lineage = await requireLineage(ctx, input.category_id ?? [], 0)
    await lockPeople(ctx, [ctx.user!.id])
    const created = []
    for (const item of input.document) created.push(await createOne(ctx as LoggedIn, item, files.find((file) => file.id === item.attachment_id)!, lineage, review))
    await countDocuments(ctx, ctx.user!.id, created.length)
    await rewardUploads(ctx, ctx.user!.id, created)
    await shiftDocumentCounts(ctx, lineage, created.length)
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
  return { id: row.id, uuid: row.uuid, title: row.title, status: row.status, attachment_id: file.id }
}

/** Soft: the row stays for the recycle bin, counts go down at once and the owners pay (`reference/api.md` 6.5). */
export const deleteDocuments = (ctx: LoggedIn, input: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockDocuments(ctx.db, input.id)
    if (!rows.length || !rows.every((row) => mayChange(ctx, row))) throw forbidden("文档不存在或没有删除权限")
    const ids = rows.map((row) => row.id)
    const owners = [...new Set(rows.map((row) => row.user_id))]
    await lockPeople(ctx, owners)
    await ctx.db.update(documentTable).set({ deleted_at: ctx.now(), deleted_user_id: ctx.user!.id, updated_at: ctx.now() }).where(inArray(documentTable.id, ids))
    for (const owner of owners) await countDocuments(ctx, owner, -rows.filter((row) => row.user_id === owner).length)
    for (const row of rows) await chargeDeletion(ctx, row.user_id, row)
    await dropCounts(ctx, (await listCategoriesOf(ctx.db, ids)).map((category) => category.id))
    for (const row of rows) await ctx.changed("document", row.uuid)
    return {}
  })

const countDocuments = (ctx: Ctx, userId: number, difference: number) =>
  ctx.db
    .update(userTable)
    .set({ doc_count: sql`greatest(0, ${userTable.doc_count} + ${difference})` })
    .where(eq(userTable.id, userId))

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

