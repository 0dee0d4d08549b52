import { SpiderDocumentStatus } from "@/lib/contract/collecting/spider.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { AppError, conflict, invalid } from "@/server/errors"
import { addDocumentFile } from "../../library/attachment/attachment.usecases"
import { createDocuments } from "../../library/document/document.usecases"
import { findFile } from "../../library/files/attachments.usecases"
import { lockBlobShared } from "../../library/files/blob.usecases"
import { onBehalfOf } from "../../people/user/on-behalf.usecases"
import { sameSentence } from "./download.usecases"
import { sentenceOf } from "./sentences.rules"
import { listNearPublished } from "./near-text.repository"
import { changeSpiderDocument, claimSpiderDocument, endStep, findSame, type SpiderDocumentRow } from "./spider-document.repository"

const leaseMs = 120_000
const { publishing, published, publishFailed } = SpiderDocumentStatus

/** Publishes a collected document. One transaction creates the document and sets the status, so repeated runs publish it only once. */
export const publishDocument = async (ctx: Ctx, { id }: { id: number }): Promise<void> => {
  const now = ctx.now()
  const row = await claimSpiderDocument(ctx.db, id, "publish", publishing, now, new Date(now.getTime() + leaseMs))
  if (!row) return
  try {
    const publisher = await onBehalfOf(ctx, row.user_id)
    await publisher.tx((ctx) => publishAs(ctx, row))
  } catch (error) {
    if (!(error instanceof AppError)) ctx.app.log.error({ error: String(error), spider_document: id }, "采集的文档没有发布")
    await endStep(ctx.db, row, "publishFailed", publishFailed, { error: sentenceOf(error).slice(0, 500), updated_at: ctx.now() })
  }
}

/** How far back the sweep of each minute looks, so that nothing is missed (ms). */
const nearWindowMs = 600_000

/** Reports published documents whose text nearly equals another one's; staff decide. The text exists only after conversion. */
export const noteNearTexts = async (ctx: Ctx): Promise<void> => {
  for (const { id, title } of await listNearPublished(ctx.db, new Date(ctx.now().getTime() - nearWindowMs)))
    await changeSpiderDocument(ctx.db, id, { error: `文字和《${title}》几乎相同，请确认是否重复`.slice(0, 500) })
}

const publishAs = async (ctx: LoggedIn, row: SpiderDocumentRow) => {
  const file = row.attachment_id ? await findFile(ctx, row.attachment_id) : null
  if (!file || !row.sha256) throw invalid("文件已经不在，请重新下载")
  if (!file.enable) throw conflict("文件已被标记为非法文件，禁止发布")
  await lockBlobShared(ctx.db, row.sha256)
  const same = await findSame(ctx.db, row.sha256, row.id)
  if (same) throw conflict(sameSentence(same.title))
  const { sha256, hash, size, ext } = file
  const attachment = await addDocumentFile(ctx, { sha256, hash, size, ext, name: `${row.title}${ext}`.slice(0, 255), user_id: ctx.user.id })
  const { document } = await createDocuments(ctx, {
    category_id: row.category_id,
    document: [{ attachment_id: attachment.id, title: row.title, price: row.price, language: row.language || undefined }],
  })
  const values = { document_id: document[0]!.id, error: "", updated_at: ctx.now() }
  if (!(await endStep(ctx.db, row, "published", published, values))) throw conflict("另一个任务正在发布这份文档")
}
