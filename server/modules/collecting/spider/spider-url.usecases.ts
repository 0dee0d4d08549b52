import { SpiderUrlStatus } from "@/lib/contract/collecting/spider.enums"
import type { Parsed } from "@/lib/contract/types"
import { urlEventOf } from "@/lib/rules/collecting/spider-url-status"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, forbidden, invalid } from "@/server/errors"
import { requireConfirmed } from "@/server/security/confirmation"
import { linesOf, webAddress } from "./address.rules"
import { cronFault, nextMoment } from "./schedule.rules"
import { headersOf, maskedHeaders, maskedProxy, mergedHeaders, mergedProxy } from "./secrets.rules"
import { addSpiderUrls, lockSpiderUrl, type SpiderUrlRow } from "./spider-url.repository"
import { enqueueCrawls } from "./spider.jobs"

/** Maximum number of links per request. */
const maxLinks = 1_000

/** Adds links, one per line; skips blank lines, duplicates and existing links. Each is crawled at once. */
export const addLinks = async (ctx: LoggedIn, { url, ...options }: Parsed<"POST /spiderurl">) => {
  const lines = linesOf(url)
  if (!lines.length) throw invalid("请输入链接地址，一行一个", "url")
  if (lines.length > maxLinks) throw invalid(`一次最多添加 ${maxLinks} 条链接`, "url")
  const wrong = lines.find((line) => !webAddress(line))
  if (wrong) throw invalid(`“${wrong.slice(0, 100)}”不是以 http:// 或 https:// 开头的完整链接`, "url")
  const urls = [...new Set(lines.map((line) => webAddress(line)!))]
  requireOptions(ctx, options)
  if (options.proxy) requireRoot(ctx)
  const now = ctx.now()
  const row = { ...options, next_at: nextMoment(options.cron ?? "", now), created_at: now, updated_at: now }
  return ctx.tx(async (ctx) => {
    const added = await addSpiderUrls(
      ctx.db,
      urls.map((one) => ({ ...row, url: one })),
    )
    await enqueueCrawls(ctx, added)
    return { total: added.length, skipped: urls.length - added.length }
  })
}

/** A proxy reads everything that is sent through it, so only user 1 chooses it, after confirming the password. */
const requireRoot = (ctx: Ctx): void => {
  if (!ctx.user?.root) throw forbidden("代理只有站长可以设置", "proxy")
  requireConfirmed(ctx)
}

type Options = { include?: string; exclude?: string; headers?: string; proxy?: string; cron?: string }

const requireOptions = (ctx: Ctx, { headers = "", proxy = "", cron = "" }: Options) => {
  if (!headersOf(headers)) throw invalid("请求头应为一行一个的“名称: 值”，不能设置 Host 等由程序决定的请求头", "headers")
  if (proxy && !URL.canParse(proxy)) throw invalid("代理不是完整的地址", "proxy")
  const fault = cronFault(cron, ctx.now())
  if (fault) throw invalid(fault, "cron")
}

/**
 * Runs before a link's change by staff is written: keeps the URL and masked secrets, and moves the status along its state machine. A new
 * proxy receives none of the stored secrets: headers that are not entered again are removed.
 */
export const beforeSaveLink = async (ctx: Ctx, values: Partial<SpiderUrlRow>, id: number): Promise<void> => {
  const row = await lockSpiderUrl(ctx.db, id)
  delete values.url
  if (values.proxy !== undefined) values.proxy = mergedProxy(values.proxy, row.proxy)
  const isNewProxy = values.proxy !== undefined && values.proxy !== row.proxy
  if (isNewProxy) requireRoot(ctx)
  if (values.headers !== undefined || isNewProxy) values.headers = mergedHeaders(values.headers ?? "", isNewProxy ? "" : row.headers)
  requireOptions(ctx, values)
  if (values.cron !== undefined) values.next_at = nextMoment(values.cron, ctx.now())
  if (values.status === undefined || values.status === row.status) return
  const event = urlEventOf(row.status, values.status)
  if (!event) throw conflict(`链接不能从“${SpiderUrlStatus.labelOf(row.status)}”改为“${SpiderUrlStatus.labelOf(values.status)}”`, "status")
  values.error = event === "stop" ? "已由管理员停止" : ""
  values.lease_until = null
  if (event === "restart") await enqueueCrawls(ctx, [id])
}

/** Masks the secrets of rows for the response. */
export const withoutSecrets = async (_: Ctx, rows: SpiderUrlRow[]): Promise<SpiderUrlRow[]> =>
  rows.map((row) => ({ ...row, headers: maskedHeaders(row.headers), proxy: maskedProxy(row.proxy) }))
