import type { ErrorRecord } from "@/server/security/error-record"
import { maskedAddress } from "@/server/security/masked-address"

/** A row that a job concerns. Rows of documents and articles have a title and a page. */
export type JobSubject = { table: "document" | "article" | "other"; label: string; id: string }
/** The only fields of a payload that staff see, each with the row that it names. */
type Fields = Record<string, Omit<JobSubject, "id">>
/**
 * `change`: its payload is an announced change (`server/module.ts`), of a document or an article. `vital`: it returns money, warns the root
 * account, guards the site or removes what nobody may see any more, so that only the root account may stop it.
 */
type JobTitle = { title: string; fields?: Fields; change?: true; vital?: true }

const document: Fields = { document_id: { table: "document", label: "文档" } }
const named = (field: string, label: string): Fields => ({ [field]: { table: "other", label } })

/** Every kind of job with its title, and the fields of its payload that may be displayed. What is not listed here is never displayed. */
export const jobKinds: Record<string, JobTitle> = {
  "convert-document": { title: "转换文档", fields: document },
  "sweep-conversions": { title: "检查转换队列" },
  "title-cover": { title: "生成标题封面", fields: document },
  "refresh-covers": { title: "更新封面" },
  "thicken-pages": { title: "加深太淡的页面" },
  "text-check": { title: "检查正文里的敏感词", fields: document, vital: true },
  "check-document-safety": { title: "文档的内容安全检查", fields: document, vital: true },
  "scan-files": { title: "重新查毒", vital: true },
  "scan-waiting": { title: "给新文件查毒", vital: true },
  "check-files": { title: "核对文件" },
  "recheck-lost-files": { title: "再找丢失的文件" },
  "purge-files": { title: "删除没有人用的文件" },
  "expire-documents": { title: "清空回收站里到期的文档" },
  "recount-categories": { title: "重新统计分类" },
  "expire-articles": { title: "清空回收站里到期的文章" },
  "rehost-pictures": { title: "保存文章里的外部图片", fields: { id: { table: "article", label: "文章" } } },
  "check-article-safety": { title: "文章的内容安全检查", fields: { article_id: { table: "article", label: "文章" } }, vital: true },
  "check-comment-safety": { title: "评论的内容安全检查", fields: named("comment_id", "评论"), vital: true },
  "crawl-link": { title: "抓取链接", fields: named("id", "采集链接") },
  "fetch-spider-document": { title: "下载采集的文档", fields: named("id", "采集文档") },
  "publish-spider-document": { title: "发布采集的文档", fields: named("id", "采集文档") },
  "sweep-spider": { title: "安排采集" },
  "index-entry": { title: "更新搜索索引", change: true },
  "index-some": { title: "更新一批搜索索引" },
  "rebuild-index": { title: "重建搜索索引" },
  "complete-index": { title: "补全搜索索引" },
  "settle-index": { title: "核对搜索索引" },
  "settle-changed": { title: "核对最近改动的索引" },
  "sweep-search-records": { title: "清理搜索记录" },
  "file-notice": { title: "通知文件丢失", fields: document },
  "settle-missing-files": { title: "处理丢失文件的订单", vital: true },
  "close-orders": { title: "关闭过期订单" },
  refund: { title: "退款", fields: named("refund_id", "退款"), vital: true },
  "settle-refunds": { title: "核对退款", vital: true },
  "return-surplus": { title: "退回多付的钱", fields: named("attempt_id", "付款"), vital: true },
  "vip-reminder": { title: "会员到期提醒", fields: named("card_id", "会员卡") },
  "remind-members": { title: "安排会员到期提醒" },
  "mail-notification": { title: "用邮件通知", fields: named("notification_id", "通知") },
  "mail-daily-notifications": { title: "发送每日通知汇总", fields: named("user_id", "用户") },
  "start-daily-notifications": { title: "安排每日通知汇总" },
  "check-alarms": { title: "检查告警", vital: true },
  "send-alarm": { title: "发送告警", fields: named("message_id", "告警消息"), vital: true },
  "start-backup": { title: "安排备份", vital: true },
  backup: { title: "备份", vital: true },
  "scrub-files": { title: "重读所有文件", vital: true },
  "prove-backup": { title: "验证备份", vital: true },
  "count-days": { title: "每日统计" },
  "fold-views": { title: "合计浏览数" },
  "sweep-expired": { title: "清理过期的数据" },
  "sweep-temporary": { title: "清理临时文件" },
  "purge-cdn": { title: "清除 CDN 缓存", vital: true },
  "retry-cdn": { title: "重试清除 CDN 缓存", vital: true },
  "sweep-upload-parts": { title: "清理没有传完的上传" },
  "convert-samples": { title: "试转示例文件" },
  "erase-accounts": { title: "注销到期的账号", vital: true },
  "announce-ended-punishments": { title: "解除到期的处罚" },
  "security-notice": { title: "发送安全提醒", fields: named("event_id", "安全事件"), vital: true },
  "send-mail": { title: "发送邮件", fields: named("code_id", "发送记录"), vital: true },
  "send-sms": { title: "发送短信", fields: named("code_id", "发送记录"), vital: true },
  "mail-complaint": { title: "发版权投诉的邮件", fields: named("complaint_id", "版权投诉") },
  "close-complaints": { title: "结束过期的版权投诉" },
  "announcement-turn": { title: "公告开始和结束", fields: named("announcement_id", "站内公告") },
  "tell-announcement": { title: "把公告写进用户的通知", fields: named("announcement_id", "站内公告") },
  "advertisement-turn": { title: "广告上线和下线", fields: named("advertisement_id", "广告") },
  "push-changes": { title: "推送收录" },
  "build-sitemap": { title: "生成站点地图" },
  "webhook-stopped": { title: "通知 Webhook 已停用", fields: named("webhook_id", "Webhook") },
  "deliver-webhook": { title: "推送 Webhook", fields: named("webhook_id", "Webhook") },
  "sweep-webhooks": { title: "安排 Webhook 推送" },
}

