import { originOf } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { IndexingError, type IndexingSite, type IndexingTarget } from "@/server/ports/indexing/indexing.port"
import { settingsOf } from "../settings/settings.usecases"
import { changeState, findState, listChanged, startState, type PushState } from "./indexing-push.repository"

/** A page that is being edited changes repeatedly: it is reported after it has been unchanged for this long (ms). */
const restMs = 60_000
/** The pause after a failure grows with each attempt, up to a day (ms). */
const firstPauseMs = 10 * 60_000
const longestPauseMs = 86_400_000
/** Calls per run and search engine; the rest waits for the next run. */
const callsPerRun = 20

/** IndexNow fetches every reported URL and finds the 410; Baidu's API accepts only new URLs. */
const hearsDeletions: Record<IndexingTarget, boolean> = { indexnow: true, baidu: false }

/** Returns the search engines that have a key, with the site's data; none if the site is not public or its domain is unknown. */
const targetsOf = async ({ app }: Ctx): Promise<[IndexingTarget, IndexingSite][]> => {
  const [system, security, ssr] = await Promise.all([settingsOf(app, "system"), settingsOf(app, "security"), settingsOf(app, "ssr")])
  const origin = originOf(system.domain)
  if (!origin || ssr.hide_from_search || security.is_close || security.login_required) return []
  const keys: [IndexingTarget, string][] = [
    ["indexnow", ssr.indexnow_key],
    ["baidu", ssr.baidu_token],
  ]
  return keys.flatMap(([target, key]) => (key ? [[target, { origin, key }]] : []))
}

/**
 * Reports public documents and articles to search engines that were changed or deleted since the last report. The first run reports
 * nothing: the sitemap lists older pages. A failure is stored for staff and retried later.
 */
export const pushChanges = async (ctx: Ctx, signal?: AbortSignal): Promise<void> => {
  for (const [target, site] of await targetsOf(ctx)) await pushTo(ctx, target, site, signal)
}

const mayTry = ({ failures, failed_at }: PushState, now: Date): boolean =>
  !failed_at || failures === 0 || now.getTime() - failed_at.getTime() >= Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)

const pushTo = async (ctx: Ctx, target: IndexingTarget, site: IndexingSite, signal?: AbortSignal): Promise<void> => {
  const { app, db } = ctx
  await startState(db, target, ctx.now())
  const until = new Date(ctx.now().getTime() - restMs)
  for (let calls = 0; calls < callsPerRun; calls++) {
    const state = (await findState(db, target))!
    if (!mayTry(state, ctx.now())) return
    const rows = await listChanged(db, state, until, { limit: app.indexing.most[target], deleted: hearsDeletions[target] })
    const last = rows.at(-1)
    if (!last) return
    try {
      await app.indexing.push(
        target,
        site,
        rows.map(({ path }) => site.origin + path),
        signal,
      )
    } catch (error) {
      if (!(error instanceof IndexingError)) throw error
      app.log.warn({ target, error: error.message }, "没能把新网页告诉搜索引擎，稍后再试")
      await changeState(db, target, { error: error.message.slice(0, 512), failures: state.failures + 1, failed_at: ctx.now() })
      return
    }
    const told = { after_at: last.at, after_path: last.path, pushed: state.pushed + rows.length, pushed_at: ctx.now() }
    await changeState(db, target, { ...told, error: "", failures: 0, failed_at: null })
  }
}
