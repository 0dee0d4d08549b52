import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/enums"
import { Order } from "@/lib/contract/order"
import { payMethods } from "@/lib/view/order/pay-methods"
import { PayBox } from "./pay-box"

const order_no = "20261120120000123456"
const orderOf = (order_type: number) =>
  Order.parse({ order_no, order_type, status: OrderStatus.pending, product_id: 7, amount: 25, fen: 250 })
const none = { enable_wechatpay: false, enable_alipay: false, enable_xunhupay: false, xunhupay_name: "" }
const show = (order_type = OrderType.vip as number, balance = 100, gateways = none) => {
  const order = orderOf(order_type)
  render(
    <PayBox order={order} methods={payMethods(order, balance, { creditName: "魔豆", vipByCredits: true, gateways })} creditName="魔豆" />,
  )
}
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "支付订单" })
const assign = vi.fn()

beforeEach(() => {
  assign.mockReset()
  vi.stubGlobal("location", { ...window.location, assign })
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...listen }))
})
afterEach(() => vi.unstubAllGlobals())

describe("paying an order", () => {
  it("shows price and balance, pays once with the chosen way, says so, and shows the page as it is now", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    show()
    expect(screen.getByText("25 魔豆（2.50 元）")).toBeDefined()
    expect(screen.getByText("剩余 100 魔豆")).toBeDefined()
    fireEvent.click(button())
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["恭喜您，支付成功"]))
    expect(world.inputsOf("POST /order/pay")).toEqual([{ order_no, payment_type: PaymentType.credit, is_wap: false }])
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
    expect(world.session.getState().reload).toHaveBeenCalledTimes(1)
    expect(assign).not.toHaveBeenCalled()
  })

  it("a document is fetched as soon as it is paid", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    world.answer("GET /document/download", { url: "/download/x" })
    show(OrderType.document)
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.inputsOf("GET /document/download")).toEqual([{ id: 7 }])
  })

  it("leads to a gateway where the answer names its page", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.pending, payment_url: "https://pay.example/1" })
    show()
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/1"))
    expect(world.messages).toEqual([])
  })

  it("a refusal is told in the server's words, and the page is read again", async () => {
    world.answer("POST /order/pay", refusal(409, "订单已经支付过了"))
    show()
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["! 订单已经支付过了"]))
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
  })

  it("too few credits say how many are missing and cannot be sent", () => {
    show(OrderType.document, 20)
    expect(screen.getByText("还差 5 魔豆")).toBeDefined()
    expect(button().disabled).toBe(true)
  })

  it("where nothing can pay it there is no button", () => {
    show(OrderType.recharge)
    expect(screen.queryByRole("button")).toBeNull()
    expect(screen.getByText(/没有可用的支付方式/)).toBeDefined()
  })
})

describe("a code for a phone's camera", () => {
  const wechat = { ...none, enable_wechatpay: true, enable_alipay: true }
  const begun = { order_status: OrderStatus.pending, payment_url: "weixin://wxpay/bizpayurl?pr=1" }

  it("is shown in the page; who says that it is paid is told how it stands, and another way takes it away", async () => {
    world.answer("POST /order/pay", begun)
    world.answer("GET /order/status", { order_no, status: OrderStatus.pending }, { order_no, status: OrderStatus.paid })
    show(OrderType.recharge, 0, wechat)
    fireEvent.click(button())
    expect(await screen.findByRole("img", { name: "支付二维码" })).toBeDefined()
    fireEvent.click(screen.getByRole("button", { name: "我已支付" }))
    await waitFor(() => expect(world.messages).toEqual(["还没有收到付款，到账后页面会自动更新"]))
    expect(assign).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: "我已支付" }))
    await waitFor(() => expect(world.router.refresh).toHaveBeenCalledTimes(1))
    fireEvent.click(screen.getByRole("radio", { name: /支付宝/ }))
    expect(screen.queryByRole("button", { name: "我已支付" })).toBeNull()
    expect(button()).toBeDefined()
  })

  it("is made anew by another press", async () => {
    world.answer("POST /order/pay", begun, { ...begun, payment_url: "weixin://wxpay/bizpayurl?pr=2" })
    show(OrderType.recharge, 0, wechat)
    fireEvent.click(button())
    fireEvent.click(await screen.findByRole("button", { name: "换一个二维码" }))
    await waitFor(() => expect(world.inputsOf("POST /order/pay")).toHaveLength(2))
    expect(world.inputsOf("POST /order/pay")[0]).toMatchObject({ payment_type: PaymentType.wechat })
  })
})

describe("an order that is paid elsewhere", () => {
  afterEach(() => void vi.useRealTimers())

  it("is asked for ever more rarely until it is paid", async () => {
    vi.useFakeTimers()
    world.answer("GET /order/status", { order_no, status: OrderStatus.pending }, { order_no, status: OrderStatus.paid })
    show()
    const asked = () => world.inputsOf("GET /order/status").length
    await vi.advanceTimersByTimeAsync(2_999)
    expect(asked()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(4_499)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toBe(2)
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(asked()).toBe(2)
  })
})
