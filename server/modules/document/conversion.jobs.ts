import { randomUUID } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { isReconverting } from "../../../lib/domain/document-status"
import type { Ctx } from "../../context"
import { job } from "../../jobs/job"
import { ConversionError } from "../../ports/converter/converter.port"
import { findConversion } from "../files/drawing.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { settingsOf } from "../settings/settings.usecases"
import { announce } from "./announcement.usecases"
import { failConversion, finishConversion, settleConversion } from "./conversion-end.usecases"
import { conversionPriority, redrawPriority } from "./conversion-priority.rules"
import { previewLimit, recordPages } from "./conversion-record.usecases"
import { targetOf, type Target } from "./conversion-target.usecases"
import { claimDocument, countUnderway, extendLease, listAbandoned } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/** Crashes of the process before a document fails (docs/reference/conversion.md 7). */
const maxDeaths = 3

export const convertJob = job<{ document_id: number }>({
  name: "convert-document",
  timeoutSeconds: 2 * 3600,
  retries: 2,
  concurrency: (env) => env.CONVERT_CONCURRENCY,
  run: (ctx, { document_id }, signal) => convertDocument(ctx, document_id, signal),
})

type Turn = {
  /** how many documents of its owner come before it; without it they are counted */
  waiting?: number
  /** behind everything that has no pages yet */
  reconvert?: boolean
  startAfterSeconds?: number
}

/** Enqueues a document's conversion in the transaction of the change; once per document. */
export const enqueueConversion = async (
  ctx: Ctx,
  { id, size, user_id }: Pick<DocumentRow, "id" | "size" | "user_id">,
  { waiting, reconvert = false, startAfterSeconds }: Turn = {},
): Promise<void> => {
  const priority = reconvert ? redrawPriority : conversionPriority(size, waiting ?? (await countUnderway(ctx.db, user_id, id)))
  await ctx.enqueue(convertJob, { document_id: id }, { key: String(id), priority, startAfterSeconds })
}

/** Enqueues abandoned documents again; a second job for the same document does nothing. */
export const sweepJob = job({
  name: "sweep-conversions",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => requeueAbandoned(ctx),
})

export const requeueAbandoned = async (ctx: Ctx): Promise<void> => {
  for (const row of await listAbandoned(ctx.db)) {
    await enqueueConversion(ctx, row, isReconverting(row.status) ? { reconvert: true } : { waiting: row.place })
  }
}

const convertDocument = async (ctx: Ctx, id: number, signal: AbortSignal): Promise<void> => {
  const row = await claimDocument(ctx.db, id)
  if (!row) return
  await announce(ctx, row)
  const target = await targetOf(ctx, row)
  if (row.convert_deaths >= maxDeaths) return failConversion(ctx, row, target, "too_large", "转换这份文档时多次中断，已停止尝试")
  const heart = setInterval(() => void extendLease(ctx.db, id).catch(() => undefined), 10_000)
  try {
    if (!(await reuse(ctx, row, target))) await draw(ctx, row, target, signal)
  } catch (error) {
    await settleConversion(ctx, row, target, error, signal, {
      again: (ctx) => enqueueConversion(ctx, row, { waiting: 0, startAfterSeconds: 5 }),
    })
  } finally {
    clearInterval(heart)
  }
}

/** The same content was converted before, as far as it is to be read now: nothing to draw. */
const reuse = async (ctx: Ctx, row: DocumentRow, target: Target): Promise<boolean> => {
  const { enable_convert_repeated_document, ...limits } = await settingsOf(ctx.app, "converter")
  const done = enable_convert_repeated_document ? null : await findConversion(ctx, target.sha256, target.version)
  if (!done || done.drawn < previewLimit(done.pages, limits)) return false
  await finishConversion(ctx, row, target, done, limits)
  return true
}

const draw = async (ctx: Ctx, row: DocumentRow, target: Target, signal: AbortSignal): Promise<void> => {
  const { timeout, max_preview, enable_ocr, ...rest } = await settingsOf(ctx.app, "converter")
  const limits = { max_preview, max_preview_percent: rest.max_preview_percent }
  const file = await ctx.app.storage.onDisk(fileKey(target.sha256, target.ext))
  if (!file) throw new ConversionError("corrupt")
  const workDir = join(ctx.app.dataDir, "tmp", "convert", randomUUID())
  await mkdir(workDir, { recursive: true })
  try {
    const events = ctx.app.converter.convert({
      file: file.path,
      ext: target.ext,
      workDir,
      maxPages: max_preview,
      timeoutMs: timeout * 60_000,
      signal,
      ocr: enable_ocr,
      wanted: () => (isReconverting(row.status) ? [] : ctx.app.wantedPages.pagesOf(row.uuid)),
    })
    const recorded = await recordPages(ctx, row, target, events, limits)
    await finishConversion(ctx, row, target, recorded, limits, recorded)
  } finally {
    await rm(workDir, { recursive: true, force: true })
    await file.done()
  }
}
