import { WebhookStatus } from "@/lib/contract/site/webhook.enums"
import type { Parsed } from "@/lib/contract/types"
import { maxWebhooks, testEvent } from "@/lib/contract/site/webhook.events"
import type { Ctx, LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { requireConfirmed } from "@/server/security/confirmation"
import { deliver } from "./delivery.usecases"
import { bodyOf, newEventId } from "./events.usecases"
import { maskedAddress } from "@/server/security/masked-address"
import { sealSecret } from "./secrets.rules"
import { hintOf, newSecret } from "./signature.rules"
import {
  addDeliveries,
  addWebhook,
  changeWebhook,
  countWebhooks,
  findDelivery,
  findWebhook,
  listDeliveries,
  lockWebhook,
  replayDeliveries,
  titlesOf,
  type WebhookRow,
} from "./webhook.repository"
import { enqueueDeliveries } from "./webhook.jobs"

/** How long the old secret still signs next to a new one. */
const overlapMs = 86_400_000

/** Only user 1 decides where the site sends its events (docs/decisions/152). */
const requireRoot = (ctx: LoggedIn, field: string) => {
  if (!ctx.user.root) throw forbidden("推送到哪里只有站长可以决定", field)
}

const requireAddress = (ctx: Ctx, url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw invalid("地址应以 http:// 或 https:// 开头", "url")
  if (parsed.username || parsed.password) throw invalid("地址里不能写用户名和密码", "url")
  parsed.hash = ""
  if (ctx.app.webhooks.isInside(parsed.href))
    throw invalid("地址指向本机或内网，网站默认不连；确实需要时，在 .env 的 OUTGOING_ALLOW 里写上它的 IP 地址，再重新启动网站", "url")
  if (parsed.href.length > 2_000) throw invalid("地址太长", "url")
  return parsed.href
}

export const createWebhook = (ctx: LoggedIn, { url, ...input }: Parsed<"POST /webhook">) => {
  requireRoot(ctx, "url")
  const address = requireAddress(ctx, url)
  return ctx.tx(async (ctx) => {
    if ((await countWebhooks(ctx.db)) >= maxWebhooks) throw invalid(`最多添加 ${maxWebhooks} 个 Webhook`)
    const now = ctx.now()
    const added = await addWebhook(ctx.db, { ...input, url: address, created_at: now, updated_at: now })
    const secret = newSecret()
    const row = await changeWebhook(ctx.db, added.id, {
      secret: sealSecret(ctx.app.secret, added.id, secret),
      secret_hint: hintOf(secret),
    })
    return { ...row!, secret }
  })
}

/** Only user 1, with the password, may change the address. Staff who may edit webhooks choose the events and enable or disable webhooks. */
export const updateWebhook = (ctx: LoggedIn, { id, ...input }: Parsed<"PUT /webhook">) =>
  ctx.tx(async (ctx) => {
    const row = await lockWebhook(ctx.db, id)
    if (!row) throw notFound("Webhook 不存在")
    const isUnchanged = input.url === undefined || input.url === row.url || input.url === maskedAddress(row.url)
    const url = isUnchanged ? row.url : requireAddress(ctx, input.url!)
    if (url !== row.url) {
      requireRoot(ctx, "url")
      requireConfirmed(ctx)
    }
    // starts fresh: earlier failures no longer count
    const fresh = (input.enable && !row.enable) || url !== row.url
    const begun = fresh ? { status: WebhookStatus.working, error: "", failing_since: null } : {}
    await changeWebhook(ctx.db, id, { ...input, url, ...begun, updated_at: ctx.now() })
    return {}
  })

/** Creates a new secret and returns it this one time. The old secret signs next to it for a day. */
export const replaceSecret = (ctx: LoggedIn, { id }: { id: number }) => {
  requireRoot(ctx, "id")
  return ctx.tx(async (ctx) => {
    const row = await lockWebhook(ctx.db, id)
    if (!row) throw notFound("Webhook 不存在")
    const [secret, now] = [newSecret(), ctx.now()]
    await changeWebhook(ctx.db, id, {
      secret: sealSecret(ctx.app.secret, id, secret),
      secret_hint: hintOf(secret),
      previous_secret: row.secret,
      previous_until: new Date(now.getTime() + overlapMs),
      updated_at: now,
    })
    return { secret }
  })
}

/** Sends a test event immediately, even to a disabled webhook. The delivery is logged like any other. @throws 400 with the reason */
export const testWebhook = async (ctx: LoggedIn, { id }: { id: number }) => {
  const webhook = await findWebhook(ctx.db, id)
  if (!webhook) throw notFound("Webhook 不存在")
  const now = ctx.now()
  const event = { event: testEvent, event_id: newEventId(), body: bodyOf(testEvent, now, { id: webhook.id }) }
  // sent right here and by no other process: it is never due and is not retried
  const [delivery] = await addDeliveries(ctx.db, [{ ...event, webhook_id: id, next_at: null, created_at: now }])
  const { status, duration, error } = await deliver(ctx, webhook, delivery!)
  if (error) throw invalid(`没有送达：${error}`)
  return { status, duration }
}

export const replay = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const webhooks = await replayDeliveries(ctx.db, id, ctx.now())
    if (!webhooks.length) throw conflict("没有可以重新推送的：Webhook 已停用或已删除")
    await enqueueDeliveries(ctx, webhooks)
    return { count: webhooks.length }
  })

export const readDeliveries = async (ctx: LoggedIn, input: Parsed<"GET /webhookdelivery/list">) => {
  const { rows, total } = await listDeliveries(ctx.db, input, pageOf(input, 100))
  const titles = await titlesOf(ctx.db, [...new Set(rows.map((row) => row.webhook_id))])
  const delivery = rows.map((row) => ({ ...row, webhook_title: titles.get(row.webhook_id) ?? "", body: "", response: "", tries: [] }))
  return { total, delivery }
}

/** Only user 1 reads what was sent and answered: both may contain personal data and tokens of the receiver. */
export const readDelivery = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findDelivery(ctx.db, id)
  if (!row) throw notFound("推送记录不存在")
  const secrets = ctx.user.root ? {} : { body: "", response: "" }
  return { ...row, ...secrets, webhook_title: (await titlesOf(ctx.db, [row.webhook_id])).get(row.webhook_id) ?? "" }
}

/** Masks the addresses of rows for staff other than user 1. */
export const withoutTokens = async ({ user }: Ctx, rows: WebhookRow[]): Promise<WebhookRow[]> =>
  user?.root ? rows : rows.map((row) => ({ ...row, url: maskedAddress(row.url) }))
