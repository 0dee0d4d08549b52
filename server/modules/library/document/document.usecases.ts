import { randomBytes } from "node:crypto"
import { and, eq, inArray, isNull } from "drizzle-orm"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { afterRestart, isInReview, mayRetry } from "@/lib/rules/library/document-status"
import { isForEverybody } from "@/lib/rules/library/document-visibility"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, invalid, notFound } from "@/server/errors"
import { requireAllowedBlob } from "../attachment/attachment.usecases"
import { shiftDocumentCounts } from "../category/category.usecases"
import { dropCounts, requireLineage } from "../category/counts.usecases"
import { attachmentTable } from "../files/attachment.table"
import { changeFile, type AttachmentRow } from "../files/attachments.usecases"
import { lockBlobShared } from "../files/blob.usecases"
import { findLatestConversion, findSharedConversion } from "../files/drawing.usecases"
import { requireLanguage } from "../language/language.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { chargeDeletion, deletionCost, recordUploads, rewardUploads } from "../../money/ledger/rewards.usecases"
import { checkTexts, type Checked } from "../../community/sensitive-word/check.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import { userTable } from "../../people/user/user.table"
import { requireUploadRight } from "../../people/user/rights.policy"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { aboutDocument } from "./announcement.usecases"
import { enqueueConversion } from "./conversion.jobs"
import { mayDelete } from "./document.policy"
import { addDocument, changeDocument, findDocument, listCategoriesOf, lockDocuments, type DocumentRow } from "./document.repository"
import { documentTable } from "./document.table"
import { noteReturn } from "./stored-file.policy"
import { requireUploadsLeft } from "../attachment/upload-allowance.policy"
import { replaceAllowedGroups } from "./visibility.repository"
import { requireAudience, type Audience, type VisibilityChoice } from "./visibility.usecases"
import { offersVip } from "./vip.usecases"

type Item = {
  attachment_id: number
  title: string
  price?: number
  language?: string
  keywords?: string
  description?: string
  is_vip?: boolean
} & VisibilityChoice

/**
 * Creates documents from received files (docs/reference/api.md 2.5). A file becomes one document only: a repeated request, sent because the
 * response got lost, returns the existing document.
 */
export const createDocuments = async (ctx: LoggedIn, input: { category_id?: number[]; document: Item[] }) => {
  const { review } = await requireUploadRight(ctx)
  // Loads settings into memory before the transaction; inside it, loading would wait for a second connection.
  await settingsOf(ctx.app, "score")
  const [languageOf, vip] = await Promise.all([requireLanguage(ctx), offersVip(ctx)])
  const checks = await checkItems(ctx, input.document)
  return ctx.tx(async (ctx) => {
    const { files, before } = await takeFiles(
      ctx,
      input.document.map((item) => item.attachment_id),
    )
    const fresh = input.document.filter((item) => files.some((file) => file.id === item.attachment_id))
    if (!fresh.length) return { document: before }
    const lineage = await requireLineage(ctx, input.category_id ?? [], 0)
    const audienceOf = await requireAudience(ctx, lineage)
    const audiences = fresh.map(audienceOf)
    await lockPeople(ctx, [ctx.user!.id])
    await requireUploadsLeft(ctx, files.length)
    // Lock in the common order to avoid deadlocks.
    for (const sha256 of [...new Set(files.map((file) => file.sha256))].toSorted()) {
      await lockBlobShared(ctx.db, sha256)
      // The content may have been banned since it was uploaded.
      await requireAllowedBlob(ctx, sha256)
    }
    for (const file of files) await noteReturn(ctx, file)
    const created = []
    for (const [index, item] of fresh.entries()) {
      const file = files.find((one) => one.id === item.attachment_id)!
      const checked = checks.get(item)!
      const texts = { ...item, ...checked.texts }
      const one = await createOne(ctx, { ...texts, language: languageOf(item.language), is_vip: vip && item.is_vip === true }, file, {
        categories: lineage,
        review: review || checked.review,
        audience: audiences[index]!,
      })
      await checked.record(ctx, one.id)
      created.push(one)
    }
    await changeUserCounts(ctx, [ctx.user!.id], { doc_count: created.length })
    // An upload is rewarded when it is published (docs/decisions/171).
    const published = created.filter((_, index) => isForEverybody(audiences[index]!))
    const reviewed = created.filter((_, index) => review || checks.get(fresh[index]!)!.review)
    const later = created.filter((one) => reviewed.includes(one) || !published.includes(one))
    await recordUploads(ctx, ctx.user!.id, later)
    const rewarded = published.filter((one) => !reviewed.includes(one))
    if (!review) await rewardUploads(ctx, ctx.user!.id, rewarded)
    await shiftDocumentCounts(ctx, lineage, published.length)
    await tellWebhooks(ctx, "document.created", created.map(aboutDocument))
    return { document: [...before, ...created] }
  })
}

