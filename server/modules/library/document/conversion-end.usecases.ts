import { setTimeout as pause } from "node:timers/promises"
import { ErrorCode } from "@/lib/contract/error-code"
import { afterFailure, afterRestart, isReadable, isReconverting } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { AppError, isConnectionLost } from "@/server/errors"
import { ConversionError, type ConversionReason } from "@/server/ports/converter/converter.port"
import { changeFile } from "../files/attachments.usecases"
import { lockBlobShared } from "../files/blob.usecases"
import { addConversion, setTextBands } from "../files/drawing.usecases"
import { removeDrawing } from "../files/sweep.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { aboutDocument, announce } from "./announcement.usecases"
import { previewOf, type Limits, type ConversionRecord } from "./conversion-record.usecases"
import type { Target } from "./conversion-target.usecases"
import { enqueueConversion } from "./conversion.jobs"
import { enqueueTitleCovers } from "./cover.jobs"
import { endConversion, finishDocuments, switchDocument, dropReplacement, findReplacement, retrySeconds } from "./conversion.repository"
import { withdrawsPages } from "./document.policy"
import type { DocumentRow } from "./document.repository"
import { isCopyOfBanned } from "./near-copies.usecases"
import { refuseDocument } from "./review.usecases"
import { enqueueDocumentSafety } from "./safety-check.jobs"
import { enqueueTextChecks } from "./text-check.jobs"
import { listVersions } from "./version.repository"

type Drawn = Pick<ConversionRecord, "pages" | "drawn" | "blocks" | "width" | "height">

/** Publishes a conversion whose pages are complete. `recorded` describes them if they were rendered just now. */
export const finishConversion = (
  ctx: Ctx,
  row: DocumentRow,
  target: Target,
  { pages, drawn, blocks, width, height }: Drawn,
  limits: Limits,
  recorded?: ConversionRecord,
): Promise<void> =>
  ctx.tx(async (ctx) => {
    const { sha256, version, ext, size, attachment_id } = target
    await lockBlobShared(ctx.db, sha256)
    if (recorded) {
      const { cover, warnings, outline, keywords, text_length, no_copy, bands } = recorded
      await addConversion(ctx, {
        sha256,
        version,
        pages,
        drawn,
        blocks,
        width,
        height,
        cover,
        warnings: warnings.join("\n"),
        outline,
        keywords,
        text_length,
        no_copy,
        encoding: target.encoding,
        ink: true,
      })
      await setTextBands(ctx, sha256, bands)
    }
    const values = {
      pages,
      width,
      height,
      preview: previewOf(pages, drawn, limits),
      converted_pages: drawn,
      blocks,
      block_preview: blocks && previewOf(blocks, blocks, limits),
    }
    // the encoding of a new file is detected again
    const fileChange = target.replaces ? { encoding: "" } : {}
    const rows = await finishDocuments(ctx.db, sha256, version, values)
    if (isReconverting(row.status))
      rows.push(...(await switchDocument(ctx.db, row.id, { ...values, sha256, version, ext, size, attachment_id, ...fileChange })))
    // a document that was public stays with the reviewer who published it, who also decides about its new pages
    if (!isReconverting(row.status) && (await isCopyOfBanned(ctx, sha256))) {
      for (const one of rows) await refuseDocument(ctx, one, "内容和本站封禁的文件几乎一样")
      return
    }
    for (const one of rows) await announce(ctx, one, "arrived")
    const after = rows.find(({ id }) => id === row.id)
    if (after && withdrawsPages(row, after)) await ctx.changed("images", row.uuid, row.user_id)
    await tellWebhooks(ctx, "document.converted", rows.map(aboutDocument))
    // A document that was rendered again was public before.
    const published = rows.filter(({ id, status }) => isReadable(status) && !(id === row.id && isReconverting(row.status)))
    await tellWebhooks(ctx, "document.published", published.map(aboutDocument))
    // Includes documents that share the content, or now show another one.
    await enqueueTitleCovers(ctx, rows)
    await enqueueTextChecks(ctx, rows)
    await enqueueDocumentSafety(ctx, rows)
  })

