import { and, desc, eq, isNotNull, ne } from "drizzle-orm"
import { homeTitle } from "@/lib/rules/site/site-name"
import { supportedExtensions } from "@/lib/contract/library/document.formats"
import type { Settings } from "@/lib/contract/types"
import { totalOf } from "@/server/db/totals"
import type { Ctx } from "@/server/context"
import type { Db } from "@/server/db/client"
import { bannerTable } from "../banner/banner.table"
import { categoryTable } from "../../library/category/category.table"
import { commentTable } from "../../community/comment/comment.table"
import { friendlinkTable } from "../friendlink/friendlink.table"
import { reportTable } from "../../community/report/report.table"
import { indexingPushTable } from "../indexing-push/indexing-push.table"
import { SearchUnavailable } from "@/server/ports/search/search.port"
import { troubleTextOf } from "@/server/ports/search/trouble"
import { listEnabledLanguages } from "../../library/language/language.usecases"
import { publicPayment } from "../../money/payment/gateway.usecases"
import { backupRunTable } from "../../operations/backup/backup-run.table"
import { readMissingFiles } from "../settings/missing-files.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { countPublicArticles, countReadableDocuments } from "../../people/user/public-counts.usecases"
import { userTable } from "../../people/user/user.table"
import { watermarkOf } from "./watermark-tile.rules"

/**
 * Extracts the script of a pasted snippet as code: the content of script elements, and a loader line for those with a URL. The rest of a
 * snippet has no use in a page. Code without any element is returned unchanged.
 */
const scripts = (snippet: string): string => {
  const elements = [...snippet.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)]
  if (!elements.length) return snippet.includes("<") ? "" : snippet
  return elements
    .flatMap(([, attributes, code]) => [loaderOf(attributes!), code!.trim()])
    .filter(Boolean)
    .join("\n")
}

const loaderOf = (attributes: string): string => {
  const address = /\ssrc\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/i.exec(attributes)?.[1]
  return address
    ? `(function(){var s=document.createElement("script");s.async=true;s.src=${JSON.stringify(address)};document.head.appendChild(s)})();`
    : ""
}

/** Returns all settings that are public without a login (docs/reference/api.md 4.3). */
export const readPublicSettings = async (ctx: Ctx): Promise<Partial<Settings>> => {
  const { app } = ctx
  const [system, footer, security, download, display, score, vip, ssr, mp, sms, email, language] = await Promise.all([
    settingsOf(app, "system"),
    settingsOf(app, "footer"),
    settingsOf(app, "security"),
    settingsOf(app, "download"),
    settingsOf(app, "display"),
    settingsOf(app, "score"),
    settingsOf(app, "vip"),
    settingsOf(app, "ssr"),
    settingsOf(app, "mp"),
    settingsOf(app, "sms"),
    settingsOf(app, "email"),
    listEnabledLanguages(ctx),
  ])
  const watermark = watermarkOf(system.watermark)
  const keywords = system.recommend_words.split(/[,，\s]+/).filter(Boolean)
  return {
    system: {
      ...system,
      title: homeTitle(system),
      recommend_words: keywords,
      analytics: scripts(system.analytics),
      watermark: watermark.address,
      watermark_text: watermark.text,
      version: app.version,
      mp_logo: mp.logo,
      credit_name: score.credit_name,
      credit_exchange: score.credit_exchange,
      show_exchange: score.show_exchange,
      enable_sms: sms.sms_provider !== "",
      enable_email: email.enable && email.host !== "",
    },
    footer,
    security: {
      ...security,
      // clients interpret an empty list as "nothing is allowed"
      document_allowed_ext: [...(security.document_allowed_ext.length ? security.document_allowed_ext : supportedExtensions)],
    } as Settings["security"],
    download,
    display,
    vip,
    payment: await publicPayment(app),
    ssr: {
      hide_from_search: ssr.hide_from_search,
      robots_rules: ssr.robots_rules,
      crawl_delay: ssr.crawl_delay,
      refuse_ai_crawlers: ssr.refuse_ai_crawlers,
    },
    mp,
    language,
  }
}

