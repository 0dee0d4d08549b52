import { originOf, paths } from "@/lib/rules/path"
import type { Ctx, Services } from "@/server/context"
import type { Change } from "@/server/module"
import { cacheTag, CdnError, knowsTags, type CdnAccount, type CdnPurge } from "@/server/ports/cdn/cdn.port"
import { settingsOf } from "../settings/settings.usecases"
import {
  addPurges,
  changePurge,
  countOverdue,
  dropPurge,
  findAuthor,
  listDue,
  listNames,
  listPublic,
  listPublicArticles,
  listPublicUsers,
  type CdnPurgeRow,
} from "./cdn.repository"

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

/** Whether the CDN may keep pages: it removes every copy that names what is hidden, also those of other pages. */
export const mayCdnKeepPages = async (app: Services): Promise<boolean> => {
  const account = await accountOf(app)
  return account !== null && knowsTags(account)
}

/** A site that is closed, or shows its pages to users only. */
const isClosed = async (app: Services): Promise<boolean> => {
  const { login_required, is_close } = await settingsOf(app, "security")
  return login_required || is_close
}

/** The length of `target` in the table. */
const longest = 64

/** Returns the targets among these objects of one kind that have no public page. */
const hiddenOf = async (ctx: Ctx, what: "document" | "article" | "user", ids: string[]): Promise<string[]> => {
  if (!ids.length) return []
  if (what === "document") {
    const readable = await listPublic(ctx.db, ids)
    return ids.filter((id) => !readable.has(id))
  }
  const readable = await (what === "article" ? listPublicArticles(ctx.db, ids) : listPublicUsers(ctx.db, ids.map(Number)))
  return ids.filter((id) => !readable.has(id)).map((id) => (`${what} ${id}`.length > longest ? "articles" : `${what} ${id}`))
}

/**
 * Notes what is not public any more among these changes: objects, or images of a document that is. Purges what is due; what became public
 * again is purged in vain.
 */
export const notePurges = async (ctx: Ctx, changes: readonly Change[], signal?: AbortSignal): Promise<void> => {
  if (!(await accountOf(ctx.app))) return
  const isAll =
    changes.some(({ what, id }) => what === "*" || (!id && what !== "settings")) ||
    (changes.some(({ what }) => what === "settings") && (await isClosed(ctx.app)))
  const idsOf = (kind: string) => [...new Set(changes.flatMap(({ what, id }) => (what === kind && id && id.length <= longest ? [id] : [])))]
  const targets = isAll
    ? [everything]
    : [
        ...(await hiddenOf(ctx, "document", idsOf("document"))),
        // the document itself may still be public
        ...idsOf("images"),
        ...(await hiddenOf(ctx, "article", idsOf("article"))),
        ...(await hiddenOf(ctx, "user", idsOf("user"))),
      ]
  if (!targets.length) return
  await addPurges(ctx.db, [...new Set(targets)], ctx.now())
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

/** The pages of one user, which list what is public of them. */
const pagesOfUser = (origin: string, id: number | string): string[] =>
  ["", "/document", "/article"].map((tab) => `${origin}${paths.user(Number(id))}${tab}`)

const addressesOf = async ({ db }: Ctx, origin: string, target: string): Promise<CdnPurge> => {
  if (target === everything) {
    const folders = ["view", "document", "embed", "article", "user"].map((folder) => `${origin}/${folder}/`)
    return { addresses: [], folders, tags: [] }
  }
  if (target === "articles") return { addresses: [], folders: [`${origin}/article/`], tags: [] }
  const [, kind, id = ""] = /^(user|article) (.+)$/.exec(target) ?? []
  if (kind === "user") return { addresses: pagesOfUser(origin, id), folders: [], tags: [cacheTag("user", id)] }
  if (kind) return { addresses: [origin + paths.article(id)], folders: [], tags: [cacheTag("article", id)] }
  const [names, author] = [[target, ...(await listNames(db, target))], await findAuthor(db, target)]
  return {
    addresses: [
      origin + paths.document(target),
      `${origin}/embed/${target}`,
      ...names.map((name) => `${origin}/view/cover/${name}`),
      ...(author === null ? [] : pagesOfUser(origin, author)),
    ],
    folders: names.flatMap((name) => [`${origin}/view/page/${name}/`, `${origin}/view/thumb/${name}/`]),
    tags: [cacheTag("document", target)],
  }
}

/** Returns a message about pages that the CDN has not removed for a day; "" for none. */
export const overduePurges = async (ctx: Ctx): Promise<string> => {
  if (!(await accountOf(ctx.app))) return ""
  const count = await countOverdue(ctx.db, new Date(ctx.now().getTime() - alarmMs))
  return count ? `${count} 份已经不公开的内容，CDN 一天没有清除缓存，访客可能还看得到；请检查“SSR 配置”里 CDN 的密钥` : ""
}