type ItemTexts = { title: string; keywords: string | undefined; description: string | undefined }

/** Checks the texts of all files of an upload; a refusal names the file's field. */
const checkItems = async (ctx: Ctx, items: readonly Item[]): Promise<Map<Item, Checked<ItemTexts>>> => {
  const checks = new Map<Item, Checked<ItemTexts>>()
  for (const [at, item] of items.entries()) {
    const { title, keywords, description } = item
    const fieldName = (field: string) => `document.${at}.${field}`
    checks.set(item, await checkTexts(ctx, HitKind.document, { title, keywords, description }, { fieldName }))
  }
  return checks
}

type Made = { id: number; uuid: string; title: string; status: number; attachment_id: number }

/** Locks the user's uploaded files: returns those that become documents now, and the existing documents of the others. */
const takeFiles = async (ctx: Ctx, ids: number[]) => {
  const all = await ctx.db
    .select()
    .from(attachmentTable)
    .where(
      and(
        inArray(attachmentTable.id, ids),
        eq(attachmentTable.user_id, ctx.user!.id),
        eq(attachmentTable.type, AttachmentType.document),
        eq(attachmentTable.enable, true),
        isNull(attachmentTable.deleted_at),
      ),
    )
    .for("update")
  const used = all.filter((file) => file.type_id > 0)
  const rows = used.length
    ? await ctx.db
        .select()
        .from(documentTable)
        .where(
          and(
            inArray(
              documentTable.id,
              used.map((file) => file.type_id),
            ),
            eq(documentTable.user_id, ctx.user!.id),
            isNull(documentTable.deleted_at),
          ),
        )
    : []
  const before = used.flatMap(({ id, type_id }): Made[] =>
    rows.filter((row) => row.id === type_id).map(({ uuid, title, status }) => ({ id: type_id, uuid, title, status, attachment_id: id })),
  )
  if (new Set(ids).size !== ids.length || all.length !== ids.length || before.length !== used.length)
    throw invalid("有文件没有传完，或它的文档已经删除，请重新上传", "document")
  return { files: all.filter((file) => file.type_id === 0), before }
}

type NewDocumentOptions = { categories: number[]; review: boolean; audience: Audience }

/** Returns the version that a new document displays: pages whose encoding an owner chose are only that document's. */
export const versionOfNew = async (ctx: Ctx, sha256: string): Promise<number> =>
  (await findSharedConversion(ctx, sha256)) || (await findLatestConversion(ctx, sha256)) + 1

const createOne = async (
  ctx: LoggedIn,
  item: Item & { language: string },
  file: AttachmentRow,
  { categories, review, audience }: NewDocumentOptions,
) => {
  const row = await addDocument(
    ctx.db,
    {
      uuid: randomBytes(8).toString("hex"),
      title: item.title,
      keywords: item.keywords ?? "",
      description: item.description ?? "",
      price: item.price ?? 0,
      is_vip: item.is_vip ?? false,
      language: item.language,
      user_id: ctx.user.id,
      attachment_id: file.id,
      sha256: file.sha256,
      version: await versionOfNew(ctx, file.sha256),
      size: file.size,
      ext: file.ext,
      status: review ? DocumentStatus.reviewing : DocumentStatus.pending,
      draw_in_review: review,
      in_first_review: review || !isForEverybody(audience),
      visibility: audience.visibility,
    },
    categories,
  )
  await replaceAllowedGroups(ctx.db, [row.id], audience.groups)
  await changeFile(ctx, file.id, { type_id: row.id, updated_at: ctx.now() })
  await enqueueConversion(ctx, row)
  await ctx.changed("arrived", row.uuid, row.user_id)
  return { id: row.id, uuid: row.uuid, title: row.title, status: row.status, attachment_id: file.id }
}

