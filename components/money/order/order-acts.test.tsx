import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { DownloadButton } from "@/components/library/document/download/download-button"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import { Order } from "@/lib/contract/money/order"
import { Orders } from "@/components/money/order/me/orders"
import { Countdown } from "./countdown"
import { NextStep } from "./next-step"

const order_no = "20261120120000123456"
const orderOf = (status: number, order_type: number = OrderType.document, more: object = {}) =>
  Order.parse({
    id: 1,
    order_no,
    status,
    order_type,
    product_id: 7,
    product_uuid: "u7",
    product_name: "年报",
    amount: 25,
    fen: 250,
    paid_at: "2026-11-20T04:00:00Z",
    ...more,
  })
const list = (status: number) => render(<Orders orders={[orderOf(status)]} />)
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

describe("rows of the user's own orders", () => {
  it("a pending order links to its payment and can be closed after a confirmation", async () => {
    world.answer("PUT /order/close", { order_no, status: OrderStatus.closed })
    list(OrderStatus.pending)
    expect(screen.getByRole("link", { name: "支付" }).getAttribute("href")).toBe(`/order?order_no=${order_no}`)
    world.agree = false
    press("关闭订单")
    await waitFor(() => expect(world.asked).toEqual(["关闭订单"]))
    expect(world.api).not.toHaveBeenCalled()
    world.agree = true
    press("关闭订单")
    await waitFor(() => expect(world.messages).toEqual(["订单关闭成功"]))
    expect(world.inputsOf("PUT /order/close")).toEqual([{ order_no }])
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
  })

  it("a paid order has its receipt, and no close or delete action", () => {
    list(OrderStatus.paid)
    expect(screen.getByRole("link", { name: "收据" }).getAttribute("href")).toBe(`/order/receipt?order_no=${order_no}`)
    expect(screen.queryByRole("button")).toBeNull()
  })

  it.each([
    [{ refund_amount: 25, refunded_at: "2026-11-21T04:00:00Z" }, "已退款", "退回 25 魔豆"],
    [{ refund_fen: 100, refunded_at: "2026-11-21T04:00:00Z" }, "部分退款", "退回 1.00 元"],
    [{ refund_fen: 250 }, "退款中", "正在退 2.50 元"],
  ])("a refunded order shows its refund: %o", (more, word, text) => {
    render(<Orders orders={[orderOf(OrderStatus.paid, OrderType.document, more)]} />)
    expect(screen.getByText(word)).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
  })

  it("a closed order is deleted from the list; a server error is shown", async () => {
    world.answer("DELETE /order", refusal(409, "只有已关闭的订单可以删除"), {})
    list(OrderStatus.closed)
    press("删除")
    await waitFor(() => expect(world.messages).toEqual(["! 只有已关闭的订单可以删除"]))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "删除" }).disabled).toBe(false))
    press("删除")
    await waitFor(() => expect(world.messages.at(-1)).toBe("订单删除成功"))
    expect(world.inputsOf("DELETE /order")).toEqual([{ order_no }, { order_no }])
  })
})

describe("the countdown of a pending order", () => {
  afterEach(() => void vi.useRealTimers())

  it("runs down, then closes the order and reloads the page", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-20T04:00:00Z") })
    world.answer("PUT /order/close", { order_no, status: OrderStatus.closed })
    render(<Countdown orderNo={order_no} closesAt="2026-11-20T04:00:02Z" />)
    expect(screen.getByText("-分-秒")).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText("0分1秒")).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(world.inputsOf("PUT /order/close")).toEqual([{ order_no }])
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
  })
})

const detailOf = (...given: Parameters<typeof orderOf>) => ({ ...orderOf(...given), file_missing: false })

describe("the next step of an order", () => {
  const now = new Date("2026-11-22T04:00:00Z").getTime()
  const show = (status: number, type: number, freeDays = 0) =>
    render(
      <NextStep
        order={detailOf(status, type)}
        card={null}
        creditName="魔豆"
        freeDays={freeDays}
        now={now}
        download={<DownloadButton id={7} uuid="u7" icon />}
      />,
    )

  it("a purchased document can be downloaded while the purchase is valid", () => {
    show(OrderStatus.paid, OrderType.document, 3)
    expect(screen.getByRole("button", { name: "下载文档" })).toBeDefined()
    expect(screen.getByText("2026-11-23 12:00 以前可以随时再下载，不再收费。")).toBeDefined()
  })
  it("an expired purchase cannot be downloaded", () => {
    show(OrderStatus.paid, OrderType.document, 2)
    expect(screen.queryByRole("button")).toBeNull()
    expect(screen.getByText("购买已经过期")).toBeDefined()
  })
  it("a fully refunded document can no longer be downloaded, and can be ordered again", () => {
    const order = detailOf(OrderStatus.paid, OrderType.document, { refund_amount: 25, refunded_at: "2026-11-21T04:00:00Z" })
    render(<NextStep order={order} card={null} creditName="魔豆" freeDays={0} now={now} download={null} />)
    expect(screen.getByText("订单已经退款")).toBeDefined()
    expect(screen.queryByRole("button")).toBeNull()
    expect(screen.getByRole("link", { name: "重新下单" }).getAttribute("href")).toBe("/document/u7")
  })
  it.each([
    [OrderStatus.pending, "现在不用付款，订单会自动关闭。"],
    [OrderStatus.paid, "网站会补上文件，或者给你退款。"],
    [OrderStatus.closed, "订单已经关闭，没有扣款。"],
  ])("a document without its file can be neither paid for, downloaded nor ordered again (status %i)", (status, text) => {
    const order = { ...detailOf(status, OrderType.document), file_missing: true }
    render(<NextStep order={order} card={null} creditName="魔豆" freeDays={3} now={now} download={null} />)
    expect(screen.getByRole("heading").textContent).toBe("原文件缺失，暂不能下载")
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByRole("button")).toBeNull()
    expect(screen.queryByText("重新下单")).toBeNull()
  })
  it.each([
    [OrderStatus.paid, OrderType.vip, "查看我的 VIP", "/me/vip"],
    [OrderStatus.paid, OrderType.recharge, "查看魔豆明细", "/me/credit"],
    [OrderStatus.closed, OrderType.document, "重新下单", "/document/u7"],
    [OrderStatus.closed, OrderType.vip, "重新下单", "/joinvip"],
  ])("status %i, type %i: %s", (status, type, name, href) => {
    show(status, type)
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href)
  })
})
