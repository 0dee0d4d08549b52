import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Page from "@/app/admin/order/page"
import { OrderStatus, OrderType, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"

const order_no = "20261120120000123456"
const order = (id: number, status: number, more: object = {}) => ({
  id,
  order_no: `${order_no.slice(0, -1)}${id}`,
  username: "小林",
  user_id: 7,
  order_type: OrderType.document,
  product_name: `文档 ${id}`,
  status,
  amount: 25,
  fen: 250,
  payment_type: PaymentType.credit,
  ...more,
})
const rights = [
  "OrderAPI/ListOrder",
  "OrderAPI/MarkOrderPaid",
  "OrderAPI/SystemRecharge",
  "OrderAPI/RefundOrder",
  "OrderAPI/ListOrderRefund",
  "OrderAPI/CloseOrder",
] as const

const gone = { refund_amount: 25, refunded_at: "2026-11-21T04:00:00Z" }
const refund = (id: number, more: object = {}) => ({
  id,
  refund_no: `R000000000${id}`,
  status: RefundStatus.done,
  amount: 5,
  income: 5,
  remark: "少了一页",
  operator: "管理员",
  created_at: "2026-11-21T04:00:00Z",
  ...more,
})
/** Clicks an action of the row with this number: a direct button, or an entry of the menu. */
const press = async (name: string, row: number) => {
  const button = screen.queryByRole("button", { name: `${name} 文档 ${row}` })
  if (button) return fireEvent.click(button)
  fireEvent.click(screen.getByRole("button", { name: `更多操作 文档 ${row}` }))
  fireEvent.click(await screen.findByRole("menuitem", { name }))
}

beforeEach(async () => {
  world.answer("GET /order/list", {
    total: 3,
    order: [order(1, OrderStatus.pending), order(2, OrderStatus.paid), order(3, OrderStatus.paid, gone)],
  })
  world.answer("GET /order/sum", { fen: 6_740, amount: 20 })
  world.grant(...rights)
  render(<Page />)
  await screen.findByText("文档 1")
})

it("sums what was paid in money and in credits apart", async () => {
  expect(await screen.findByText("已支付 67.40 元，20 魔豆")).toBeDefined()
})

it("the payment method and the refunded amount use the site's name for credits", () => {
  expect(screen.getAllByText("魔豆支付", { selector: ".tag" })).toHaveLength(3)
  expect(screen.getByText("已退款 25 魔豆")).toBeDefined()
  expect(screen.queryByText(/积分/)).toBeNull()
})

it("a payment for a pending order is recorded with method and remark", async () => {
  world.answer("PUT /order/paid", {})
  await press("登记付款", 1)
  fireEvent.change(await screen.findByLabelText("备注"), { target: { value: "转账 0312" } })
  fireEvent.click(screen.getByRole("button", { name: "确认已收款" }))
  await waitFor(() =>
    expect(world.inputsOf("PUT /order/paid")).toEqual([
      { order_no: "20261120120000123451", payment_type: PaymentType.bank, remark: "转账 0312" },
    ]),
  )
  await waitFor(() => expect(world.inputsOf("GET /order/list").length).toBeGreaterThan(1))
})

it("a manual recharge requires user, amount and remark", async () => {
  fireEvent.click(screen.getByRole("button", { name: "系统充值" }))
  fireEvent.click(await screen.findByRole("button", { name: /^充\s?值$/ }))
  expect(await screen.findByText("请输入数量")).toBeDefined()
  expect(screen.getByText("请选择用户")).toBeDefined()
  expect(world.inputsOf("POST /order/system/recharge")).toEqual([])
})

it("a paid order is refunded once with amount and reason, beside earlier refunds; a fully refunded one is not", async () => {
  world.answer("GET /order/refund", {
    most_fen: 0,
    most_amount: 20,
    refund: [refund(1), refund(2, { status: RefundStatus.failed, detail: "refused NOT_ENOUGH" })],
  })
  world.answer("POST /order/refund", refund(3))
  expect(screen.queryByRole("button", { name: "退款 文档 3" })).toBeNull()
  await press("退款", 2)
  const sum = await screen.findByLabelText<HTMLInputElement>(/退还/)
  expect(sum.value).toBe("20")
  expect(screen.getByText("2026-11-21 12:00，管理员，少了一页", { selector: "li:first-child span" })).toBeDefined()
  expect(screen.getByText("支付平台：refused NOT_ENOUGH")).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: "确认退款" }))
  expect(await screen.findByText("请输入退款原因")).toBeDefined()
  fireEvent.change(sum, { target: { value: "7" } })
  fireEvent.change(screen.getByLabelText("备注"), { target: { value: "买错了" } })
  fireEvent.click(screen.getByRole("button", { name: "确认退款" }))
  await waitFor(() => expect(world.inputsOf("POST /order/refund")).toHaveLength(1))
  expect(world.inputsOf("POST /order/refund")[0]).toEqual({
    order_no: "20261120120000123452",
    refund_no: expect.stringMatching(/^R\d{22}$/),
    fen: 0,
    amount: 7,
    remark: "买错了",
  })
})

it("the refunds of an order are listed with what was revoked", async () => {
  world.answer("GET /order/refund", {
    most_fen: 0,
    most_amount: 0,
    refund: [refund(1, { withdrawn_ms: 864_000_000, withdrawn_downloads: 3 })],
  })
  await press("退款记录", 3)
  expect(await screen.findByText("作者退回 5 魔豆，会员缩短 10 天，下载减少 3 次")).toBeDefined()
})

it("staff can close any pending order after a confirmation", async () => {
  world.answer("PUT /order/close", {})
  await press("关闭订单", 1)
  await waitFor(() => expect(world.inputsOf("PUT /order/close")).toEqual([{ order_no: "20261120120000123451" }]))
  expect(world.asked).toEqual(["关闭订单"])
})
