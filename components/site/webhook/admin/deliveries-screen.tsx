"use client"

import "@/app/styles/site/webhook.css"
import { crudPage } from "@/components/admin/crud-page"
import { None } from "@/components/admin/crud/cell"
import { reference } from "@/components/admin/crud/reference"
import type { Act } from "@/components/admin/crud/use-act"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { WebhookDeliveryStatus } from "@/lib/contract/site/webhook.enums"
import type { WebhookDelivery } from "@/lib/contract/types"
import { deliveredEventOptions } from "@/lib/contract/site/webhook.events"
import { count } from "@/lib/rules/format"
import { minute } from "@/lib/rules/time"

const tableOnly = { form: false } as const
const noted = { form: false, column: false } as const
const only = (status: number) => ({ status: [String(status)] })
const webhooks = reference("GET /webhook/list", { page: 1, size: 100 }, ({ webhook }) =>
  webhook.map(({ id, title }) => ({ value: id, label: title })),
)

const replay = (act: Act, ids: number[]) => () =>
  void act({
    call: () => api("PUT /webhookdelivery/replay", { id: ids }),
    done: ({ count: sent }) => `${count(sent)} 条已排队，马上重新推送`,
  })

const Text = ({ text }: { text: string }) =>
  text ? (
    <div className="hook-log">
      <pre>{text}</pre>
    </div>
  ) : (
    <None />
  )

/** Pretty-prints the body, which is sent as a single line. */
const spread = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const Tries = ({ row }: { row: WebhookDelivery }) =>
  row.tries.length === 0 ? (
    <None />
  ) : (
    <ol className="hook-tries">
      {row.tries.map(({ at, status, duration, error }) => (
        <li key={at}>
          <span className="num">{minute(at)}</span> {error || `对方回答 ${status}`}
          <span className="muted num">，{count(duration)} 毫秒</span>
        </li>
      ))}
    </ol>
  )

/** 推送记录: every event sent to a webhook, the number of attempts, and the response. */
export const DeliveriesScreen = crudPage(entities.webhookDelivery, {
  title: "推送记录",
  searchIn: false,
  create: false,
  edit: false,
  remove: false,
  inspect: true,
  detail: true,
  // users who may list the log may also read an entry
  rights: { Get: "ListWebhookDelivery" },
  times: false,
  live: (row) => row.status === WebhookDeliveryStatus.waiting,
  empty: { title: "还没有推送", text: "有启用的 Webhook 想知道的事件发生时，这里会写下一条；记录保留 30 天。" },
  views: [
    { label: "全部", filters: {} },
    { label: "失败", filters: only(WebhookDeliveryStatus.failed) },
    { label: "等待", filters: only(WebhookDeliveryStatus.waiting) },
  ],
  rowActions: (row, { crud, act }) => [
    {
      key: "replay",
      label: "重新推送",
      icon: "rotate",
      hidden: !crud.may("UpdateWebhook"),
      onClick: replay(act, [row.id]),
    },
  ],
  batchActions: (rows, { crud, act }) => [
    {
      key: "replay",
      label: "重新推送",
      icon: "rotate",
      hidden: !crud.may("UpdateWebhook"),
      onClick: replay(
        act,
        rows.map(({ id }) => id),
      ),
    },
  ],
  fields: {
    created_at: { ...tableOnly, label: "时间", kind: "datetime", width: 150 },
    event: { ...tableOnly, label: "事件", kind: "enum", options: deliveredEventOptions, search: true, title: true },
    webhook_id: {
      ...tableOnly,
      label: "Webhook",
      kind: "ref",
      reference: webhooks,
      search: true,
      card: true,
      text: (row) => row.webhook_title,
      render: (row) => row.webhook_title || <None />,
    },
    status: {
      ...tableOnly,
      label: "状态",
      kind: "enum",
      options: WebhookDeliveryStatus,
      tones: {
        [WebhookDeliveryStatus.waiting]: "info",
        [WebhookDeliveryStatus.delivered]: "ok",
        [WebhookDeliveryStatus.failed]: "bad",
      },
      search: true,
      card: true,
    },
    attempts: { ...tableOnly, label: "次数", kind: "number" },
    response_status: {
      ...tableOnly,
      label: "回答",
      kind: "number",
      text: (row) => (row.response_status ? String(row.response_status) : ""),
    },
    error: { ...tableOnly, label: "原因", card: true },
    next_at: { ...tableOnly, label: "下次", kind: "datetime" },
    delivered_at: { ...noted, label: "送达时间", kind: "datetime" },
    event_id: { ...noted, label: "webhook-id" },
    tries: { ...noted, label: "每一次", render: (row) => <Tries row={row} /> },
    body: { ...noted, label: "推送的内容（只有站长能看）", render: (row) => <Text text={spread(row.body)} /> },
    response: { ...noted, label: "对方的回答（只有站长能看）", render: (row) => <Text text={row.response} /> },
  },
})
