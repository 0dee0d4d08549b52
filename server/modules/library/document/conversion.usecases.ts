import { randomUUID } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { isReconverting } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { ConversionError, type Turn } from "@/server/ports/converter/converter.port"
import { untilRemoved } from "../files/blob-work.usecases"
import { findConversion, listDrawnPages } from "../files/drawing.usecases"
import { fileKey, pageKey } from "../files/storage-keys.rules"
import { settingsOf } from "../../site/settings/settings.usecases"
import { announce } from "./announcement.usecases"
import { conversionBudget } from "./conversion-budget.rules"
import { failConversion, finishConversion, settleConversion } from "./conversion-end.usecases"
import { previewLimit, recordPages, type Progress } from "./conversion-record.usecases"
import { targetOf, type Target } from "./conversion-target.usecases"
import { CoverState } from "./cover.rules"
import { drawTitleCover } from "./cover.usecases"
import type { DocumentRow } from "./document.repository"

/** Process deaths at the same page before a document fails (docs/reference/conversion.md 7). */
const maxDeaths = 3

/** How a conversion is interrupted, ended, and reported. */
export type Work = Progress & { turn: Turn; signal: AbortSignal }

/** Converts a claimed document to its end, over as many turns as needed. */
export const convertDocument = async (ctx: Ctx, row: DocumentRow, work: Work): Promise<void> => {
  await announce(ctx, row)
  const target = await targetOf(ctx, row)
  // Pages that are being removed must not be reused, and no new ones may be written among them.
  await untilRemoved(ctx.db, target.sha256)
  if (row.convert_deaths >= maxDeaths) return failConversion(ctx, row, target, "too_large", "转换这份文档时多次中断，已停止尝试")
  try {
    if (!(await reuse(ctx, row, target))) await draw(ctx, row, target, work)
  } catch (error) {
    await settleConversion(ctx, row, target, error, work.signal)
  }
}

/** Reuses an earlier conversion of the same content if it covers the pages that must be readable now. */
const reuse = async (ctx: Ctx, row: DocumentRow, target: Target): Promise<boolean> => {
  const { enable_convert_repeated_document, ...limits } = await settingsOf(ctx.app, "converter")
  const done = enable_convert_repeated_document ? null : await findConversion(ctx, target.sha256, target.version)
  if (!done || done.drawn < previewLimit(done.pages, limits)) return false
  if (!isReconverting(row.status)) await drawTitleCover(ctx, row.id, done.cover === CoverState.faint)
  await finishConversion(ctx, row, target, done, limits)
  return true
}

/** How many stored pages are looked at concurrently. */
const pagesAtOnce = 16

/** Returns the pages, with their texts, that an interrupted conversion has stored: this run continues after them. Page 1 is drawn again. */
const earlierPages = async (ctx: Ctx, target: Target): Promise<Map<number, string>> => {
  const rows = (await listDrawnPages(ctx, target)).filter(({ page }) => page > 1)
  const pages = new Map<number, string>()
  for (let at = 0; at < rows.length; at += pagesAtOnce) {
    const some = rows.slice(at, at + pagesAtOnce)
    // a machine that lost power may have lost files that were not yet on its disk
    const sizes = await Promise.all(some.map(({ page }) => ctx.app.storage.size(pageKey(target.sha256, target.version, page))))
    for (const [index, { page, text }] of some.entries()) if (sizes[index]) pages.set(page, text)
  }
  return pages
}

const draw = async (ctx: Ctx, row: DocumentRow, target: Target, work: Work): Promise<void> => {
  const { timeout, enable_ocr, sandbox_required, max_preview, max_preview_percent, max_pages } = await settingsOf(ctx.app, "converter")
  const limits = { max_preview, max_preview_percent, max_pages }
  const file = await ctx.app.storage.onDisk(fileKey(target.sha256, target.ext))
  if (!file) throw new ConversionError("corrupt")
  // The owner may choose another encoding between two runs of a reconversion.
  const earlier = isReconverting(row.status) ? new Map<number, string>() : await earlierPages(ctx, target)
  const workDir = join(ctx.app.dataDir, "tmp", "convert", randomUUID())
  await mkdir(workDir, { recursive: true })
  try {
    const events = ctx.app.converter.convert({
      file: file.path,
      ext: target.ext,
      encoding: target.encoding,
      workDir,
      maxPages: max_preview,
      maxLength: max_pages,
      timeoutMs: conversionBudget(target.size, timeout),
      signal: work.signal,
      turn: work.turn,
      ocr: enable_ocr,
      sandboxRequired: sandbox_required,
      drawnPages: new Set(earlier.keys()),
      waitingPages: () => (isReconverting(row.status) ? [] : ctx.app.wantedPages.pagesOf(row.uuid)),
    })
    const recorded = await recordPages(ctx, row, target, events, earlier, limits, work)
    await finishConversion(ctx, row, target, recorded, limits, recorded)
  } finally {
    // A folder that cannot be removed is swept later; it must not hide how the conversion ended.
    await rm(workDir, { recursive: true, force: true }).catch((error: unknown) =>
      ctx.app.log.warn({ err: error, document: row.id }, "转换用的文件夹没有删掉，清理时再删"),
    )
    await file.done()
  }
}
