import { rm } from "node:fs/promises"
import { supportedExtensions } from "@/lib/contract/library/document.formats"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { SpiderDocumentStatus } from "@/lib/contract/collecting/spider.enums"
import type { Ctx } from "@/server/context"
import { AppError, invalid } from "@/server/errors"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { mayCarryHeaders, WebError, type WebAnswer } from "@/server/ports/web/web.port"
import { requireCleanFile } from "../../library/attachment/virus.usecases"
import { requireAllowedBlob } from "../../library/attachment/attachment.usecases"
import { requireDiskSpace } from "../../library/attachment/quota.usecases"
import { measureFile, temporaryPath } from "../../library/attachment/incoming-file.usecases"
import { addAttachment } from "../../library/files/attachments.usecases"
import { noteReturn } from "../../library/document/stored-file.policy"
import { storeBlob } from "../../library/files/blob-work.usecases"
import { fileKey } from "../../library/files/storage-keys.rules"
import { settingsOf } from "../../site/settings/settings.usecases"
import { extOfAnswer, isDeclaredPage } from "./kinds.rules"
import { nameOfAttachment, proposedTitle } from "./names.rules"
import { Impolite, politely } from "./politeness.usecases"
import { headersOf } from "./secrets.rules"
import { loginSentence, sentenceOf } from "./sentences.rules"
import { claimSpiderDocument, endStep, findSame, type SpiderDocumentRow } from "./spider-document.repository"
import { findSpiderUrl } from "./spider-url.repository"

const timeoutMs = 300_000
/** Longer than a download may take, including the wait for its turn. */
const leaseMs = 600_000

const { downloading, downloaded, downloadFailed } = SpiderDocumentStatus

/**
 * Downloads the file of one collected document. Returns true if it must be retried later; a killed download restarts from the beginning.
 */
export const fetchDocument = async (ctx: Ctx, { id }: { id: number }, signal: AbortSignal): Promise<boolean> => {
  const now = ctx.now()
  const row = await claimSpiderDocument(ctx.db, id, "fetch", downloading, now, new Date(now.getTime() + leaseMs))
  if (!row) return false
  const path = await temporaryPath(ctx.app)
  try {
    const answer = await save(ctx, row, path, signal)
    await keepFile(ctx, row, answer, path)
    return false
  } catch (error) {
    if (signal.aborted || (error instanceof Impolite && error.later)) {
      await endStep(ctx.db, row, "fetch", SpiderDocumentStatus.downloading, {})
      return true
    }
    const isExpected = [WebError, AppError, ConversionError, Impolite].some((kind) => error instanceof kind)
    if (!isExpected) ctx.app.log.error({ error: String(error), spider_document: id }, "采集的文件没有保存下来")
    await endStep(ctx.db, row, "fetchFailed", downloadFailed, { error: sentenceOf(error).slice(0, 500), updated_at: ctx.now() })
    return false
  } finally {
    await rm(path, { force: true })
  }
}

const save = async (ctx: Ctx, row: SpiderDocumentRow, path: string, signal: AbortSignal): Promise<WebAnswer> => {
  const { max_document_size } = await settingsOf(ctx.app, "security")
  const maxBytes = max_document_size * 1024 * 1024
  await requireDiskSpace(ctx.app, maxBytes)
  const source = row.spider_url_id ? await findSpiderUrl(ctx.db, row.spider_url_id) : null
  const proxy = source?.proxy || undefined
  return ctx.app.web.save(row.url, path, {
    maxBytes,
    timeoutMs,
    signal,
    proxy,
    headers: source && mayCarryHeaders(source.url, row.url) ? (headersOf(source.headers) ?? {}) : {},
    before: (url) => politely(ctx, url, { signal, proxy }),
  })
}

/** Checks and stores the bytes first; one transaction then records the file. */
const keepFile = async (ctx: Ctx, row: SpiderDocumentRow, answer: WebAnswer, path: string) => {
  const { max_document_size } = await settingsOf(ctx.app, "security")
  const attachment = nameOfAttachment(answer.disposition) || row.title_from_attachment
  const ext = extOfAnswer(answer, attachment)
  if (isDeclaredPage(answer)) throw invalid(loginSentence)
  if (!ext || !supportedExtensions.includes(ext)) throw invalid("下载到的不是可以转换的文档")
  const { sha256, md5, size } = await measureFile(path, max_document_size)
  if (!size) throw invalid("下载到的文件是空的")
  const name = (attachment || `${row.title || row.title_from_url || "采集文档"}${ext}`).slice(0, 255)
  await requireAllowedBlob(ctx, sha256)
  await requireCleanFile(ctx, { path, sha256, md5, size }, { name, ext, type: AttachmentType.crawler, type_id: row.id })
  await ctx.app.converter.inspect(path, ext)
  await requireAllowedBlob(ctx, sha256)
  const key = fileKey(sha256, ext)
  const store = () => ctx.app.storage.take(key, path, true)
  await storeBlob(ctx, { sha256, key }, store, async (ctx) => {
    await requireAllowedBlob(ctx, sha256)
    await noteReturn(ctx, { sha256, ext })
    const now = ctx.now()
    const file = await addAttachment(ctx, {
      type: AttachmentType.crawler,
      type_id: row.id,
      user_id: 0,
      path: `/${key}`,
      ...{ sha256, hash: md5, size, name, ext, created_at: now, updated_at: now },
    })
    const same = await findSame(ctx.db, sha256, row.id)
    const values = {
      ...{ sha256, size, ext, attachment_id: file.id, save_path: key, title_from_attachment: attachment.slice(0, 255) },
      title: row.title || proposedTitle({ href: row.title_from_href, attachment, url: row.title_from_url }),
      content_type: answer.type.slice(0, 255),
      error: same ? sameSentence(same.title) : "",
      updated_at: now,
    }
    // Staff may have deleted the row during the download; this transaction then rolls back the file's row.
    if (!(await endStep(ctx.db, row, "fetched", downloaded, values))) throw invalid("这份文档已经删除")
  })
}

export const sameSentence = (title: string): string => `站内已有相同的文件：《${title}》`