/** Soft-deletes documents: counts are lowered at once and the owners are charged (docs/reference/api.md 6.5). */
export const deleteDocuments = (ctx: LoggedIn, input: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockDocuments(ctx.db, input.id)
    if (!rows.length || !rows.every((row) => mayDelete(ctx, row))) throw forbidden("文档不存在或没有删除权限")
    await removeRows(ctx, rows, true)
    return {}
  })

/** Moves documents to the recycle bin without an ownership check; the owner is not charged. Call it in a transaction. */
export const removeDocuments = async (ctx: LoggedIn, ids: number[]): Promise<void> => {
  if (ids.length) await removeRows(ctx, await lockDocuments(ctx.db, ids), false)
}

const removeRows = async (ctx: LoggedIn, rows: DocumentRow[], charged: boolean): Promise<void> => {
  const ids = rows.map((row) => row.id)
  const owners = [...new Set(rows.map((row) => row.user_id))]
  await lockPeople(ctx, owners)
  const at = ctx.now()
  await ctx.db
    .update(documentTable)
    .set({ deleted_at: at, deleted_user_id: ctx.user.id, updated_at: at })
    .where(inArray(documentTable.id, ids))
  for (const owner of owners) await changeUserCounts(ctx, [owner], { doc_count: -rows.filter((row) => row.user_id === owner).length })
  if (charged) for (const row of rows) await chargeDeletion(ctx, row.user_id, row, at)
  await dropCounts(
    ctx,
    (
      await listCategoriesOf(
        ctx.db,
        rows.filter(isForEverybody).map((row) => row.id),
      )
    ).map((category) => category.id),
  )
  for (const row of rows) await ctx.changed("document", row.uuid, row.user_id)
  await tellWebhooks(ctx, "document.deleted", rows.map(aboutDocument))
}

/** Returns what a deletion costs the owners, in credits, and for how many days it can be undone. */
export const readDeletion = async (ctx: LoggedIn, { id }: { id: number[] }) => {
  const rows = (await Promise.all(id.map((one) => findDocument(ctx.db, { id: one })))).filter((row) => row !== null)
  if (!rows.length || !rows.every((row) => mayDelete(ctx, row))) throw forbidden("文档不存在或没有删除权限")
  const owners = await ctx.db
    .select({ id: userTable.id, credit_count: userTable.credit_count })
    .from(userTable)
    .where(
      inArray(
        userTable.id,
        rows.map((row) => row.user_id),
      ),
    )
  let credit = 0
  for (const owner of owners) credit += await deletionCost(ctx, rows.filter((row) => row.user_id === owner.id).length, owner.credit_count)
  return { credit, days: (await settingsOf(ctx.app, "security")).recycle_days }
}

/** Restarts a failed conversion. */
export const retryConversion = (ctx: LoggedIn, input: { id: number }) =>
  ctx.tx(async (ctx) => {
    const row = await findDocument(ctx.db, input)
    if (!row || !mayDelete(ctx, row)) throw notFound("文档不存在")
    if (!mayRetry(row.status, row.convert_reason !== "")) throw invalid("这份文档不需要重新转换")
    await restartConversion(ctx, row)
    return {}
  })

/** Queues a conversion that produced nothing again. The caller has asked `mayRetry`. */
export const restartConversion = async (ctx: LoggedIn, row: DocumentRow): Promise<void> => {
  const status = afterRestart(row.status)
  const draw_in_review = isInReview(status)
  await changeDocument(ctx.db, row.id, {
    status,
    draw_in_review,
    convert_reason: "",
    convert_error: "",
    convert_deaths: 0,
    lease_until: null,
  })
  await enqueueConversion(ctx, row)
  await ctx.changed("document", row.uuid, row.user_id)
}
