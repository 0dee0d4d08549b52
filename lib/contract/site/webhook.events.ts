/** The events that a site can send to other programs (docs/decisions/154). No zod in this file: it is shipped to browsers. */
export const webhookEvents = {
  "document.created": "有人上传了文档",
  "document.converted": "文档转换完成",
  "document.failed": "文档转换失败",
  "document.published": "文档公开，可以阅读",
  "document.rejected": "文档没有通过审核",
  "document.deleted": "文档被删除",
  "article.published": "文章公开",
  "user.registered": "新用户注册",
  "order.paid": "订单已支付",
  "order.refunded": "订单已退款",
  "comment.created": "有人评论",
  "report.created": "有人举报",
  "alarm.raised": "网站告警",
  "alarm.recovered": "告警恢复",
} as const

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]
export const webhookEventOptions = webhookEventNames.map((value) => ({ value, label: webhookEvents[value] }))

/** The event that the test button sends; it cannot be subscribed to. */
export const testEvent = "webhook.test"
export const deliveredEventOptions = [...webhookEventOptions, { value: testEvent, label: "测试" }]

/** The maximum number of webhooks per site. */
export const maxWebhooks = 20
/** `deliveryDays`: how long the log keeps deliveries. `failingDays`: after how many days an endpoint that never answers is disabled. */
export const deliveryDays = 30
export const failingDays = 5
