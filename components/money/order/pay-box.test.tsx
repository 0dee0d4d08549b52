import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { Order } from "@/lib/contract/money/order"
import { payMethods } from "@/lib/view/money/pay-methods"
import { PayBox } from "./pay-box"
import type { BridgedWindow } from "./wechat-bridge"

const order_no = "20261120120000123456"
const orderOf = (order_type: number) =>
  Order.parse({ order_no, order_type, status: OrderStatus.pending, product_id: 7, amount: 25, fen: 250 })
const noCodes = { enable_code_download: false, max_price: 0 }
const none = { enable_wechatpay: false, enable_alipay: false, enable_xunhupay: false, xunhupay_name: "" }
const show = (order_type = OrderType.vip as number, balance = 100, gateways = none, codes = noCodes) => {
  const order = orderOf(order_type)
  return render(
    <PayBox
      order={order}
      methods={payMethods(order, balance, { creditName: "魔豆", vipByCredits: true, gateways, codes })}
      creditName="魔豆"
    />,
  )
}
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^用/ })
const assign = vi.fn()

beforeEach(() => {
  assign.mockReset()
  vi.stubGlobal("location", { ...window.location, assign })
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...listen }))
})
afterEach(() => vi.unstubAllGlobals())

describe("paying an order", () => {
  it("shows price and balance, pays once with the chosen method, confirms it, and reloads the page", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    show()
    expect(button().textContent).toBe("用魔豆支付 25 魔豆")
    expect(screen.getByText("余额 100，付后还有 75")).toBeDefined()
    fireEvent.click(button())
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["恭喜你，支付成功"]))
    expect(world.inputsOf("POST /order/pay")).toEqual([{ order_no, payment_type: PaymentType.credit, is_wap: false }])
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
    expect(world.session.getState().reload).toHaveBeenCalledTimes(1)
    expect(assign).not.toHaveBeenCalled()
  })

  it("a narrow desktop window does not count as a phone; a phone does", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("max-width"), ...listen }))
    show()
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toHaveLength(1))
    vi.stubGlobal("navigator", {
      ...window.navigator,
      userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0.0.0 Mobile Safari/537.36",
    })
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toHaveLength(2))
    expect(world.inputsOf("POST /order/pay").map(({ is_wap }) => is_wap)).toEqual([false, true])
  })

  it("a document is downloaded as soon as it is paid", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    world.answer("GET /document/download", { url: "/download/x" })
    show(OrderType.document)
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.inputsOf("GET /document/download")).toEqual([{ id: 7, ask: true }])
  })

  it("redirects to a gateway if the response contains its page", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.pending, payment_url: "https://pay.example/1" })
    show()
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/1"))
    expect(world.messages).toEqual([])
  })

  it("requires a download code, and sends it as typed", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    world.answer("GET /document/download", { url: "/download/x" })
    show(OrderType.document, 100, none, { enable_code_download: true, max_price: 0 })
    fireEvent.click(screen.getByRole("radio", { name: /下载码支付/ }))
    fireEvent.click(button())
    expect(await screen.findByText("请输入你的下载码")).toBeDefined()
    expect(world.inputsOf("POST /order/pay")).toEqual([])
    fireEvent.change(screen.getByLabelText("下载码"), { target: { value: " abcd-efgh " } })
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.inputsOf("POST /order/pay")).toMatchObject([{ order_no, payment_type: PaymentType.code, downcode: "abcd-efgh" }])
  })

  it("shows the server's error message, and reloads the page", async () => {
    world.answer("POST /order/pay", refusal(409, "订单已经支付过了"))
    show()
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["! 订单已经支付过了"]))
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
  })

  it("too few credits: shows how many are missing and cannot be submitted", () => {
    show(OrderType.document, 20)
    expect(screen.getByText("余额 20，还差 5 魔豆")).toBeDefined()
    expect(button().disabled).toBe(true)
  })

  it("the total follows the chosen method, in its unit", () => {
    const { container } = show(OrderType.vip, 100, { ...none, enable_alipay: true })
    const sum = () => container.querySelector(".pay-sum")!.textContent
    expect([sum(), button().textContent]).toEqual(["25 魔豆", "用魔豆支付 25 魔豆"])
    fireEvent.click(screen.getByRole("radio", { name: /支付宝/ }))
    expect([sum(), button().textContent]).toEqual(["¥2.50", "用支付宝支付 ¥2.50"])
  })

  it("a price before the discount stands beside a price in credits only", () => {
    const order = Order.parse({ ...orderOf(OrderType.vip), coupon_amount: 10 })
    const site = { creditName: "魔豆", vipByCredits: true, gateways: { ...none, enable_alipay: true }, codes: noCodes }
    const { container } = render(<PayBox order={order} methods={payMethods(order, 100, site)} creditName="魔豆" />)
    expect(container.querySelector(".pay-sum")!.textContent).toBe("原价35 魔豆25 魔豆")
    fireEvent.click(screen.getByRole("radio", { name: /支付宝/ }))
    expect(container.querySelector(".pay-sum")!.textContent).toBe("¥2.50")
  })

  it("no payment method, no button", () => {
    show(OrderType.recharge)
    expect(screen.queryByRole("button")).toBeNull()
    expect(screen.getByText(/没有可用的支付方式/)).toBeDefined()
  })
})

