import { createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { WebhookDeliveryStatus as D, WebhookStatus } from "@/lib/contract/site/webhook.enums"
import type { Output } from "@/lib/contract/types"
import { webhookEventNames } from "@/lib/contract/site/webhook.events"
import { createCtx, type Ctx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { deliverDue } from "@/server/modules/site/webhook/delivery.usecases"
import { tellWebhooks } from "@/server/modules/site/webhook/events.usecases"
import { signedHeaders } from "@/server/modules/site/webhook/signature.rules"
import { sweepWebhooksJob } from "@/server/modules/site/webhook/webhook.jobs"
import { addDeliveries } from "@/server/modules/site/webhook/webhook.repository"
import { webhookStoppedJob } from "@/server/modules/site/webhook/webhook-stopped.jobs"
import { createGuardedFetch } from "@/server/ports/web/guarded-fetch"
import { guardedWebhooks } from "@/server/ports/webhook/guarded.webhook"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { otherSite } from "../../setup/other-site"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let shop: TestShop
let admin: TestUser
let receiver: Awaited<ReturnType<typeof otherSite>>
let ctx: Ctx
let now = new Date("2026-11-24T01:00:00Z")
const goOn = new AbortController().signal
type Received = { headers: IncomingMessage["headers"]; body: string }
const received: Received[] = []
/** The receiver's response from now on. */
let answer: { status: number; headers?: Record<string, string>; body?: string }

beforeAll(async () => {
  receiver = await otherSite()
  const allowed = ["127.0.0.1"]
  const open = { fetch: createGuardedFetch(allowed), allowed, timeoutMs: 500 }
  // the receiver is on this machine, but counts as one outside
  app = await testApp({ now: () => now, webhooks: guardedWebhooks({ ...open, isInner: () => false }) })
  shop = shopOf(app)
  admin = await app.admin()
  ctx = createCtx(app)
  await saveSettings(ctx, "system", { domain: "https://wenku.example.org" })
})
beforeEach(() => {
  now = new Date("2026-11-24T01:00:00Z")
  answer = { status: 204 }
  received.length = 0
  receiver.pages["/hook"] = (req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => chunks.push(chunk))
    req.on("end", () => {
      received.push({ headers: req.headers, body: Buffer.concat(chunks).toString("utf8") })
      res.writeHead(answer.status, answer.headers).end(answer.body)
    })
  }
})
afterEach(async () => {
  await app.database.pool.query("delete from webhook; delete from webhook_delivery")
})

const ok = <T>(reply: { ok: true; data: T } | { ok: false; message: string }): T => {
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const add = async (input: object = {}) =>
  ok(await app.call("POST /webhook", { title: "通知", url: `${receiver.url}/hook`, events: webhookEventNames, ...input }, admin))
const read = async (id: number) => ok(await app.call("GET /webhook", { id }, admin))
const deliveries = async (query = {}) => ok(await app.call("GET /webhookdelivery/list", { size: 50, ...query }, admin)).delivery
const detail = async (id: number): Promise<Output<"GET /webhookdelivery">> => ok(await app.call("GET /webhookdelivery", { id }, admin))
const later = (ms: number) => void (now = new Date(now.getTime() + ms))
const minuteMs = 60_000
const tell = (...ids: number[]) =>
  ctx.tx((ctx) =>
    tellWebhooks(
      ctx,
      "report.created",
      ids.map((id) => ({ id })),
    ),
  )

/** Verifies a request as a receiver does, as in docs/webhooks.md. */
const isGenuine = ({ headers, body }: Received, secret: string): boolean => {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const expectedSignature = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(signed)
    .digest("base64")
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${expectedSignature}`)
}

describe("signatures", () => {
  test("match the example in the Standard Webhooks specification", () => {
    const at = new Date(1_614_265_330_000)
    const headers = signedHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], "msg_p5jXN8AQM9LWM0D4loKWxJek", at, '{"test": 2432232314}')
    expect(headers).toMatchObject({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    })
  })

  test("the secret is shown once and never stored in plain text, and after a new one the old one is valid for a day", async () => {
    const { id, secret, secret_hint } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secret.startsWith(secret_hint)).toBe(true)
    const dump = JSON.stringify([
      (await app.database.pool.query("select * from webhook")).rows,
      (await app.database.pool.query("select * from audit")).rows,
      await read(id),
    ])
    expect(dump).not.toContain(secret.slice(12))
    const fresh = ok(await app.call("PUT /webhook/secret", { id }, admin)).secret
    expect(fresh).not.toBe(secret)
    await tell(1)
    await deliverDue(ctx, id, goOn)
    expect([isGenuine(received[0]!, secret), isGenuine(received[0]!, fresh)]).toEqual([true, true])
    later(86_400_001)
    await tell(2)
    await deliverDue(ctx, id, goOn)
    expect([isGenuine(received[1]!, secret), isGenuine(received[1]!, fresh)]).toEqual([false, true])
    expect(isGenuine({ ...received[1]!, body: `${received[1]!.body} ` }, fresh)).toBe(false)
  })
})

describe("deliveries", () => {
  test("an event of a failed transaction is not delivered; an event without a subscriber is not stored", async () => {
    await add({ events: ["order.paid"] })
    await tell(1)
    const failing = ctx.tx(async (ctx) => {
      await tellWebhooks(ctx, "order.paid", [{ id: 1 }])
      throw new Error("no")
    })
    await expect(failing).rejects.toThrow("no")
    expect(await deliveries()).toEqual([])
  })
  test("a failed delivery is retried with increasing delays and the same id, and is abandoned after ten attempts", async () => {
    const { id } = await add({ events: ["report.created"] })
    answer = { status: 500, body: "出错了" }
    await tell(7)
    const pauses: number[] = []
    for (let n = 1; n <= 10; n++) {
      await deliverDue(ctx, id, goOn)
      const [one] = await deliveries()
      expect([one!.attempts, one!.response_status, received.length]).toEqual([n, 500, n])
      if (one!.next_at) pauses.push(Math.round((Date.parse(one!.next_at) - now.getTime()) / minuteMs))
      // nothing is sent before its due time; at the due time the sweep finds it
      await deliverDue(ctx, id, goOn)
      expect(received.length).toBe(n)
      await app.database.pool.query("update webhook set failing_since = null")
      if (one!.next_at) now = new Date(one!.next_at)
    }
    expect(pauses.every((pause, at) => at === 0 || pause > pauses[at - 1]!)).toBe(true)
    expect(pauses[0]).toBeLessThan(2)
    const [last] = await deliveries()
    expect(last).toMatchObject({ status: D.failed, next_at: null, error: "对方回答 500" })
    expect(await detail(last!.id)).toMatchObject({ response: "出错了", tries: { length: 10 } })
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10)
    // a failed delivery is sent again on request
    answer = { status: 200 }
    expect(ok(await app.call("PUT /webhookdelivery/replay", { id: [last!.id] }, admin))).toEqual({ count: 1 })
    await until(async () => {
      await deliverDue(ctx, id, goOn)
      return (await deliveries())[0]!.status === D.delivered
    })
    expect(received.at(-1)!.headers["webhook-id"]).toBe(received[0]!.headers["webhook-id"])
    expect(await read(id)).toMatchObject({ status: WebhookStatus.working, error: "" })
  })

  test("the receiver may ask for more time; silence, redirects and endless responses are failures that block nothing else", async () => {
    const { id } = await add({ events: ["report.created"] })
    const after = async () => {
      await tell(1)
      await deliverDue(ctx, id, goOn)
      return detail((await deliveries())[0]!.id)
    }
    answer = { status: 503, headers: { "retry-after": "7200" } }
    expect(Date.parse((await after()).next_at!) - now.getTime()).toBe(7_200_000)
    answer = { status: 302, headers: { location: `${receiver.url}/elsewhere` } }
    expect((await after()).error).toContain("302")
    expect(receiver.asked).not.toContain("/elsewhere")
    receiver.pages["/hook"] = () => undefined
    expect((await after()).error).toContain("没有在 10 秒内答复")
    receiver.pages["/hook"] = (_, res) => {
      res.writeHead(200)
      const more = setInterval(() => res.write("x".repeat(1_000)), 5)
      res.on("close", () => clearInterval(more))
    }
    const endless = await after()
    expect([endless.status, endless.response.length]).toEqual([D.delivered, 1_000])
  })

  test("a silent receiver is disabled after five days, a gone one at once; user 1 is notified and the rest can be sent again", async () => {
    await app.database.pool.query(`update "user" set email = 'root@example.org', email_verified = true where id = 1`)
    await saveSettings(ctx, "email", { enable: true, host: "mail.example.org", username: "a@example.org" })
    app.mail.sent.length = 0
    const { id } = await add({ events: ["report.created"] })
    answer = { status: 500 }
    await tell(1)
    await deliverDue(ctx, id, goOn)
    expect(await read(id)).toMatchObject({ enable: true, status: WebhookStatus.failing })
    later(5 * 86_400_000)
    await tell(2)
    await deliverDue(ctx, id, goOn)
    expect(await read(id)).toMatchObject({ enable: false, status: WebhookStatus.stopped, error: "对方回答 500" })
    expect((await deliveries()).map(({ status }) => status)).toEqual([D.failed, D.failed])
    await webhookStoppedJob.run(ctx, { webhook_id: id }, goOn)
    expect(app.mail.sent.at(-1)).toMatchObject({ to: "root@example.org", text: expect.stringContaining("已经停用") as string })
    await tell(3)
    expect((await deliveries()).length).toBe(2)
    const ids = (await deliveries()).map((one) => one.id)
    expect(await app.call("PUT /webhookdelivery/replay", { id: ids }, admin)).toMatchObject({ ok: false, status: 409 })
    ok(await app.call("PUT /webhook", { id, enable: true }, admin))
    expect(await read(id)).toMatchObject({ status: WebhookStatus.working, error: "", failing_since: null })
    expect(ok(await app.call("PUT /webhookdelivery/replay", { id: ids }, admin)).count).toBe(2)
    answer = { status: 410 }
    await until(async () => {
      await deliverDue(ctx, id, goOn)
      return !(await read(id)).enable
    })
  })

  test("two processes deliver nothing twice, and a silent receiver does not delay any other", async () => {
    const [slow, quick] = [
      await add({ events: ["report.created"], url: `${receiver.url}/slow` }),
      await add({ events: ["report.created"] }),
    ]
    receiver.pages["/slow"] = () => undefined
    await tell(...Array.from({ length: 12 }, (_, n) => n + 1))
    await Promise.all([deliverDue(ctx, slow.id, goOn), ...Array.from({ length: 4 }, () => deliverDue(ctx, quick.id, goOn))])
    await until(async () => {
      await deliverDue(ctx, quick.id, goOn)
      return (await deliveries({ webhook_id: [quick.id], status: [D.waiting] })).length === 0
    })
    expect(received.map(({ headers }) => headers["webhook-id"]).length).toBe(12)
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(12)
    // the unresponsive receiver was called once in its run, and the other deliveries wait
    expect((await deliveries({ webhook_id: [slow.id] })).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(2)
  })
})

describe("a manual test", () => {
  test("returns the response, and is in the log without a retry", async () => {
    const { id } = await add({ enable: false })
    expect(await app.call("POST /webhook/test", { id }, admin)).toMatchObject({ ok: true, data: { status: 204 } })
    expect(JSON.parse(received[0]!.body)).toMatchObject({ type: "webhook.test", data: { id } })
    answer = { status: 404 }
    expect(await app.call("POST /webhook/test", { id }, admin)).toMatchObject({ ok: false, message: "没有送达：对方回答 404" })
    expect((await deliveries()).map(({ event, status, next_at }) => [event, status, next_at])).toEqual([
      ["webhook.test", D.failed, null],
      ["webhook.test", D.delivered, null],
    ])
  })
})

describe("permission to set the receiver [security: ssrf-corpus]", () => {
  test.each(["ftp://example.org/", "https://u:p@example.org/", "http://10.0.0.8/", "http://[::1]/x", "http://0x7f.1:81/", "nonsense"])(
    "%s is rejected",
    async (url) => {
      const reply = await app.call("POST /webhook", { title: "通知", url, events: ["order.paid"] }, admin)
      // OUTGOING_ALLOW names the receiver of this test
      if (url.includes("0x7f")) return expect(reply.ok).toBe(true)
      expect(reply).toMatchObject({ ok: false, status: 400 })
    },
  )

  test("only user 1, with the password; users who may change webhooks enable them and choose events", async () => {
    const { id } = await add()
    const staff = await staffWith(
      app,
      "WebhookAPI/CreateWebhook",
      "WebhookAPI/UpdateWebhook",
      "WebhookAPI/ListWebhook",
      "WebhookAPI/ListWebhookDelivery",
    )
    const url = `${receiver.url}/other`
    const input = { title: "通知", url, events: ["order.paid"] }
    expect(await app.call("POST /webhook", input, staff)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("POST /webhook", { ...input, events: [] }, admin)).toMatchObject({ status: 400, message: "请至少选择一种事件" })
    expect(await app.call("PUT /webhook", { id, url }, staff)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("PUT /webhook/secret", { id }, staff)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("PUT /webhook", { id, enable: false, events: ["order.paid"] }, staff)).toMatchObject({ ok: true })
    await confirmedAgo(app, admin, 11)
    expect(await wantsConfirmation(app, "POST /webhook", input, admin)).toBe(true)
    expect(await wantsConfirmation(app, "PUT /webhook", { id, url }, admin)).toBe(true)
    expect(await wantsConfirmation(app, "PUT /webhook/secret", { id }, admin)).toBe(true)
    await confirmedAgo(app, admin, 0)
    expect(ok(await app.call("GET /webhook/list", {}, staff)).webhook[0]).toMatchObject({ events: ["order.paid"], enable: false })
  })
})

describe("what staff and user 1 see [security: webhook-secrets]", () => {
  test("staff see neither the path and query of an address nor what was sent and answered, and saving the row keeps the address", async () => {
    const url = `${receiver.url}/hook?key=topsecret`
    const { id } = await add({ url, events: ["report.created"] })
    receiver.pages["/hook?key=topsecret"] = { status: 200, body: "an answer" }
    await app.call("POST /webhook/test", { id }, admin)
    const staff = await staffWith(
      app,
      "WebhookAPI/UpdateWebhook",
      "WebhookAPI/ListWebhook",
      "WebhookAPI/GetWebhook",
      "WebhookAPI/ListWebhookDelivery",
    )
    const row = ok(await app.call("GET /webhook", { id }, staff))
    expect(row.url).toBe(`${receiver.url}/******`)
    expect(ok(await app.call("GET /webhook/list", { wd: "topsecret" }, staff)).total).toBe(0)
    const [delivery] = ok(await app.call("GET /webhookdelivery/list", {}, staff)).delivery
    expect(await app.call("GET /webhookdelivery", { id: delivery!.id }, staff)).toMatchObject({
      ok: true,
      data: { body: "", response: "" },
    })
    expect(await detail(delivery!.id)).toMatchObject({ response: "an answer" })
    expect(await app.call("PUT /webhook", { id, title: "改名", url: row.url, events: row.events }, staff)).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ title: "改名", url })
  })

  test("the answer of a private address is not stored, even where it is allowed", async () => {
    const allowed = ["127.0.0.1"]
    const webhooks = guardedWebhooks({ fetch: createGuardedFetch(allowed), allowed })
    receiver.pages["/inner"] = { status: 200, body: "a secret of an inner host" }
    expect(await webhooks.post(`${receiver.url}/inner`, {}, "{}")).toEqual({ status: 200, text: "", retryAfter: null })
  })
})

/* From here on, jobs run automatically. */
describe("events", () => {
  beforeAll(() => app.startWorkers(1))

  test("of users and staff are delivered by the workers, with ids and address and without any user content", async () => {
    const { secret } = await add()
    const author = await app.person()
    const buyer = await shop.buyer(100)
    const { id, uuid } = await shop.document(author, "年度报告", { price: 5 })
    const { order_no } = await shop.order(buyer, id)
    ok(await shop.pay(buyer, order_no))
    ok(await app.call("POST /comment", { document_id: id, content: "悄悄话" }, buyer))
    ok(await app.call("POST /report", { document_id: id, reason: 1 }, buyer))
    ok(await app.call("POST /article", { title: "文章", content: "<p>正文</p>" }, admin))
    ok(await app.call("PUT /document/check", { id: [id], status: 6 }, admin))
    ok(await app.call("PUT /document/check", { id: [id], status: 7, reason: "不合适" }, admin))
    ok(await app.call("DELETE /document", { id: [id] }, author))
    const expectedEvents = ["user.registered", "document.created", "order.paid", "comment.created", "report.created", "article.published"]
    expectedEvents.push("document.rejected", "document.deleted")
    const written = await deliveries()
    expect([...new Set(written.map(({ event }) => event))].toSorted()).toEqual(expect.arrayContaining(expectedEvents.toSorted()))
    await until(async () => (await deliveries({ status: [D.waiting] })).length === 0)
    expect(received.length).toBeGreaterThanOrEqual(written.length)
    const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> })
    expect(received.every((one) => isGenuine(one, secret) && one.headers["content-type"] === "application/json")).toBe(true)
    expect(bodies.find(({ type }) => type === "document.deleted")).toMatchObject({
      timestamp: now.toISOString(),
      data: { id, uuid, url: `https://wenku.example.org/document/${uuid}` },
    })
    expect(bodies.find(({ type }) => type === "order.paid")!.data).toMatchObject({ order_no, user_id: buyer.id, amount: 5 })
    expect(JSON.stringify(bodies)).not.toMatch(/悄悄话|年度报告|不合适|reader|example\.org\/user\/undefined/)
  })

  test("a conversion is reported as converted and as published, once each", async () => {
    await add({ events: ["document.converted", "document.published", "document.failed"] })
    await shop.document(await app.person(), "会转换的")
    const events = await until(async () => {
      const all = await deliveries({ status: [D.delivered] })
      return all.length >= 2 && all
    })
    expect(events.map(({ event }) => event).toSorted()).toEqual(["document.converted", "document.published"])
  })

  test("an event left by a crashed process is found by the sweep", async () => {
    const { id } = await add({ events: ["report.created"] })
    const [written] = [{ webhook_id: id, event: "report.created", event_id: "evt_left", body: "{}", next_at: now }]
    await addDeliveries(ctx.db, [written])
    await app.database.pool.query("update webhook set lease_until = $1", [new Date(now.getTime() - 1)])
    await sweepWebhooksJob.run(ctx, {}, goOn)
    await until(async () => received.some(({ headers }) => headers["webhook-id"] === "evt_left"))
  })
})
