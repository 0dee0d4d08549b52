import { setTimeout as pause } from "node:timers/promises"
import type { Ctx } from "@/server/context"
import { PageError, type RobotsAnswer } from "@/server/ports/web/page-reader"
import { maxAddress } from "@/server/ports/web/robots"
import { WebError, type WebRequest } from "@/server/ports/web/web.port"
import { findHost, keepRobots, reserveMoment } from "./spider-host.repository"

/* Polite crawling: respects robots.txt and pauses between two requests to a site (docs/decisions/103). */

const agent = "doujia"
/** How long a site's robots.txt stays cached: one day (ms). */
const robotsMs = 86_400_000
const robotsBytes = 200_000
/** The longest `Crawl-delay` of a site that is respected (ms). */
const maxDelayMs = 10_000
/** A request that would wait longer for its turn is retried later (ms). */
const maxWaitMs = 45_000

/** The reason why a URL must not be requested now; `later`: a retry may succeed. */
export class Impolite extends Error {
  constructor(
    message: string,
    readonly later = false,
  ) {
    super(message)
    this.name = "Impolite"
  }
}

type Manner = { signal?: AbortSignal; proxy?: string }

const answerOf = (ctx: Ctx, text: string, url: string): Promise<RobotsAnswer> =>
  ctx.app.pageReader.robots({ text, agent, url }).catch((error: unknown) => {
    throw error instanceof PageError ? new Impolite("对方网站的 robots.txt 过于复杂，没有读完，不采集") : error
  })

/** Waits until the URL may be requested. Throws `Impolite` if its site forbids it. */
export const politely = async (ctx: Ctx, url: string, { signal, proxy }: Manner): Promise<void> => {
  if (url.length > maxAddress) throw new Impolite("网址太长，不采集")
  const { host, origin } = new URL(url)
  const text = await robotsOf(ctx, host, origin, { signal, proxy })
  const robots = text ? await answerOf(ctx, text, url) : { allowed: true, delay: 0 }
  if (!robots.allowed) throw new Impolite("对方网站的 robots.txt 不允许采集这个地址")
  const delay = Math.min(robots.delay * 1_000, maxDelayMs)
  await waitForTurn(ctx, host, Math.max(ctx.app.web.politeMs, delay), signal)
}

const waitForTurn = async (ctx: Ctx, host: string, gapMs: number, signal?: AbortSignal) => {
  const moment = await reserveMoment(ctx.db, host, new Date(), gapMs)
  const wait = moment.getTime() - Date.now()
  if (wait > maxWaitMs) throw new Impolite("同一个网站的请求太多，稍后再采集", true)
  if (wait > 0) await pause(wait, undefined, { signal })
}

/** Returns a site's robots.txt. A site without one allows everything; one that does not respond is retried later. */
const robotsOf = async (ctx: Ctx, host: string, origin: string, { signal, proxy }: Manner): Promise<string> => {
  const hostRow = await findHost(ctx.db, host)
  const now = new Date()
  if (hostRow?.robots_at && now.getTime() - hostRow.robots_at.getTime() < robotsMs) return hostRow.robots
  await waitForTurn(ctx, host, ctx.app.web.politeMs, signal)
  const request: WebRequest = { maxBytes: robotsBytes, timeoutMs: 15_000, signal, proxy, accept: "text/plain" }
  const text = await ctx.app.web.read(`${origin}/robots.txt`, request).then(
    ({ body }) => body?.toString("utf8").replaceAll("\u0000", "") ?? "",
    (error: unknown) => {
      // RFC 9309: a missing or oversized robots.txt forbids nothing; a site with server errors is left alone.
      if (error instanceof WebError && (error.reason === "size" || (error.status >= 300 && error.status < 500))) return ""
      throw error
    },
  )
  await keepRobots(ctx.db, host, text, now)
  return text
}