/** Whether only the root account may pause the kind and give up its failed jobs. */
export const isVital = (name: string): boolean => Object.hasOwn(jobKinds, name) && jobKinds[name]!.vital === true

const changes: Record<string, Omit<JobSubject, "id">> = {
  document: { table: "document", label: "文档" },
  article: { table: "article", label: "文章" },
}

/** Returns the row that a job names in a listed field: only an id, never other parts of its payload. */
export const subjectOf = (name: string, data: unknown): JobSubject | null => {
  const kind = Object.hasOwn(jobKinds, name) ? jobKinds[name]! : null
  const payload = (data ?? {}) as Record<string, unknown>
  for (const [field, row] of Object.entries(kind?.fields ?? {})) {
    const value = payload[field]
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return { ...row, id: String(value) }
  }
  const row = kind?.change && Object.hasOwn(changes, String(payload.what)) ? changes[String(payload.what)] : undefined
  return row && /^[\w-]{1,64}$/.test(String(payload.id)) ? { ...row, id: String(payload.id) } : null
}

/** Messages of the queue itself. */
const queueMessages: Record<string, string> = {
  "job timed out": "运行太久，已中止",
  "job heartbeat timeout": "运行它的进程没有回应",
}
const maxReason = 500
const mask = "******"

/** Hides what could identify a person or grant access: addresses of mails and pages, phone numbers, long codes. */
const withoutPeople = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s"'<>，。；）]+/gi, maskedAddress)
    .replace(/[^\s<>@"'：:,;（(]{1,64}@[\w.-]+/g, mask)
    .replace(/(?<![\w.])\+?\d[\d -]{8,18}\d(?![\w.])/g, mask)
    .replace(/\b(?=[\w-]*\d)[\w-]{24,}/g, mask)

const isRecord = (value: unknown): value is ErrorRecord =>
  typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"

/** Returns why a job failed, with the cause of its error, as far as staff may read it. */
export const reasonOf = (output: unknown): string => {
  const messages: string[] = []
  let error: unknown = isRecord(output) ? output : (output as { value?: unknown } | null)?.value
  while (isRecord(error) && messages.length < 3) {
    messages.push(
      queueMessages[error.message] ??
        (error.code && !error.message.includes(error.code) ? `${error.message} (${error.code})` : error.message),
    )
    error = error.cause
  }
  const text = withoutPeople([...new Set(messages.filter(Boolean))].join("：")).replace(/\s+/g, " ")
  return text.length > maxReason ? `${text.slice(0, maxReason)}…` : text || "没有说明"
}
