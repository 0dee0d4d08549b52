import { z } from "zod"
import { area, perHour } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { WebhookDeliveryStatus, WebhookStatus } from "./webhook.enums"
import { bool, filled, filterList, flag, id, int, list, listing, many, num, oneOf, str, time, wordOf } from "../schema"
import { deliveredEventOptions, webhookEventOptions } from "./webhook.events"

/** The URL of another program that receives events (docs/decisions/154). The secret is returned only once, on creation. */
export const Webhook = z.object({
  id: num,
  title: str,
  url: str,
  events: many(z.string()),
  enable: flag,
  status: num,
  /** the beginning of the secret */
  secret_hint: str,
  /** why the last delivery failed; "" if it succeeded */
  error: str,
  failing_since: time,
  delivered_at: time,
  created_at: time,
  updated_at: time,
})

const WebhookTry = z.object({ at: str, status: num, duration: num, error: str })

/** The delivery of one event to one webhook. In a list, `body`, `response` and `tries` are empty. */
export const WebhookDelivery = z.object({
  id: num,
  webhook_id: num,
  webhook_title: str,
  event: str,
  /** the header `webhook-id`: the same for every retry */
  event_id: str,
  status: num,
  attempts: num,
  response_status: num,
  error: str,
  next_at: time,
  delivered_at: time,
  created_at: time,
  body: str,
  /** the beginning of the last response */
  response: str,
  tries: many(WebhookTry),
})

const chosen = list(wordOf({ options: webhookEventOptions }, "事件不正确"))
const calls = crudCalls(entities.webhook, {
  entity: Webhook,
  public: [],
  staffOnly: Webhook.keyof().options,
  form: {
    title: filled(64, "名称"),
    url: filled(2_000, "地址"),
    events: chosen.refine((events) => events.length > 0, { error: "请至少选择一种事件" }),
    enable: bool.optional(),
  },
  filters: { enable: filterList(bool), status: filterList(oneOf(WebhookStatus, "状态不正确")) },
})
const update = "WebhookAPI/UpdateWebhook"
const deliveries = "WebhookAPI/ListWebhookDelivery"

export const webhook = area({
  ...calls,
  "POST /webhook": {
    title: "添加 Webhook",
    access: "permission",
    permission: "WebhookAPI/CreateWebhook",
    confirmed: true,
    input: calls["POST /webhook"].input,
    output: Webhook.extend({ secret: str }),
  },
  "PUT /webhook/secret": {
    title: "更换 Webhook 的密钥",
    access: "permission",
    permission: update,
    confirmed: true,
    input: z.object({ id }),
    output: z.object({ secret: str }),
  },
  "POST /webhook/test": {
    title: "测试 Webhook",
    access: "permission",
    permission: update,
    limit: perHour(60, "person"),
    transaction: false,
    input: z.object({ id }),
    output: z.object({ status: num, duration: num }),
  },
  "GET /webhookdelivery/list": {
    title: "查看 Webhook 的推送记录",
    access: "permission",
    permission: deliveries,
    input: z.object({
      ...listing,
      webhook_id: filterList(int),
      event: filterList(wordOf({ options: deliveredEventOptions }, "事件不正确")),
      status: filterList(oneOf(WebhookDeliveryStatus, "状态不正确")),
    }),
    output: z.object({ total: num, delivery: many(WebhookDelivery) }),
  },
  "GET /webhookdelivery": {
    title: "查看 Webhook 的推送记录",
    access: "permission",
    permission: deliveries,
    input: z.object({ id }),
    output: WebhookDelivery,
  },
  "PUT /webhookdelivery/replay": {
    title: "重新推送",
    access: "permission",
    permission: update,
    conflicts: true,
    input: z.object({ id: list(id) }),
    output: z.object({ count: num }),
  },
})