describe("a QR code for a phone", () => {
  const wechat = { ...none, enable_wechatpay: true, enable_alipay: true }
  const begun = { order_status: OrderStatus.pending, payment_url: "weixin://wxpay/bizpayurl?pr=1" }

  it("is shown in the page; “paid” checks the order status, and another payment method removes the code", async () => {
    // the page does not ask by itself in a hidden tab, so only the button takes the answers, however slow the test is
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
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
    hidden.mockRestore()
  })

  it("is renewed by another click", async () => {
    world.answer("POST /order/pay", begun, { ...begun, payment_url: "weixin://wxpay/bizpayurl?pr=2" })
    show(OrderType.recharge, 0, wechat)
    fireEvent.click(button())
    fireEvent.click(await screen.findByRole("button", { name: "换一个二维码" }))
    await waitFor(() => expect(world.inputsOf("POST /order/pay")).toHaveLength(2))
    expect(world.inputsOf("POST /order/pay")[0]).toMatchObject({ payment_type: PaymentType.wechat })
  })
})

describe("an order that is paid on another device", () => {
  afterEach(() => void vi.useRealTimers())

  it("is polled at growing intervals until it is paid", async () => {
    vi.useFakeTimers()
    world.answer("GET /order/status", { order_no, status: OrderStatus.pending }, { order_no, status: OrderStatus.paid })
    show()
    const requestCount = () => world.inputsOf("GET /order/status").length
    await vi.advanceTimersByTimeAsync(2_999)
    expect(requestCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(requestCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(4_499)
    expect(requestCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requestCount()).toBe(2)
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requestCount()).toBe(2)
  })
})

describe("inside WeChat", () => {
  const appid = "wx1"
  const wechatAgent = "Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.50"
  const extra = { appId: appid, package: "prepay_id=wx1", paySign: "s" }
  const begun = { order_status: OrderStatus.pending, payment_url: "", extra }
  const showInside = (address: string, account = appid) => {
    const order = orderOf(OrderType.recharge)
    const gateways = { ...none, enable_wechatpay: true, enable_alipay: true }
    window.history.replaceState(null, "", address)
    vi.stubGlobal("location", { assign, href: document.location.href })
    vi.stubGlobal("navigator", { ...window.navigator, userAgent: wechatAgent })
    const methods = payMethods(order, 0, { creditName: "魔豆", vipByCredits: false, gateways, codes: noCodes })
    render(<PayBox order={order} methods={methods} creditName="魔豆" accountAppid={account} />)
  }
  /** A mock of WeChat's bridge that responds with this message. */
  const bridge = (err_msg: string) => {
    const invoke = vi.fn<NonNullable<BridgedWindow["WeixinJSBridge"]>["invoke"]>((_, __, done) => done({ err_msg }))
    Object.assign(window, { WeixinJSBridge: { invoke } } satisfies BridgedWindow)
    return invoke
  }
  /** Simulates the return from WeChat after the page requested the code. */
  const returned = () => {
    showInside(`/order?order_no=${order_no}`)
    fireEvent.click(button())
    const state = new URL(assign.mock.calls[0]![0] as string).searchParams.get("state")!
    cleanup()
    assign.mockReset()
    showInside(`/order?order_no=${order_no}&code=c1&state=${state}`)
  }
  afterEach(() => {
    Reflect.deleteProperty(window, "WeixinJSBridge")
    window.history.replaceState(null, "", "/")
  })

  it("WeChat first identifies the payer, and returns to the order", () => {
    showInside(`/order?order_no=${order_no}`)
    fireEvent.click(button())
    const url = new URL(assign.mock.calls[0]![0] as string)
    expect(url.origin + url.pathname).toBe("https://open.weixin.qq.com/connect/oauth2/authorize")
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ appid, scope: "snsapi_base", response_type: "code" })
    expect(new URL(url.searchParams.get("redirect_uri")!).search).toBe(`?order_no=${order_no}`)
    expect(world.inputsOf("POST /order/pay")).toEqual([])
  })

  it("after the return it pays through the bridge once; the code is removed from the address", async () => {
    const invoke = bridge("get_brand_wcpay_request:ok")
    world.answer("POST /order/pay", begun)
    world.answer("GET /order/status", { order_no, status: OrderStatus.paid })
    returned()
    await waitFor(() => expect(world.messages).toEqual(["恭喜你，支付成功"]))
    expect(world.inputsOf("POST /order/pay")).toEqual([{ order_no, payment_type: PaymentType.wechat, is_wap: true, code: "c1" }])
    expect(invoke.mock.calls.map(([name, parameters]) => [name, parameters])).toEqual([["getBrandWCPayRequest", extra]])
    await waitFor(() => expect(document.location.search).toBe(`?order_no=${order_no}`))
  })

  it("waits for the bridge if the page loads first", async () => {
    world.answer("POST /order/pay", begun)
    returned()
    await waitFor(() => expect(world.inputsOf("POST /order/pay")).toHaveLength(1))
    const invoke = bridge("get_brand_wcpay_request:cancel")
    await act(async () => void document.dispatchEvent(new Event("WeixinJSBridgeReady")))
    await waitFor(() => expect(invoke).toHaveBeenCalledTimes(1))
    expect(world.messages).toEqual([])
    expect(world.inputsOf("GET /order/status")).toEqual([])
  })

  it("a failure of the bridge is shown", async () => {
    bridge("get_brand_wcpay_request:fail")
    world.answer("POST /order/pay", begun)
    returned()
    await waitFor(() => expect(world.messages).toEqual(["! 微信没有完成支付，请再试一次"]))
  })

  it("a code that this page did not request pays nothing", async () => {
    showInside(`/order?order_no=${order_no}&code=c1&state=other`)
    await waitFor(() => expect(document.location.search).toBe(`?order_no=${order_no}`))
    expect(world.inputsOf("POST /order/pay")).toEqual([])
  })

  it("without an official account a QR code is shown; Alipay cannot be opened here", async () => {
    world.answer("POST /order/pay", { order_status: OrderStatus.pending, payment_url: "weixin://wxpay/bizpayurl?pr=1" })
    showInside("/order", "")
    fireEvent.click(button())
    expect(await screen.findByRole("img", { name: "支付二维码" })).toBeDefined()
    fireEvent.click(screen.getByRole("radio", { name: /支付宝/ }))
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["微信里打不开支付宝，请在浏览器中打开本页付款"]))
    expect(world.inputsOf("POST /order/pay")).toHaveLength(1)
  })
})
