import { originOf, paths } from "@/lib/rules/path"
import type { Ctx, Services } from "@/server/context"
import type { Change } from "@/server/module"
import { CdnError, type CdnAccount, type CdnPurge } from "@/server/ports/cdn/cdn.port"
import { settingsOf } from "../settings/settings.usecases"
import { addPurges, changePurge, countOverdue, dropPurge, listDue, listNames, listPublic, type CdnPurgeRow } from "./cdn.repository"

/* Content that is no longer public is removed from the CDN (docs/decisions/424). */

/** Pauses between attempts (ms): 1 minute after the first, doubled up to half an hour. */
const [firstPauseMs, longestPauseMs] = [60_000, 30 * 60_000]
/**
 * The second purge, after every process has learned of the change: until then, the CDN may have copied an old image from one of them (ms).
 */
const againMs = 30_000
/** A purge that was not accepted within this time raises the alarm (ms); it is still tried. */
const alarmMs = 24 * 3_600_000
const most = 100
const everything = "*"

/** Returns the account of the settings; null if they name none, or are not complete. */
const accountOf = async (app: Services): Promise<CdnAccount | null> => {
  const { cdn_provider: provider, ...ssr } = await settingsOf(app, "ssr")
  if (provider === "cloudflare" && ssr.cdn_zone && ssr.cdn_token) return { provider, zone: ssr.cdn_zone, token: ssr.cdn_token }
  if (provider === "aliyun" && ssr.cdn_access_key_id && ssr.cdn_access_key_secret)
    return { provider, access_key_id: ssr.cdn_access_key_id, access_key_secret: ssr.cdn_access_key_secret }
  return null
}

/**
 * Records the changed documents that are not public, and purges what is due. A document that became public again is purged unnecessarily.
 */
export const notePurges = async (ctx: Ctx, changes: readonly Change[], signal?: AbortSignal): Promise<void> => {
  if (!(await accountOf(ctx.app))) return
  const isAll = changes.some(({ what, id }) => what === "*" || !id)
  const uuids = [...new Set(changes.map(({ id }) => id))].filter((id) => id && id.length <= 64)
  const readable = isAll ? new Set<string>() : await listPublic(ctx.db, uuids)
  const targets = isAll ? [everything] : uuids.filter((uuid) => !readable.has(uuid))
  if (!targets.length) return
  await addPurges(ctx.db, targets, ctx.now())
  await purgeDue(ctx, signal)
}

/** Sends every purge that is due. A failure waits for its next attempt, and so do the others. */
export const purgeDue = async (ctx: Ctx, signal?: AbortSignal): Promise<void> => {
  const account = await accountOf(ctx.app)
  const origin = originOf((await settingsOf(ctx.app, "system")).domain)
  if (!account || !origin) return
  for (const row of await listDue(ctx.db, ctx.now(), most)) {
    const purge = await addressesOf(ctx, origin, row.target)
    try {
      await ctx.app.cdn.purge(account, purge, signal)
      if (row.accepted > 0) await dropPurge(ctx.db, row)
      else await changePurge(ctx.db, row, { accepted: 1, failures: 0, error: "", due_at: new Date(ctx.now().getTime() + againMs) })
    } catch (error) {
      if (!(error instanceof CdnError)) throw error
      ctx.app.log.warn({ error: error.message, failures: row.failures + 1 }, "CDN 没有清除缓存，稍后再试")
      await changePurge(ctx.db, row, nextAttempt(row, error.message, ctx.now()))
      return
    }
  }
}

const nextAttempt = ({ failures }: CdnPurgeRow, error: string, now: Date): Partial<CdnPurgeRow> => ({
  failures: failures + 1,
  error: error.slice(0, 512),
  due_at: new Date(now.getTime() + Math.min(firstPauseMs * 2 ** failures, longestPauseMs)),
})

const addressesOf = async ({ db }: Ctx, origin: string, target: string): Promise<CdnPurge> => {
  if (target === everything) return { addresses: [], folders: [`${origin}/view/`, `${origin}/document/`] }
  const names = [target, ...(await listNames(db, target))]
  return {
    addresses: [origin + paths.document(target), ...names.map((name) => `${origin}/view/cover/${name}`)],
    folders: names.flatMap((name) => [`${origin}/view/page/${name}/`, `${origin}/view/thumb/${name}/`]),
  }
}

/** Returns a message about pages that the CDN has not removed for a day; "" for none. */
export const overduePurges = async (ctx: Ctx): Promise<string> => {
  if (!(await accountOf(ctx.app))) return ""
  const count = await countOverdue(ctx.db, new Date(ctx.now().getTime() - alarmMs))
  return count ? `${count} 份已经不公开的文档，CDN 一天没有清除缓存，访客可能还看得到；请检查“SSR 配置”里 CDN 的密钥` : ""
}
