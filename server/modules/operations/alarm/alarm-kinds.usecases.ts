import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx } from "@/server/context"
import { GatewayError } from "@/server/ports/payment/payment.port"
import { SearchUnavailable } from "@/server/ports/search/search.port"
import { troubleTextOf } from "@/server/ports/search/trouble"
import { isPaused } from "@/server/jobs/pauses"
import { conversionJobName } from "../../library/document/conversion-order.rules"
import { failedSafetyChecks } from "../../community/content-safety/safety-check.usecases"
import { checkRecentEntries } from "../../money/ledger/checkpoint.usecases"
import { overduePurges } from "../../site/cdn/cdn.usecases"
import { readMissingFiles } from "../../site/settings/missing-files.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { backupPlan } from "../backup/plan.usecases"
import { dataFolder } from "../doctor/machine.usecases"
import { databaseConnections } from "../doctor/services.usecases"
import { archiveSigns, backupSigns, conversionBacklog, countEvents, countUncredited } from "./signs.repository"

/**
 * A kind of alarm. `check` returns what is wrong, "" for nothing, null if the state is unknown now: the alarm then stays as it is. Its
 * sentence names numbers and things, never people, titles, addresses or secrets: it leaves the site.
 */
export type AlarmKind = { name: string; title: string; everyMinutes: number; check: (ctx: Ctx) => Promise<string | null> }

const [minute, hour, day] = [60, 3_600, 86_400]
const ago = (ctx: Ctx, seconds: number) => new Date(ctx.now().getTime() - seconds * 1_000)
const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** Conversions have stopped if a document waits, and no conversion has run or ended for this time (s). */
const stoppedAfter = 30 * minute
/** The site warns before it becomes read-only: below this multiple of the reserve. */
const reserveFactor = 2
/** Ages of backups (s) from which they are old: of the nightly one, and of the weekly proof. */
const [oldBackup, oldProof] = [2 * day, 14 * day]
/** How far the archive may be behind (s): a segment is finished every 40 s and stored at once. */
const lateArchive = 3 * minute
/** Number of failed logins within ten minutes that raises the alarm. */
const manyFailures = 100
const certificateDays = 30
/** An authentic payment that fits no order; the texts of `order/receipt.usecases.ts`. */
const unfitReceipts = ["没有这个订单", "币种不对", "金额不对", "没有支付平台的单号"]

