import { inArray } from "drizzle-orm"
import { readSetting } from "@/lib/contract/setting"
import { settingGroups, type SettingGroup } from "@/lib/contract/site/settings.groups"
import { WebhookStatus } from "@/lib/contract/site/webhook.enums"
import { originOf } from "@/lib/rules/path"
import type { Db } from "@/server/db/client"
import { beforeBaseline, isBeforeBaseline, missingMigrations } from "@/server/db/migrate"
import { newerSchema } from "@/server/db/site-version"
import { checkLedger } from "../../money/ledger/check.usecases"
import { settingRows } from "../../site/settings/settings.usecases"
import { webhookTable } from "../../site/webhook/webhook.table"
import { fault, fine, warning, type Finding } from "./finding.rules"

/* Checks that read the database. */

/** `migrate` brings the schema up to date. */
export const schema = async (db: Db, folder: string, migrate: () => Promise<void>): Promise<Finding> => {
  if (await isBeforeBaseline(db, folder)) return fault("数据库", beforeBaseline.text, beforeBaseline.fix)
  const newer = await newerSchema(db, folder)
  if (newer) return fault("数据库", newer.text, newer.fix)
  const missing = await missingMigrations(db, folder)
  if (missing === 0) return fine("数据库", "表是这个版本的")
  return fault("数据库", `有 ${missing} 步升级还没有做`, "先备份，再启动一次网站：启动时会自动升级", async () => {
    await migrate()
    return "表已经升级到这个版本"
  })
}

type Texts = Awaited<ReturnType<typeof settingRows>>
const valueOf = (texts: Texts, group: SettingGroup, name: string): unknown =>
  readSetting(settingGroups[group][name as never], texts.get(`${group}.${name}`)?.value)

/** Returns the bytes that the site keeps free. */
export const reserveOf = async (db: Db): Promise<number> =>
  Number(valueOf(await settingRows({ db }), "security", "free_space_reserve")) * 1024 ** 2

/** Checks for missing settings without which a feature that users expect does not work. */
export const settings = async (db: Db): Promise<Finding[]> => {
  const texts = await settingRows({ db })
  const domain = originOf(String(valueOf(texts, "system", "domain")))
  const mail = valueOf(texts, "email", "enable") === true && String(valueOf(texts, "email", "host")) !== ""
  return [
    domain
      ? fine("网站域名", domain)
      : warning("网站域名", "没有填写：邮件里的链接、站点地图、支付和第三方登录都要用它", "在“系统设置 - 基础配置”里填写"),
    mail
      ? fine("邮件", String(valueOf(texts, "email", "host")))
      : warning("邮件", "没有设置：忘了密码的人不能自己找回", "在“系统设置 - 邮箱配置”里填写，再按“发送测试邮件”"),
  ]
}

/** Checks the whole ledger: every movement of credits must be consistent. */
export const ledger = async (db: Db): Promise<Finding> => {
  const { transactions, faults, sum } = await checkLedger(db)
  if (faults.length === 0 && sum === 0n) return fine("账本", `${transactions} 笔交易都平`)
  return fault(
    "账本",
    `有 ${faults.length} 处对不上`,
    "先备份；npm run ledger -- check 列出是哪几笔，npm run audit -- check 看是否有人改过；从没有问题的备份恢复数据库（docs/SECURITY.md）",
  )
}

export const webhooks = async (db: Db): Promise<Finding> => {
  const broken = await db
    .select({ title: webhookTable.title, status: webhookTable.status, error: webhookTable.error })
    .from(webhookTable)
    .where(inArray(webhookTable.status, [WebhookStatus.failing, WebhookStatus.stopped]))
  if (broken.length === 0) return fine("Webhook", "没有送不到的")
  return warning(
    "Webhook",
    broken.map(({ title, status, error }) => `“${title}”${WebhookStatus.labelOf(status)}：${error}`).join("；"),
    "让接收方恢复，再到“系统设置 - 基础配置 - Webhook”里启用；没有送达的在“推送记录”里重新推送",
  )
}
