import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import { Settings } from "@/lib/contract/site/site"
import { soldPlans } from "@/lib/view/money/plans"
import { JoinVip } from "./join-vip"

const order_no = "20261120120000123456"
const vip = {
  ...Settings.parse({}).vip,
  year_price: 12_800,
  year_original_price: 21_600,
  year_document_discount: 70,
  year_download: 200,
  month_price: 1_800,
}
beforeEach(() => {
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...listen }))
})
afterEach(() => vi.unstubAllGlobals())

const show = () => {
  world.goTo("/joinvip")
  render(<JoinVip plans={soldPlans(vip, { creditName: "魔豆", exchange: 10 })} creditName="魔豆" />)
}
const buy = (name: string) => fireEvent.click(screen.getByRole("button", { name: `立即开通${name}` }))

it("shows the available plans with their prices, side by side, and notes for buyers", () => {
  show()
  expect(screen.getAllByRole("article")).toHaveLength(2)
  const year = within(screen.getAllByRole("article")[0]!)
  expect(year.getByText("128.00")).toBeDefined()
  expect(year.getByText("推荐")).toBeDefined()
  expect(screen.getByText("普通文档最低 7 折")).toBeDefined()
  const row = screen.getByRole("row", { name: /^VIP 文档免费下载/ })
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["–", "200 次", "0 次"])
  expect(screen.getByRole("region", { name: "购买须知" })).toBeDefined()
})

const offer = { order_type: OrderType.vip, product_id: 2, product_name: "月卡VIP", quantity: 1, amount: 180, fen: 1_800, coupon_amount: 0 }
const gateways = { payment: { enable_alipay: true }, vip: { enable_credit_pay: true } }

it("buying a plan shows its price first; the order is placed by the button that pays, and opened when it is paid", async () => {
  world.answer("GET /order/offer", offer)
  world.answer("GET /user", { credit_count: 200 })
  world.answer("GET /settings", Settings.parse(gateways))
  show()
  buy("月卡")
  const dialog = await screen.findByRole("dialog", { name: "开通 VIP" })
  const pay = await within(dialog).findByRole("button", { name: "用魔豆支付 180 魔豆" })
  expect(world.inputsOf("POST /order")).toEqual([])
  fireEvent.click(within(dialog).getByRole("radio", { name: /支付宝/ }))
  expect(pay.textContent).toBe("用支付宝支付 ¥18.00")
  fireEvent.click(within(dialog).getByRole("radio", { name: /魔豆/ }))
  world.answer("POST /order", { ...offer, order_no, status: OrderStatus.pending })
  world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
  fireEvent.click(pay)
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(`/order?order_no=${order_no}`))
  expect(world.inputsOf("POST /order")).toEqual([{ order_type: OrderType.vip, product_id: 2 }])
  expect(world.messages).toEqual(["恭喜你，支付成功"])
})

it("closing the sheet leaves no order", async () => {
  world.answer("GET /order/offer", offer)
  world.answer("GET /user", { credit_count: 0 })
  world.answer("GET /settings", Settings.parse(gateways))
  show()
  buy("月卡")
  const dialog = await screen.findByRole("dialog", { name: "开通 VIP" })
  fireEvent.click(within(dialog).getByRole("button", { name: "关闭" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(world.inputsOf("POST /order")).toEqual([])
})

it("a visitor is sent to the login and back", async () => {
  world.answer("GET /order/offer", refusal(401, "请先登录"))
  show()
  buy("年卡")
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/login?redirect=%2Fjoinvip"))
  expect(world.messages).toEqual([])
})

it("shows why a plan is not sold", async () => {
  world.answer("GET /order/offer", refusal(400, "没有这种 VIP，或者暂不出售"))
  show()
  buy("年卡")
  await waitFor(() => expect(world.messages).toEqual(["! 没有这种 VIP，或者暂不出售"]))
  await waitFor(() => expect(screen.getByRole("button", { name: "立即开通年卡" }).getAttribute("aria-busy")).toBe("false"))
})
