import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { WebhookDeliveryStatus, WebhookStatus } from "@/lib/contract/site/webhook.enums"
import { DeliveriesScreen } from "./deliveries-screen"
import { WebhooksScreen } from "./webhooks-screen"

const webhook = {
  id: 3,
  title: "内部通知",
  url: "https://example.org/hook",
  events: ["order.paid", "user.registered"],
  enable: true,
  status: WebhookStatus.failing,
  error: "对方回答 500",
  secret_hint: "whsec_ab12",
}
const delivery = {
  id: 9,
  webhook_id: 3,
  webhook_title: "内部通知",
  event: "order.paid",
  event_id: "evt_1",
  status: WebhookDeliveryStatus.failed,
  attempts: 10,
  response_status: 500,
  error: "对方回答 500",
  created_at: "2026-11-24T02:00:00Z",
}
const all = ["ListWebhook", "CreateWebhook", "UpdateWebhook", "DeleteWebhook", "GetWebhook", "ListWebhookDelivery"] as const

beforeEach(() => {
  for (const name of all) world.grant(`WebhookAPI/${name}`)
  world.goTo("/admin/config/system")
  window.history.replaceState(null, "", "/admin/config/system?tab=webhook")
  world.reply({
    "GET /webhook/list": { total: 1, webhook: [webhook] },
    "GET /webhookdelivery/list": { total: 1, delivery: [delivery] },
  })
})

it("lists each webhook's recipient, events and status, and shows the response to a test", async () => {
  render(<WebhooksScreen />)
  const row = (await screen.findByText("内部通知")).closest("tr")!
  for (const text of ["https://example.org/hook", "2 种", "正在失败", "对方回答 500"]) expect(row.textContent).toContain(text)
  expect(within(row).getByTitle("订单已支付、新用户注册")).toBeTruthy()
  world.answer("POST /webhook/test", { status: 204, duration: 31 }, refusal(400, "没有送达：对方回答 404"))
  const press = async () => {
    const button = screen.queryByRole("button", { name: "发送测试 内部通知" })
    if (button) return fireEvent.click(button)
    fireEvent.click(screen.getByRole("button", { name: "更多操作 内部通知" }))
    fireEvent.click(await screen.findByRole("menuitem", { name: "发送测试" }))
  }
  await press()
  await waitFor(() => expect(world.messages).toContain("已送达：对方回答 204，用了 31 毫秒"))
  await press()
  await waitFor(() => expect(world.messages).toContain("! 没有送达：对方回答 404"))
})

it("a new webhook shows its secret once, with verification instructions; it asks before the secret is lost", async () => {
  const written = vi.fn(async () => undefined)
  vi.stubGlobal("navigator", Object.assign(Object.create(window.navigator), { clipboard: { writeText: written } }))
  world.answer("POST /webhook", { ...webhook, secret: "whsec_secret" })
  render(<WebhooksScreen />)
  await screen.findByText("内部通知")
  world.press("新增 Webhook")
  const form = await screen.findByRole("dialog")
  fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "内部通知" } })
  fireEvent.change(within(form).getByLabelText("地址"), { target: { value: "https://example.org/hook" } })
  fireEvent.click(within(form).getByLabelText("订单已支付"))
  fireEvent.click(within(form).getByRole("button", { name: "保存" }))
  expect(await screen.findByText("whsec_secret")).toBeTruthy()
  expect(world.inputsOf("POST /webhook")[0]).toMatchObject({ title: "内部通知", events: ["order.paid"] })
  expect(screen.getByText("接收方怎么验证")).toBeTruthy()
  world.agree = false
  fireEvent.click(screen.getByRole("button", { name: "关闭" }))
  await waitFor(() => expect(world.asked.at(-1)).toBe("密钥还没有复制"))
  expect(screen.getByText("whsec_secret")).toBeTruthy()
  world.press("复制密钥")
  await waitFor(() => expect(world.messages).toContain("复制成功"))
  expect(written).toHaveBeenCalledWith("whsec_secret")
  fireEvent.click(screen.getByRole("button", { name: "关闭" }))
  await waitFor(() => expect(screen.queryByText("whsec_secret")).toBeNull())
})

it("a delivery shows its payload and every attempt, and is sent again on click", async () => {
  window.history.replaceState(null, "", "/admin/config/system?tab=delivery")
  world.reply({
    "GET /webhookdelivery": {
      ...delivery,
      body: '{"type":"order.paid","data":{"id":12}}',
      response: "出错了",
      tries: [{ at: "2026-11-24T02:00:00Z", status: 500, duration: 12, error: "对方回答 500" }],
    },
    "PUT /webhookdelivery/replay": { count: 1 },
  })
  render(<DeliveriesScreen />)
  const row = (await screen.findByText("订单已支付")).closest("tr")!
  for (const text of ["内部通知", "失败", "10", "500"]) expect(row.textContent).toContain(text)
  fireEvent.click(screen.getByRole("button", { name: "查看 订单已支付" }))
  const drawer = await screen.findByRole("dialog")
  await waitFor(() => expect(drawer.textContent).toContain('"id": 12'))
  for (const text of ["出错了", "12 毫秒", "evt_1"]) expect(drawer.textContent).toContain(text)
  fireEvent.click(screen.getByRole("button", { name: "重新推送 订单已支付" }))
  await waitFor(() => expect(world.inputsOf("PUT /webhookdelivery/replay")).toEqual([{ id: [9] }]))
  expect(world.messages).toContain("1 条已排队，马上重新推送")
})
