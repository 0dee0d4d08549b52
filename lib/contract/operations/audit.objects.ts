/**
 * The objects that the audit log names: the name of the table or settings, and its display name. No zod in this file: the audit log screen
 * uses it too.
 */
export const auditObjects = {
  advertisement: "广告",
  announcement: "站内公告",
  appeal: "申诉",
  article: "文章",
  attachment: "附件",
  banner: "轮播图",
  category: "分类",
  comment: "评论",
  config: "系统设置",
  document: "文档",
  download_code_batch: "下载码批次",
  download_code: "下载码",
  friendlink: "友链",
  sensitive_word: "敏感词",
  sensitive_hit: "敏感词命中",
  group: "角色",
  language: "语言",
  navigation: "导航",
  order: "订单",
  order_refund: "退款",
  permission: "权限",
  punishment: "处罚",
  punishment_template: "处罚模板",
  report: "举报",
  report_case: "举报案卷",
  complaint: "版权投诉",
  search_record: "搜索记录",
  sms: "短信记录",
  spider_document: "采集文档",
  spider_url: "采集链接",
  user: "用户",
  webhook: "Webhook",
} as const

export type AuditObject = keyof typeof auditObjects

/** The kinds of audit log entries: an operation by staff, or an event that concerns account security. */
export const auditKinds = { operation: 1, security: 2 } as const
export const auditKindOptions = [
  { value: auditKinds.operation, label: "员工操作" },
  { value: auditKinds.security, label: "安全事件" },
] as const
