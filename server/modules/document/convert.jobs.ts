import { randomUUID } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { DocumentStatus } from "../../../lib/contract/enums"
import type { Ctx } from "../../context"
import { isConnectionLost } from "../../db/client"
import { job } from "../../jobs/job"
import { ConversionError, type ConversionReason } from "../../ports/converter/converter.port"
import { fileKey } from "../attachment/attachment.usecases"
import { settingsOf } from "../config/config.usecases"
import { announce } from "./convert.announce"
import { addConversion, claimDocument, extendLease, findConversion, finishDocuments, listAbandoned } from "./convert.repository"
import { recordPages } from "./convert.recording"
import { changeDocument, type DocumentRow } from "./document.repository"

/** Small files first: their owners wait at the screen. */
export const conversionPriority = (bytes: number): number => (bytes < 1_000_000 ? 30 : bytes < 10_000_000 ? 20 : 10)

/** A file that took its process down this often is left alone (`reference/pipeline.md` §6). */
const mostDeaths = 5

export const convertJob = job<{ document_id: number }>({
  name: "convert-document",
  timeoutSeconds: 2 * 3600,
  retries: 2,
  concurrency: (env) => env.CONVERT_CONCURRENCY,
  run: (ctx, { document_id }, signal) => convertDocument(ctx, document_id, signal),
})

/** Finds what nobody works on and hands it to the queue again; a second job for the same document does nothing. */
export const sweepJob = job({
  name: "sweep-conversions",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => requeueAbandoned(ctx),
})

export const requeueAbandoned = async (ctx: Ctx): Promise<void> => {
  for (const { id, size } of await listAbandoned(ctx.db)) await ctx.enqueue(convertJob, { document_id: id }, { key: String(id), priority: conversionPriority(size) })
}

const convertDocument = async (ctx: Ctx, id: number, signal: AbortSignal): Promise<void> => {
  const row = await claimDocument(ctx.db, id)
  if (!row) return
  await announce(ctx, row)
  if (row.convert_deaths >= mostDeaths) return failDocument(ctx, row, "too_large", "转换这份文档时多次中断，已停止尝试")
  const heart = setInterval(() => void extendLease(ctx.db, id).catch(() => undefined), 10_000)
  try {
    if (!(await reuse(ctx, row))) await draw(ctx, row, signal)
  } catch (error) {
    await settle(ctx, row, error, signal)
  } finally {
    clearInterval(heart)
  }
}

/** The same content was converted before: nothing to draw. */
const reuse = async (ctx: Ctx, row: DocumentRow): Promise<boolean> => {
  const { enable_convert_repeated_document } = await settingsOf(ctx.app, "converter")
  const done = enable_convert_repeated_document ? null : await findConversion(ctx.db, row.sha256, row.version)
  if (!done) return false
  await finish(ctx, row, { pages: done.pages, drawn: done.drawn, width: done.width, height: done.height, warnings: [] })
  return true
}

const draw = async (ctx: Ctx, row: DocumentRow, signal: AbortSignal): Promise<void> => {
  const { timeout, max_preview, max_preview_percent } = await settingsOf(ctx.app, "converter")
  const file = await ctx.app.storage.onDisk(fileKey(row.sha256, row.ext))
  if (!file) throw new ConversionError("corrupt")
  const workDir = join(ctx.app.dataDir, "tmp", "convert", randomUUID())
  await mkdir(workDir, { recursive: true })
  try {
    const events = ctx.app.converter.convert({
      file: file.path,
      ext: row.ext,
      workDir,
      maxPages: max_preview,
      timeoutMs: timeout * 60_000,
      signal,
      hint: () => ctx.app.waiting.pageOf(row.uuid),
    })
    await finish(ctx, row, await recordPages(ctx, row, events, { max_preview, max_preview_percent }))
  } finally {
    await rm(workDir, { recursive: true, force: true })
    await file.done()
  }
}

type Drawn = { pages: number; drawn: number; width: number; height: number; warnings: string[] }

const finish = (ctx: Ctx, row: DocumentRow, { warnings, ...result }: Drawn): Promise<void> =>
  ctx.tx(async (ctx) => {
    const preview = result.drawn < result.pages ? result.drawn : 0
    await addConversion(ctx.db, { sha256: row.sha256, version: row.version, ...result, warnings: warnings.join("\n") })
    const { drawn, ...size } = result
    const rows = await finishDocuments(ctx.db, row.sha256, row.version, { ...size, preview, converted_pages: drawn })
    for (const one of rows) await announce(ctx, one)
  })

/** What a failed run leaves behind: its reason for the owner, or the document in the queue when the process is stopping. */
const settle = async (ctx: Ctx, row: DocumentRow, error: unknown, signal: AbortSignal): Promise<void> => {
  if (signal.aborted || ctx.app.stopping()) {
    await changeDocument(ctx.db, row.id, { status: DocumentStatus.pending, lease_until: null })
    return
  }
  // not the file's fault: the lease runs out and the document is taken up again
  if (isConnectionLost(error)) throw error
  if (!(error instanceof ConversionError)) {
    ctx.app.log.error({ err: error, document: row.id }, "转换出错")
    return tryLater(ctx, row)
  }
  if (error.reason === "need_office") return waitForOffice(ctx, row, error.message)
  return failDocument(ctx, row, error.reason, error.message)
}

/** A fault of ours says nothing about the file: it is tried again, and counts like a death of the process. */
const tryLater = (ctx: Ctx, row: DocumentRow): Promise<void> =>
  ctx.tx(async (ctx) => {
    await changeDocument(ctx.db, row.id, { status: DocumentStatus.pending, lease_until: null, convert_deaths: row.convert_deaths + 1 })
    await ctx.enqueue(convertJob, { document_id: row.id }, { key: String(row.id), priority: conversionPriority(row.size), startAfterSeconds: 5 })
  })

const failDocument = (ctx: Ctx, row: DocumentRow, convert_reason: ConversionReason, convert_error: string) =>
  ctx.tx(async (ctx) => {
    const status = DocumentStatus.failed
    await changeDocument(ctx.db, row.id, { status, convert_reason, convert_error, lease_until: null })
    await announce(ctx, { ...row, status, convert_error })
  })

/** Kept waiting, downloadable meanwhile; taken up by itself once the program is installed. */
const waitForOffice = (ctx: Ctx, row: DocumentRow, convert_error: string) =>
  ctx.tx(async (ctx) => {
    const status = DocumentStatus.pending
    await changeDocument(ctx.db, row.id, { status, convert_reason: "need_office", convert_error, lease_until: null })
    await announce(ctx, { ...row, status, convert_error })
  })
