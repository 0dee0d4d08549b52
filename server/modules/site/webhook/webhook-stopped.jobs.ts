import { job } from "@/server/module"
import { noticeMail } from "@/server/ports/mail/templates"
import { deliverMail } from "../settings/mail-delivery.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { findRootEmail, findWebhook } from "./webhook.repository"

/** Notifies user 1 that a webhook was disabled, because no other user would notice. */
export const webhookStoppedJob = job<{ webhook_id: number }>({
  name: "webhook-stopped",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 1,
  run: async (ctx, { webhook_id }) => {
    const [webhook, to] = [await findWebhook(ctx.db, webhook_id), await findRootEmail(ctx.db)]
    if (!webhook || webhook.enable || !to) return
    const { sitename } = await settingsOf(ctx.app, "system")
    const lines = [
      `Webhook“${webhook.title}”（${new URL(webhook.url).host}）一直没有送达，已经停用，之后的事件不再推送。最后一次的原因：${webhook.error}。`,
      "对方恢复后，到“系统设置 - 基础配置 - Webhook”里重新启用；没有送达的可以在“推送记录”里重新推送。",
    ]
    await deliverMail(ctx, to, noticeMail({ sitename, title: "一个 Webhook 已停用", lines }), { webhook_id })
  },
})
