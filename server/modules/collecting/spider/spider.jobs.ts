import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { crawl } from "./crawl.usecases"
import { fetchDocument } from "./download.usecases"
import { noteNearTexts, publishDocument } from "./publication.usecases"
import { nextMoment } from "./schedule.rules"
import { dropDocumentLeases, listWaitingFor } from "./spider-document.repository"
import { changeSpiderUrl, dropUrlLeases, listAbandonedUrls, listDueUrls } from "./spider-url.repository"
import { SpiderUrlStatus } from "@/lib/contract/collecting/spider.enums"
import { afterUrlEvent } from "@/lib/rules/collecting/spider-url-status"

type Row = { id: number }
const keyOf = ({ id }: Row) => ({ key: String(id) })

/** Retry delay of a download that has to wait for its turn at another site (s). */
const laterSeconds = 30

export const crawlJob = job<Row>({
  name: "crawl-link",
  timeoutSeconds: 600,
  retries: 2,
  // A crawl mostly waits: an unresponsive site takes about 40 seconds per page and would block others.
  concurrency: 4,
  run: async (ctx, row, signal) => {
    if (await crawl(ctx, row, signal)) await ctx.enqueue(crawlJob, row, { ...keyOf(row), startAfterSeconds: 1 })
  },
})

export const fetchJob = job<Row>({
  name: "fetch-spider-document",
  timeoutSeconds: 600,
  retries: 2,
  concurrency: 2,
  run: async (ctx, row, signal) => {
    if (await fetchDocument(ctx, row, signal)) await ctx.enqueue(fetchJob, row, { ...keyOf(row), startAfterSeconds: laterSeconds })
  },
})

export const publishJob = job<Row>({
  name: "publish-spider-document",
  timeoutSeconds: 120,
  retries: 2,
  concurrency: 1,
  run: publishDocument,
})

/** Enqueues crawls in the transaction of the change that needs them. */
export const enqueueCrawls = async (ctx: Ctx, ids: number[]): Promise<void> => {
  for (const id of ids) await ctx.enqueue(crawlJob, { id }, keyOf({ id }))
}
export const enqueueFetches = async (ctx: Ctx, ids: number[]): Promise<void> => {
  for (const id of ids) await ctx.enqueue(fetchJob, { id }, keyOf({ id }))
}
export const enqueuePublications = async (ctx: Ctx, ids: number[]): Promise<void> => {
  for (const id of ids) await ctx.enqueue(publishJob, { id }, keyOf({ id }))
}

/** Enqueues jobs for everything that waits without a worker. */
const takeUpAbandoned = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  await enqueueCrawls(ctx, await listAbandonedUrls(ctx.db, now))
  await enqueueFetches(ctx, await listWaitingFor(ctx.db, "fetch", now))
  await enqueuePublications(ctx, await listWaitingFor(ctx.db, "publish", now))
}

/** Runs at the start of the only process: resumes interrupted work at once instead of waiting for its leases to expire. */
export const resumeSpider = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (ctx) => {
    await dropUrlLeases(ctx.db)
    await dropDocumentLeases(ctx.db)
    await takeUpAbandoned(ctx)
  })

/** Starts due links, and resumes what a dead process left; an extra job does nothing. */
export const sweepSpiderJob = job({
  name: "sweep-spider",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => {
    await startDue(ctx)
    await noteNearTexts(ctx)
    await ctx.tx(takeUpAbandoned)
  },
})

/** Starts due links. A link that is still being crawled waits for its next scheduled time. */
export const startDue = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (ctx) => {
    const now = ctx.now()
    for (const { id, cron, status } of await listDueUrls(ctx.db, now)) {
      const to = afterUrlEvent(status, "restart")
      await changeSpiderUrl(ctx.db, id, {
        next_at: nextMoment(cron, now),
        ...(to === SpiderUrlStatus.pending && { status: to, error: "", updated_at: now }),
      })
      if (to !== null) await enqueueCrawls(ctx, [id])
    }
  })