/** How long a slot waits for a storage that does not answer, before the document is tried again (ms). */
const storageRetryMs = 5_000

/** Ends a failed run: records the reason, or leaves the document in the queue if the process is stopping. */
export const settleConversion = async (ctx: Ctx, row: DocumentRow, target: Target, error: unknown, signal: AbortSignal): Promise<void> => {
  const status = afterRestart(row.status)
  if (signal.aborted || ctx.app.stopping()) return void (await endConversion(ctx.db, row, { status, lease_until: null }))
  // Not caused by the file: the document returns to the queue.
  if (isConnectionLost(error)) throw error
  if (error instanceof AppError && error.code === ErrorCode.unavailable) {
    await pause(storageRetryMs, undefined, { signal }).catch(() => undefined)
    throw error
  }
  if (!(error instanceof ConversionError)) {
    ctx.app.log.error({ err: error, document: row.id }, "转换出错")
    // An internal error says nothing about the file: it is retried and counts like a crash.
    return ctx.tx(async (ctx) => {
      const lease_until = new Date(Date.now() + retrySeconds * 1000)
      if (await endConversion(ctx.db, row, { status, lease_until, convert_deaths: row.convert_deaths + 1 }))
        await enqueueConversion(ctx, row, retrySeconds + 1)
    })
  }
  if (missingProgram.has(error.reason)) return waitForProgram(ctx, row, status, error)
  return failConversion(ctx, row, target, error.reason, error.message)
}

/** Reasons for which a document waits until staff install a program. */
const missingProgram: ReadonlySet<ConversionReason> = new Set(["need_office", "need_heif", "need_sandbox"])

/** Marks a conversion as failed. A failed reconversion keeps pages and file, with the reason for the owner. */
export const failConversion = async (
  ctx: Ctx,
  row: DocumentRow,
  target: Target,
  reason: ConversionReason,
  message: string,
): Promise<void> => {
  const isReconversion = isReconverting(row.status)
  await ctx.tx(async (ctx) => {
    const status = afterFailure(row.status)
    const convert_error = isReconversion
      ? `${target.replaces ? "新文件没有转换成" : "没有重新转换成"}：${message}。现在显示的还是原来的页面`
      : message
    const ended = {
      status,
      convert_reason: isReconversion ? "" : reason,
      convert_error,
      lease_until: null,
      draw_in_review: false,
      convert_first: false,
    }
    if (!(await endConversion(ctx.db, row, ended))) return
    if (isReconversion && target.replaces) await giveUpReplacement(ctx, row)
    await announce(ctx, { ...row, ...ended }, "arrived")
    await tellWebhooks(ctx, "document.failed", [aboutDocument({ ...row, status })])
    await enqueueTitleCovers(ctx, [row])
  })
  if (isReconversion) await removeDrawing({ db: ctx.app.database.db, storage: ctx.app.storage }, target)
}

/** Keeps the document waiting, but downloadable, until the missing program is installed. */
const waitForProgram = (ctx: Ctx, row: DocumentRow, status: number, { reason, message: convert_error }: ConversionError) =>
  ctx.tx(async (ctx) => {
    if (!(await endConversion(ctx.db, row, { status, convert_reason: reason, convert_error, lease_until: null }))) return
    await announce(ctx, { ...row, status, convert_error }, "arrived")
  })

/** Discards a replacement that could not be converted; the next sweep removes its file, unless it is that of an earlier version. */
const giveUpReplacement = async (ctx: Ctx, row: Pick<DocumentRow, "id" | "attachment_id">): Promise<void> => {
  const next = await findReplacement(ctx.db, row)
  if (!next) return
  await dropReplacement(ctx.db, next.id)
  const earlier = (await listVersions(ctx.db, row.id)).some(({ attachment_id }) => attachment_id === next.attachment_id)
  if (!earlier) await changeFile(ctx, next.attachment_id, { deleted_at: ctx.now() })
}
