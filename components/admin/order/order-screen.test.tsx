import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Page from "@/app/admin/order/page"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/enums"

const order_no = "20261120120000123456"
const order = (id: number, status: number) => ({
  id,
  order_no: `${order_no.slice(0, -1)}${id}`,
  username: "小林",
  user_id: 7,
  order_type: OrderType.document,
  product_name: `文档 ${id}`,
  status,
  amount: 25,
  fen: 250,
})
const rights = ["OrderAPI/ListOrder", "OrderAPI/MarkOrderPaid", "OrderAPI/SystemRecharge"] as const

beforeEach(async () => {
  world.answer("GET /order/list", { total: 2, order: [order(1, OrderStatus.pending), order(2, OrderStatus.paid)] })
  world.grant(...rights)
  render(<Page />)
  await screen.findByText("文档 1")
})

it("money for a pending order is noted with way and remark; a paid one offers nothing", async () => {
  world.answer("PUT /order/paid", {})
  const noting = screen.getAllByRole("button", { name: /登记付款/ })
  expect(noting).toHaveLength(1)
  fireEvent.click(noting[0]!)
  fireEvent.change(await screen.findByLabelText("备注"), { target: { value: "转账 0312" } })
  fireEvent.click(screen.getByRole("button", { name: "确认已收款" }))
  await waitFor(() =>
    expect(world.inputsOf("PUT /order/paid")).toEqual([
      { order_no: "20261120120000123451", payment_type: PaymentType.bank, remark: "转账 0312" },
    ]),
  )
  await waitFor(() => expect(world.inputsOf("GET /order/list").length).toBeGreaterThan(1))
})

it("a recharge by the site wants person, number and remark", async () => {
  fireEvent.click(screen.getByRole("button", { name: "系统充值" }))
  fireEvent.click(await screen.findByRole("button", { name: /^充\s?值$/ }))
  expect(await screen.findByText("请输入积分数")).toBeDefined()
  expect(screen.getByText("请选择用户")).toBeDefined()
  expect(world.inputsOf("POST /order/system/recharge")).toEqual([])
})