/** All kinds, in the order of the screen. A new kind needs only its entry here. */
export const alarmKinds: readonly AlarmKind[] = [
  {
    name: "conversions-stopped",
    title: "文档转换停了",
    everyMinutes: 1,
    check: async (ctx) => {
      // staff know of a pause, and /admin/jobs shows it
      if (await isPaused(ctx.db, conversionJobName)) return ""
      const { count, age, working, ended } = await conversionBacklog(ctx.db, ctx.now())
      // a long queue that moves is no fault
      return !working && Math.min(age, ended) > stoppedAfter
        ? `${count} 份文档在等转换，最早的一份已经 ${Math.floor(age / minute)} 分钟没有动`
        : ""
    },
  },
  {
    name: "disk-low",
    title: "磁盘快满了",
    everyMinutes: 1,
    check: async (ctx) => {
      const reserve = (await settingsOf(ctx.app, "security")).free_space_reserve * 1024 ** 2
      const free = await ctx.app.freeSpace()
      if (free > reserve * reserveFactor) return ""
      return `只剩 ${gigabytes(free)}，低于 ${gigabytes(reserve)} 时网站不再收文件，也不再写入`
    },
  },
  {
    name: "backup-old",
    title: "备份太旧",
    everyMinutes: 10,
    check: async (ctx) => {
      const { backup, proven, first, failed } = await backupSigns(ctx.db, ctx.now())
      const days = (age: number) => Math.floor(age / day)
      if (backup === null) return failed ? "备份没有成功，还没有一份能用的" : ""
      if (backup > oldBackup && (await backupPlan(ctx.app))) return `最近一次成功的备份是 ${days(backup)} 天前的`
      if ((proven ?? first ?? 0) <= oldProof) return ""
      return proven === null ? `备份从来没有试着恢复过，已经 ${days(first!)} 天` : `最近一次证明能恢复是 ${days(proven)} 天前`
    },
  },
  {
    name: "archive",
    title: "归档停了",
    everyMinutes: 1,
    check: async (ctx) => {
      if (!ctx.app.backups?.variables.ARCHIVE_TO) return ""
      const { stopped, failed, waiting, behind } = await archiveSigns(ctx.db)
      if (stopped) return stopped
      if (behind > lateArchive) return `归档落后 ${Math.floor(behind / minute)} 分钟，${waiting} 段日志在等`
      return failed && "归档的基础副本没有做成，原因写在日志里"
    },
  },
  {
    name: "ledger-fault",
    title: "账本对不上",
    everyMinutes: 10,
    check: async (ctx) => {
      const { faults, sum } = await checkRecentEntries(ctx.app.database.db, ctx.now())
      return faults || sum !== 0n ? `有 ${faults} 处对不上，在服务器上运行 npm run ledger -- check 查看` : ""
    },
  },
  {
    name: "order-not-credited",
    title: "付了款的订单没有到账",
    everyMinutes: 5,
    check: async (ctx) => {
      const orders = await countUncredited(ctx.db, ago(ctx, 30 * day))
      const receipts = await countEvents(ctx.db, SecurityEventType.paymentNoticeRefused, ago(ctx, 6 * hour), 1_000, unfitReceipts)
      return [orders && `${orders} 个订单已支付，账本里却没有`, receipts && `6 小时内有 ${receipts} 笔付款对不上订单`]
        .filter(Boolean)
        .join("；")
    },
  },
  {
    name: "wechat-certificate",
    title: "微信支付证书快到期",
    everyMinutes: 720,
    check: async (ctx) => {
      const config = await settingsOf(ctx.app, "wechatpay")
      const { enable, mch_id, serial_no, private_key, api_v3_key } = config
      if (!enable || !mch_id || !serial_no || !private_key || !api_v3_key) return ""
      const certificate = await ctx.app.payments.platformCertificate(config).catch((error: unknown) => {
        if (error instanceof GatewayError) return undefined
        throw error
      })
      if (certificate === undefined) return null
      const left = certificate ? Math.floor((certificate.expires_at.getTime() - ctx.now().getTime()) / (day * 1_000)) : certificateDays
      return left < certificateDays ? (left < 0 ? "微信支付平台证书已经过期" : `微信支付平台证书还有 ${left} 天到期`) : ""
    },
  },
  {
    name: "failed-logins",
    title: "大量登录失败",
    everyMinutes: 1,
    check: async (ctx) => {
      const count = await countEvents(ctx.db, SecurityEventType.loginFailed, ago(ctx, 10 * minute), 100_000)
      return count >= manyFailures ? `10 分钟内有 ${count} 次登录没有成功，可能有人在猜密码` : ""
    },
  },
  {
    name: "search-engine",
    title: "搜索引擎有问题",
    everyMinutes: 2,
    check: async (ctx) => {
      try {
        return troubleTextOf({ ...(await ctx.app.search.condition()), complete: true })
      } catch (error) {
        if (!(error instanceof SearchUnavailable)) throw error
        return `搜索引擎${error.advice ? "用不了" : "没有回应"}，现在只搜标题${error.advice && `。${error.advice}`}`
      }
    },
  },
  {
    name: "files-missing",
    title: "文件不见了",
    everyMinutes: 5,
    check: async (ctx) => {
      const { count } = await readMissingFiles(ctx.app)
      return count ? `上次没有正常停止，${count} 个文件有记录却不在，面板上列出了是哪些` : ""
    },
  },
  {
    name: "cdn-purge",
    title: "CDN 没有清除缓存",
    everyMinutes: 10,
    check: overduePurges,
  },
  {
    name: "content-safety",
    title: "内容安全检查没有做成",
    everyMinutes: 10,
    check: failedSafetyChecks,
  },
  {
    name: "doctor",
    title: "体检发现问题",
    everyMinutes: 60,
    check: async (ctx) => {
      const { pool, sessions } = ctx.app.database
      const findings = [dataFolder(ctx.app.dataDir), await databaseConnections(pool, { isPooled: sessions !== pool })]
      const names = findings.flatMap((finding) => (!finding.works && finding.severe ? [finding.name] : []))
      return names.length ? `${names.join("、")}，在服务器上运行 npm run doctor 查看原因和解决办法` : ""
    },
  },
]
