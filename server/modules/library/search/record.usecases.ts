import { LRUCache } from "lru-cache"
import type { z } from "zod"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import type { search as calls } from "@/lib/contract/library/search"
import type { Ctx, LoggedIn, Services } from "@/server/context"
import { rangeOf } from "@/lib/rules/day"
import { isRobot } from "@/lib/rules/site/crawlers"
import { pageOf } from "@/server/db/listing"
import { invalid } from "@/server/errors"
import { networkOf } from "@/server/security/network"
import { signToken, verifyToken } from "@/server/security/token"
import { visitorOf } from "../../operations/daily-count/view-counts.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { hitsOf } from "../../community/sensitive-word/check.usecases"
import { noteRefusedHits } from "../../community/sensitive-word/hits.usecases"
import { isPresentable, matchWords } from "../../community/sensitive-word/word-list.usecases"
import { addRecords, deleteRecords, listRecords, listWords, type NewRecord } from "./record.repository"
import { visitHash } from "./record.rules"

/** Records are buffered this long (ms) and up to this number, then written together. A search never waits for them. */
const [flushMs, maxWaiting] = [2_000, 5_000]
const hourMs = 3_600_000
/** How long a page may be cached and its search still be recorded (ms). */
const tokenMs = 365 * 24 * hourMs
/** Rows by their visit, and visits whose sensitive words have been noted. */
type Waiting = { rows: Map<string, NewRecord>; timer: NodeJS.Timeout | null; hits: LRUCache<string, true> }
const memory = new WeakMap<Services, Waiting>()
const waitingOf = (app: Services): Waiting => {
  const cached = memory.get(app)
  if (cached) return cached
  const waiting: Waiting = { rows: new Map(), timer: null, hits: new LRUCache({ max: maxWaiting, ttl: hourMs }) }
  memory.set(app, waiting)
  app.onStop(() => flushRecords(app))
  return waiting
}

/** Writes the buffered search records. */
export const flushRecords = async (app: Services): Promise<void> => {
  const waiting = waitingOf(app)
  if (waiting.timer) clearTimeout(waiting.timer)
  waiting.timer = null
  const rows = [...waiting.rows.values()]
  waiting.rows.clear()
  if (!rows.length) return
  await addRecords(app.database.db, rows).catch((error: unknown) => app.log.warn({ err: error }, "搜索记录没有写下"))
}

type Search = { type: number; keywords: string; total: number; page: number; seconds: number }

/** Buffers a search of a visitor. The same words in the same scope count once an hour, regardless of page and filter. */
const record = async (ctx: Ctx, { type, keywords, total, page, seconds }: Search): Promise<void> => {
  if (isRobot(ctx.request.user_agent)) return
  const [matches] = await matchWords(ctx, [keywords])
  const waiting = waitingOf(ctx.app)
  const hour = Math.floor(ctx.now().getTime() / hourMs)
  const visit = visitHash(ctx.app.secret, { visitor: visitorOf(ctx), hour, type, keywords })
  if (matches!.length && !waiting.hits.has(visit)) {
    waiting.hits.set(visit, true)
    noteRefusedHits(ctx, hitsOf({ kind: HitKind.search, field: "wd", user_id: ctx.user?.id ?? 0 }, keywords, matches!))
  }
  if (!isPresentable(matches!)) return
  if (!waiting.rows.has(visit) && waiting.rows.size < maxWaiting)
    waiting.rows.set(visit, {
      user_id: ctx.user?.id ?? 0,
      type,
      keywords,
      total,
      page,
      spend_time: seconds,
      ip: ctx.request.ip.slice(0, 64),
      network: networkOf(ctx.request.ip),
      user_agent: ctx.request.user_agent.slice(0, 512),
      visit,
      created_at: ctx.now(),
    })
  // requests are still answered while the process is stopping
  if (ctx.app.stopping()) await flushRecords(ctx.app)
  else waiting.timer ??= setTimeout(() => void flushRecords(ctx.app), flushMs).unref()
}

const isRecording = async (app: Services): Promise<boolean> => (await settingsOf(app, "security")).search_record_retention_days > 0

/**
 * Records a search, if the site keeps search records. While a page is only rendered, which may then be shown to many visitors, it returns
 * the search as a token instead; each visitor's browser reports it by `recordSearchView`.
 */
export const recordSearch = async (ctx: Ctx, { wd, ...rest }: Omit<Search, "keywords"> & { wd: string }): Promise<string> => {
  if (!(await isRecording(ctx.app))) return ""
  const search = { ...rest, keywords: [...wd.replace(/\s+/g, " ").trim()].slice(0, 64).join("") }
  if (ctx.request.prefetch) return tokenOf(ctx, search)
  await record(ctx, search)
  return ""
}

/** Signs a search, so that a browser can report only searches that this site has made, with their real results. */
const tokenOf = (ctx: Ctx, { keywords, ...data }: Search): Promise<string> => {
  const claims = { sub: keywords, jti: String(data.page), data: JSON.stringify(data) }
  return signToken(ctx.app.secret, "search", claims, new Date(ctx.now().getTime() + tokenMs), ctx.now())
}

/** Records that a visitor was shown the results of a search. */
export const recordSearchView = async (ctx: Ctx, input: { record: string }): Promise<Record<string, never>> => {
  const claims = await verifyToken(ctx.app.secret, "search", input.record, ctx.now())
  if (!claims?.data) throw invalid("搜索的记录不正确", "record")
  if (await isRecording(ctx.app)) await record(ctx, { ...(JSON.parse(claims.data) as Omit<Search, "keywords">), keywords: claims.sub })
  return {}
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
