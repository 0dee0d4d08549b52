import { SpiderUrlStatus } from "@/lib/contract/collecting/spider.enums"
import type { Ctx } from "@/server/context"
import { PageError, type WebPageLink } from "@/server/ports/web/page-reader"
import { mayCarryHeaders, WebError } from "@/server/ports/web/web.port"
import { linesOf } from "./address.rules"
import { extOfAnswer, extOfLink, isPage, isWorthAsking, looksLikeDownload } from "./kinds.rules"
import { nameOfAttachment, proposedTitle, titleOfHref, titleOfUrl } from "./names.rules"
import { Impolite, politely } from "./politeness.usecases"
import { headersOf } from "./secrets.rules"
import { sentenceOf } from "./sentences.rules"
import { addSpiderDocuments, countOfUrl } from "./spider-document.repository"
import {
  addPages,
  claimSpiderUrl,
  countRead,
  forgetPages,
  hasPages,
  markRead,
  moveSpiderUrl,
  nextPage,
  renewSpiderUrl,
  type PageRow,
  type SpiderUrlRow,
} from "./spider-url.repository"

/** Limits of one crawl: known pages, documents of one link, bytes and time (ms) of one page. */
export const crawlBounds = { pages: 2_000, documents: 10_000, pageBytes: 5_000_000, pageMs: 30_000, turnsMs: 10_000 }

/** A worker that does not renew its lease for this long counts as dead. */
const leaseMs = 180_000
/**
 * Maximum duration of one job run. The rest is left to the next run, queued behind waiting links, so that a slow site does not block
 * others.
 */
const runMs = 60_000
/** Consecutive pages without a response that end a crawl, across runs. */
const maxFailures = 5

/**
 * Reads the pages of one link one after the other and stores the documents that they link to. Returns true if pages are left for another
 * run.
 * Each page is marked as read in the transaction that stores its links, so a killed crawl resumes at its current page.
 */
export const crawl = async (ctx: Ctx, { id }: { id: number }, signal: AbortSignal): Promise<boolean> => {
  const lease = (): Date => new Date(ctx.now().getTime() + leaseMs)
  const claimed = await claimSpiderUrl(ctx.db, id, ctx.now(), lease())
  if (!claimed) return false
  let row: SpiderUrlRow = claimed
  if (!(await hasPages(ctx.db, id))) await addPages(ctx.db, id, [{ url: row.url, title: "", depth: 0 }], 1)
  const end = Date.now() + runMs
  let stopped: string | null = null
  while (stopped === null) {
    const page = await nextPage(ctx.db, id)
    if (!page) break
    if (signal.aborted || Date.now() > end) return release(ctx, row)
    const fault = await visit(ctx, row, page, signal)
    if (fault?.later || (fault && signal.aborted)) return release(ctx, row)
    const failures = fault ? row.failures + 1 : 0
    if (fault && (page.depth === 0 || failures >= maxFailures)) stopped = fault.message
    const until = lease()
    const progress = {
      failures,
      pages: await countRead(ctx.db, id),
      total: await countOfUrl(ctx.db, id),
      error: fault?.message ?? row.error,
      updated_at: ctx.now(),
    }
    // Staff may have stopped the crawl or deleted the link.
    if (!(await renewSpiderUrl(ctx.db, id, row.lease_until!, until, progress))) return false
    row = { ...row, lease_until: until, failures, error: progress.error }
  }
  await finish(ctx, row, stopped)
  return false
}

const release = async (ctx: Ctx, row: SpiderUrlRow): Promise<boolean> => {
  await moveSpiderUrl(ctx.db, row.id, "claim", SpiderUrlStatus.crawling, { lease_until: null }, row.lease_until!)
  return true
}

const finish = (ctx: Ctx, row: SpiderUrlRow, error: string | null) =>
  ctx.tx(async (ctx) => {
    const [event, to] = error === null ? (["finish", SpiderUrlStatus.done] as const) : (["fail", SpiderUrlStatus.failed] as const)
    const values = { error: error ?? row.error, lease_until: null, updated_at: ctx.now() }
    if (await moveSpiderUrl(ctx.db, row.id, event, to, values, row.lease_until!)) await forgetPages(ctx.db, row.id)
  })

type Fault = { message: string; later: boolean }

