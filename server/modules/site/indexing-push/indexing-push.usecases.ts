import { originOf } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { IndexingError, type IndexingSite, type IndexingTarget } from "@/server/ports/indexing/indexing.port"
import { settingsOf } from "../settings/settings.usecases"
import { changeState, findState, listChanged, startState, type PushState } from "./indexing-push.repository"

/** A page that is being written changes again and again: it is told of when it has rested so long. */
const restMs = 60_000
/** After a refusal the next try waits longer and longer, at most a day. */
const firstPauseMs = 10 * 60_000
const longestPauseMs = 86_400_000
/** Calls of one run and search engine; what is left waits for the next run. */
const callsPerRun = 20

/** IndexNow looks at every address it is told of and finds the 410; Baidu's call takes new addresses alone. */
const hearsDeletions: Record<IndexingTarget, boolean> = { indexnow: true, baidu: false }

/** The search engines that have a key, with the site as they know it; none where strangers see nothing or the domain is unknown. */
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
 * Tells search engines of the public documents and articles that have changed or were deleted since they were told last; the first time there is nothing
 * to tell, for what is old they find in the site map. A failure is kept for staff to read, and tried again later.
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
