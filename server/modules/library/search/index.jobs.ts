import type { Ctx, LoggedIn } from "@/server/context"
import { job } from "@/server/module"
import type { Change } from "@/server/module"
import { SearchUnavailable } from "@/server/ports/search/search.port"
import { largestArticle, largestDocument, listArticleIds, listDocumentIds } from "./entry.repository"
import { indexNow, rebuildIndex, reconcileIndex, settleIndex, whileAlone } from "./indexing.usecases"

/** How many changes are written together. */
const together = 300

/** Without an id, reconciles everything that differs from the index. */
const indexChanges = async (ctx: Ctx, changes: readonly Change[], signal: AbortSignal): Promise<void> => {
  if (changes.some(({ what, id }) => !id || what === "*")) return reconcileIndex(ctx, () => signal.aborted || ctx.app.stopping())
  const [articles, documents] = [changes.filter(({ what }) => what === "article"), changes.filter(({ what }) => what !== "article")]
  const idsOf = (some: Change[]) => some.map(({ id }) => id)
  if (documents.length > 0) await indexNow(ctx.app, 0, await listDocumentIds(ctx.db, idsOf(documents)))
  if (articles.length > 0) await indexNow(ctx.app, 1, await listArticleIds(ctx.db, idsOf(articles)))
}

/** Indexes documents and articles in their state when the job runs. */
export const indexJob = job<Change>({
  name: "index-entry",
  timeoutSeconds: 600,
  // the last retry is two hours later: the engine may be unavailable for a while
  retries: 12,
  concurrency: 1,
  run: (ctx, change, signal) => indexChanges(ctx, [change], signal),
  batch: { size: together, run: indexChanges },
})

/** Indexes these documents or articles by id. */
export const indexSomeJob = job<{ kind: 0 | 1; ids: number[] }>({
  name: "index-some",
  timeoutSeconds: 3_600,
  retries: 2,
  concurrency: 1,
  run: async (ctx, { kind, ids }) => {
    for (let at = 0; at < ids.length; at += together) await indexNow(ctx.app, kind, ids.slice(at, at + together))
  },
})

/**
 * Rebuilds the index. One process does, others wait. `needed`: only if the index is still incomplete, since the process before may have
 * filled it.
 */
export const rebuildJob = job<{ needed?: boolean }>({
  name: "rebuild-index",
  timeoutSeconds: 6 * 3_600,
  retries: 1,
  concurrency: 1,
  run: (ctx, { needed = false }, signal) => {
    const stopped = () => signal.aborted || ctx.app.stopping()
    return whileAlone(ctx.app, stopped, async () => {
      if (!needed || (await isRebuildNeeded(ctx))) await rebuildIndex(ctx.app, stopped)
    })
  },
})

/** Whether the index lacks entries of the site, for example after a change of the engine or a loss of its data. */
const isRebuildNeeded = async ({ app, db }: Ctx): Promise<boolean> => {
  const { complete, obsolete } = await app.search.condition()
  if (!complete || obsolete) return true
  return (await app.search.state()).entries === 0 && Boolean((await largestDocument(db)) || (await largestArticle(db)))
}

/** Every minute: fills an incomplete index, and rebuilds one of an earlier version. */
export const completeJob = job({
  name: "complete-index",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => {
    const { complete, obsolete } = await ctx.app.search.condition()
    if (!complete || obsolete) await ctx.enqueue(rebuildJob, { needed: true }, { key: "needed" })
  },
})

/** Every night: reconciles the index with the database, then orders it by the current counters. */
export const nightlyJob = job({
  name: "settle-index",
  timeoutSeconds: 3 * 3_600,
  retries: 0,
  concurrency: 1,
  every: "20 4 * * *",
  run: async (ctx, _, signal) => {
    await reconcileIndex(ctx, () => signal.aborted || ctx.app.stopping())
    if (!ctx.app.stopping()) await settleIndex(ctx.app)
  },
})

/** Minimum number of changed entries for a reorder; in a larger index, a tenth of the entries must have changed. */
const fewest = 2_000

/** Reorders the index during the day if much has changed or an earlier version built it. */
export const settleJob = job({
  name: "settle-changed",
  timeoutSeconds: 3 * 3_600,
  retries: 0,
  concurrency: 1,
  every: "*/10 * * * *",
  run: async (ctx) => {
    const { settled, changed, outdated } = await ctx.app.search.state()
    if (outdated || changed > Math.max(fewest, settled / 10)) await settleIndex(ctx.app)
  },
})

/** At the start: builds the index if it lacks entries of the site. A search engine that does not answer must not stop the site. */
export const fillEmptyIndex = async (ctx: Ctx): Promise<void> => {
  try {
    if (await isRebuildNeeded(ctx)) await ctx.enqueue(rebuildJob, { needed: true }, { key: "needed" })
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
    ctx.app.log.error({ err: error, advice: error.advice }, "SEARCH_URL 的搜索引擎用不了，暂时只按标题搜索")
  }
}

/** Reindexes the given ids, or everything: `PUT /document/index`, `PUT /article/index`. */
const renewSome =
  (kind: 0 | 1) =>
  async (ctx: LoggedIn, { id = [] }: { id?: number[] }): Promise<Record<string, never>> => {
    if (id.length) await ctx.enqueue(indexSomeJob, { kind, ids: id })
    else await ctx.enqueue(rebuildJob, {}, { key: "all" })
    return {}
  }
export const renewDocuments = renewSome(0)
export const renewArticles = renewSome(1)

/** Serves `PUT /renew/document/index`. */
export const renewAll = async (ctx: LoggedIn): Promise<Record<string, never>> => {
  await ctx.enqueue(rebuildJob, {}, { key: "all" })
  return {}
}
