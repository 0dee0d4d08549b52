import type { z } from "zod"
import type { search as calls } from "@/lib/contract/library/search"
import type { Ctx, LoggedIn, Services } from "@/server/context"
import { rangeOf } from "@/lib/rules/day"
import { pageOf } from "@/server/db/listing"
import { settingsOf } from "../../site/settings/settings.usecases"
import { addRecords, deleteRecords, listRecords, listWords, type NewRecord } from "./record.repository"

/** Records are buffered this long (ms) and up to this number, then written together. A search never waits for them. */
const [flushMs, maxWaiting] = [2_000, 5_000]
type Waiting = { rows: NewRecord[]; timer: NodeJS.Timeout | null }
const memory = new WeakMap<Services, Waiting>()
const waitingOf = (app: Services): Waiting => {
  const cached = memory.get(app)
  if (cached) return cached
  const waiting: Waiting = { rows: [], timer: null }
  memory.set(app, waiting)
  app.onStop(() => flushRecords(app))
  return waiting
}

/** Writes the buffered search records. */
export const flushRecords = async (app: Services): Promise<void> => {
  const waiting = waitingOf(app)
  if (waiting.timer) clearTimeout(waiting.timer)
  waiting.timer = null
  const rows = waiting.rows.splice(0)
  if (!rows.length) return
  await addRecords(app.database.db, rows).catch((error: unknown) => app.log.warn({ err: error }, "搜索记录没有写下"))
}

type Searched = { type: number; wd: string; total: number; page: number; seconds: number }

/** Records a search, if the site keeps search records. */
export const recordSearch = async (ctx: Ctx, { type, wd, total, page, seconds }: Searched): Promise<void> => {
  const { search_record_retention_days } = await settingsOf(ctx.app, "security")
  if (search_record_retention_days <= 0 || ctx.request.prefetch) return
  const waiting = waitingOf(ctx.app)
  if (waiting.rows.length >= maxWaiting) return
  waiting.rows.push({
    user_id: ctx.user?.id ?? 0,
    type,
    keywords: [...wd.replace(/\s+/g, " ").trim()].slice(0, 64).join(""),
    total,
    page,
    spend_time: seconds,
    ip: ctx.request.ip.slice(0, 64),
    user_agent: ctx.request.user_agent.slice(0, 512),
    created_at: ctx.now(),
  })
  if (ctx.app.stopping()) await flushRecords(ctx.app)
  else waiting.timer ??= setTimeout(() => void flushRecords(ctx.app), flushMs).unref()
}

type ListInput = z.output<(typeof calls)["GET /searchrecord/list"]["input"]>
type WordsInput = z.output<(typeof calls)["GET /searchrecord/words"]["input"]>

/** Lists searches, newest first, including those that this process has buffered. */
export const readRecords = async (ctx: LoggedIn, { created_at, order, ...filter }: ListInput) => {
  await flushRecords(ctx.app)
  const { rows, total } = await listRecords(ctx.db, { ...filter, ...rangeOf(created_at) }, order, pageOf(filter, 100))
  return {
    total,
    search_record: rows.map((row) => ({ ...row, spend_time: Math.round(row.spend_time * 1000) / 1000, updated_at: row.created_at })),
  }
}

/** Lists what users search for, and which searches have no results. */
export const readWords = async (ctx: LoggedIn, { created_at, is_empty, ...paging }: WordsInput) => {
  await flushRecords(ctx.app)
  const { rows, total } = await listWords(ctx.db, { is_empty, ...rangeOf(created_at) }, pageOf(paging, 100))
  return { total, word: rows }
}

export const removeRecords = async (ctx: LoggedIn, { id }: { id: number[] }): Promise<Record<string, never>> => {
  await deleteRecords(ctx.db, id)
  return {}
}
