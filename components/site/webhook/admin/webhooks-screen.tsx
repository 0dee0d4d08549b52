"use client"

import "@/app/styles/site/webhook.css"
import { crudPage } from "@/components/admin/crud-page"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { WebhookStatus } from "@/lib/contract/site/webhook.enums"
import { webhookEvents, type WebhookEvent } from "@/lib/contract/site/webhook.events"
import { NewWebhook, webhookForm } from "./new-webhook"
import { ReplaceSecret } from "./secret-drawer"

const tableOnly = { form: false } as const
const noted = { form: false, column: "hidden" } as const
const labelsOf = (events: string[]) => events.map((event) => webhookEvents[event as WebhookEvent] ?? event).join("、")

/** Webhook: which programs receive which events, and whether they are reachable. */
export const WebhooksScreen = crudPage(entities.webhook, {
  title: "Webhook",
  searchIn: "名称或地址",
  create: false,
  removal: "它的推送记录也会一起删除。",
  empty: {
    title: "还没有 Webhook",
    text: "有人上传、注册、付款时，让别的程序马上知道：填一个地址，选几种事件。",
  },
  toolbar: ({ crud }) => crud.may("Create") && <NewWebhook onDone={crud.reload} />,
  panels: { secret: ReplaceSecret },
  rowActions: (row, { crud, act, show }) => [
    {
      key: "test",
      label: "发送测试",
      icon: "play",
      hidden: !crud.may("UpdateWebhook"),
      onClick: () =>
        void act({
          call: () => api("POST /webhook/test", { id: row.id }),
          done: ({ status, duration }) => `已送达：对方回答 ${status}，用了 ${duration} 毫秒`,
        }).then((delivered) => delivered || crud.reload()),
    },
    {
      key: "secret",
      label: "更换密钥",
      icon: "key",
      hidden: !crud.may("UpdateWebhook"),
      onClick: () => show("secret", [row]),
    },
  ],
  fields: {
    title: {
      ...webhookForm.title,
      render: (row) => (
        <Link className="lk" href={`/admin/config/system?tab=delivery&webhook_id=${row.id}`}>
          {row.title}
        </Link>
      ),
    },
    url: {
      ...webhookForm.url,
      card: true,
      render: (row) => (
        <span className="cut" title={row.url}>
          {row.url}
        </span>
      ),
    },
    events: {
      ...webhookForm.events,
      card: true,
      text: (row) => labelsOf(row.events),
      render: (row) => <span title={labelsOf(row.events)}>{row.events.length} 种</span>,
    },
    enable: { label: "启用", kind: "switch", initial: true, inline: true, search: true },
    status: {
      ...tableOnly,
      label: "状态",
      kind: "enum",
      options: WebhookStatus,
      tones: { [WebhookStatus.working]: "ok", [WebhookStatus.failing]: "warn", [WebhookStatus.stopped]: "bad" },
      search: true,
      card: true,
    },
    error: { ...tableOnly, label: "最近的错误" },
    delivered_at: { ...tableOnly, label: "最近送达", kind: "datetime", sort: true },
    failing_since: { ...noted, label: "从何时起失败", kind: "datetime" },
    secret_hint: { ...noted, label: "密钥", text: (row) => `${row.secret_hint}…` },
    created_at: { ...noted, label: "创建时间", kind: "datetime", sort: true },
    updated_at: { ...noted, label: "更新时间", kind: "datetime", sort: true },
  },
})