/** Reads one page and stores its links. @returns why it could not be read, or null */
const visit = async (ctx: Ctx, row: SpiderUrlRow, page: PageRow, signal: AbortSignal): Promise<Fault | null> => {
  try {
    const result = await look(ctx, row, page, signal)
    await ctx.tx((ctx) => keep(ctx, row, page, result))
    return null
  } catch (error) {
    if (signal.aborted) return { message: "", later: true }
    if (!(error instanceof WebError) && !(error instanceof PageError) && !(error instanceof Impolite)) throw error
    const fault = { message: sentenceOf(error), later: error instanceof Impolite && error.later }
    if (!fault.later) await markRead(ctx.db, page.id, ctx.now())
    return fault
  }
}

type CrawlResult = { document: { url: string; ext: string; type: string; attachment: string } } | { links: WebPageLink[] }

const look = async (ctx: Ctx, row: SpiderUrlRow, page: PageRow, signal: AbortSignal): Promise<CrawlResult> => {
  const proxy = row.proxy || undefined
  // Waits for the turn first, so that the page timeout measures only the other site, apart from waits for redirects.
  await politely(ctx, page.url, { signal, proxy })
  let isTurn = true
  const before = async (url: string) => {
    if (!isTurn) await politely(ctx, url, { signal, proxy })
    isTurn = false
  }
  const answer = await ctx.app.web.read(page.url, {
    maxBytes: crawlBounds.pageBytes,
    timeoutMs: crawlBounds.pageMs + crawlBounds.turnsMs,
    signal,
    proxy,
    accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    // Headers that staff entered for one site must not be sent to another.
    headers: mayCarryHeaders(row.url, page.url) ? (headersOf(row.headers) ?? {}) : {},
    before,
    accepts: (response) => isPage(response) && !extOfAnswer(response, nameOfAttachment(response.disposition)),
  })
  const attachment = nameOfAttachment(answer.disposition)
  const ext = extOfAnswer(answer, attachment)
  if (ext) return { document: { url: page.url, ext, type: answer.type, attachment } }
  if (!answer.body || page.depth > row.depth) return { links: [] }
  const rules = { include: linesOf(row.include), exclude: linesOf(row.exclude) }
  return { links: await ctx.app.pageReader.links({ bytes: answer.body, type: answer.type, url: answer.url }, rules) }
}

const keep = async (ctx: Ctx, row: SpiderUrlRow, page: PageRow, result: CrawlResult) => {
  const now = ctx.now()
  const left = crawlBounds.documents - (await countOfUrl(ctx.db, row.id))
  if ("document" in result) {
    const { url, ext, type, attachment } = result.document
    await addSpiderDocuments(
      ctx.db,
      [{ ...documentOf(row.id, url, page.title, attachment, now), ext, content_type: type.slice(0, 255) }].slice(0, left),
    )
  } else {
    const documents = result.links.filter(({ url }) => extOfLink(url))
    const rows = documents.map(({ url, text }) => ({ ...documentOf(row.id, url, text, "", now), ext: extOfLink(url) }))
    await addSpiderDocuments(ctx.db, rows.slice(0, Math.max(0, left)))
    await addPages(ctx.db, row.id, pagesOf(row, page, result.links), crawlBounds.pages)
  }
  await markRead(ctx.db, page.id, now)
}

const documentOf = (spider_url_id: number, url: string, text: string, attachment: string, now: Date) => {
  const [href, fromUrl] = [titleOfHref(text), titleOfUrl(url)]
  return {
    spider_url_id,
    url,
    title: proposedTitle({ href, attachment, url: fromUrl }),
    title_from_href: href,
    title_from_url: fromUrl,
    title_from_attachment: attachment,
    created_at: now,
    updated_at: now,
  }
}

/**
 * Returns the pages to read next: those of the same site while the depth allows it, and links that look like downloads, whose response
 * decides.
 */
const pagesOf = (row: SpiderUrlRow, page: PageRow, links: WebPageLink[]) => {
  const { host } = new URL(row.url)
  return links
    .filter(({ url }) => !extOfLink(url) && isWorthAsking(url))
    .filter(({ url, download }) => (page.depth < row.depth && new URL(url).host === host) || looksLikeDownload(url, download))
    .map(({ url, text }) => ({ url, title: titleOfHref(text), depth: page.depth + 1 }))
}