/** Counts the indexed entries, and reports problems of the index or the search engine to staff. */
const examineSearch = async ({ app }: Ctx): Promise<{ entries: number; notices: string[] }> => {
  try {
    const [{ entries }, condition] = await Promise.all([app.search.state(), app.search.condition()])
    const trouble = troubleTextOf(condition)
    return { entries, notices: trouble ? [`${app.search.engine} ${trouble}。`] : [] }
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
    return { entries: 0, notices: [`${app.search.engine} 用不了，暂时只能按标题搜索。${error.advice || "请检查 SEARCH_URL 和引擎本身"}。`] }
  }
}

/** A backup older than this is worth a notice (days). */
const backupDays = 3

/** Reports to staff that the last backup failed or is old; nothing on a site that has never been backed up by this program. */
const backupNotices = async (db: Db): Promise<string[]> => {
  const [last] = await db
    .select()
    .from(backupRunTable)
    .where(and(eq(backupRunTable.kind, "backup"), isNotNull(backupRunTable.ended_at)))
    .orderBy(desc(backupRunTable.id))
    .limit(1)
  if (!last) return []
  const days = Math.floor((Date.now() - last.ended_at!.getTime()) / 86_400_000)
  if (!last.ok) return [`最近一次备份没有成功：${last.error}`]
  return days >= backupDays ? [`最近一次备份是 ${days} 天前`] : []
}

/** Returns when the newest backup and the newest proof of one ended; null for never. */
const readBackupTimes = async (db: Db) => {
  const newest = async (kind: "backup" | "verify") => {
    const [row] = await db
      .select({ ended_at: backupRunTable.ended_at })
      .from(backupRunTable)
      .where(and(eq(backupRunTable.kind, kind), eq(backupRunTable.ok, true), isNotNull(backupRunTable.ended_at)))
      .orderBy(desc(backupRunTable.ended_at))
      .limit(1)
    return row?.ended_at ?? null
  }
  return { backup_at: await newest("backup"), backup_proven_at: await newest("verify") }
}

const readForStaff = async (ctx: Ctx) => {
  const { app, db } = ctx
  const [category_count, comment_count, banner_count, friendlink_count, report_count] = await Promise.all(
    [categoryTable, commentTable, bannerTable, friendlinkTable, reportTable].map((table) => totalOf(db, table, undefined)),
  )
  const missing = (await app.converter.capabilities()).flatMap(({ notice }) => notice ?? [])
  const refused = await db.select({ error: indexingPushTable.error }).from(indexingPushTable).where(ne(indexingPushTable.error, ""))
  const trial = app.payments.trial ? ["支付在试用（PAYMENT_SANDBOX）：找的是模拟平台，收不到真的钱。"] : []
  const lost = await readMissingFiles(app)
  const lostFiles = lost.count
    ? [
        `上次没有正常停止，丢失了 ${lost.count} 个文件：${lost.examples.slice(0, 5).join("、")}。请从备份恢复，再运行 npm run doctor -- files 核对。`,
      ]
    : []
  const index = await examineSearch(ctx)
  const notices = [
    ...lostFiles,
    ...index.notices,
    ...(await backupNotices(db)),
    ...missing,
    ...trial,
    ...refused.map(({ error }) => `新网页没能推送给搜索引擎：${error}`),
  ]
  return {
    category_count,
    comment_count,
    banner_count,
    friendlink_count,
    report_count,
    index_document_count: index.entries,
    notices,
    ...(await readBackupTimes(db)),
  }
}

/** Returns the numbers on the home page (docs/reference/api.md 2.3); those that the display settings hide are 0. */
export const readStats = async (ctx: Ctx) => {
  const display = await settingsOf(ctx.app, "display")
  const [users, documents, articles] = await Promise.all([
    display.show_register_user_count ? totalOf(ctx.db, userTable, undefined) : 0,
    display.show_document_count ? countReadableDocuments(ctx) : 0,
    countPublicArticles(ctx),
  ])
  return {
    ...(ctx.may("GET /stats") && (await readForStaff(ctx))),
    user_count: users ? users + display.virtual_register_count : 0,
    document_count: documents,
    article_count: articles,
    version: ctx.app.version,
  }
}
