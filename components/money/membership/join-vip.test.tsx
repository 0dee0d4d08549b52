import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { expect, it } from "vitest"
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

it("buying a plan creates its order and opens it", async () => {
  world.answer("POST /order", { order_no, status: OrderStatus.pending })
  show()
  buy("月卡")
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(`/order?order_no=${order_no}`))
  expect(world.inputsOf("POST /order")).toEqual([{ order_type: OrderType.vip, product_id: 2 }])
})

it("a visitor is sent to the login and back", async () => {
  world.answer("POST /order", refusal(401, "请先登录"))
  show()
  buy("年卡")
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/login?redirect=%2Fjoinvip"))
  expect(world.messages).toEqual([])
})

it("shows the server's error message, or a general one if there is none", async () => {
  world.answer("POST /order", refusal(400, "没有这种 VIP，或者暂不出售"), refusal(500, ""))
  show()
  buy("年卡")
  await waitFor(() => expect(world.messages).toEqual(["! 没有这种 VIP，或者暂不出售"]))
  await waitFor(() => expect(screen.getByRole("button", { name: "立即开通年卡" }).getAttribute("aria-busy")).toBe("false"))
  buy("年卡")
  await waitFor(() => expect(world.messages.at(-1)).toBe("! 订单创建失败"))
})
