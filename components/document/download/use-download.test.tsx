import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ErrorCode } from "@/lib/contract/error-code"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/enums"
import { DownloadButton } from "./download-button"

const order_no = "20261120120000123456"
const pending = { order_no, order_type: OrderType.document, status: OrderStatus.pending, product_name: "年报", amount: 25, fen: 250 }
const unpaid = refusal(403, "这份文档需要先购买才能下载", { code: ErrorCode.purchaseRequired })
const file = { url: "/download/x" }
const assign = vi.fn()
const press = () => {
  render(<DownloadButton id={7} uuid="u7" />)
  fireEvent.click(screen.getByRole("button"))
}
const calls = () => world.api.mock.calls.map(([key]) => key)

beforeEach(() => {
  assign.mockReset()
  vi.stubGlobal("location", { ...window.location, assign })
})
afterEach(() => vi.unstubAllGlobals())

it("what is free or bought is fetched without a question", async () => {
  world.answer("GET /document/download", file)
  press()
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
  expect(calls()).toEqual(["GET /document/download"])
})

describe("what costs something", () => {
  it("is asked for once, with price, balance and what remains, then paid and fetched", async () => {
    world.answer("GET /document/download", unpaid, file)
    world.answer("POST /order", pending)
    world.answer("GET /user", { credit_count: 100 })
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    press()
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.asked).toEqual(["购买《年报》"])
    expect(world.question?.content).toBe("价格 25 魔豆（2.50 元），余额 100 魔豆，支付后还剩 75 魔豆。")
    expect(world.inputsOf("POST /order")).toEqual([{ order_type: OrderType.document, product_id: 7 }])
    expect(world.inputsOf("POST /order/pay")).toEqual([{ order_no, payment_type: PaymentType.credit }])
    expect(world.session.getState().reload).toHaveBeenCalledTimes(1)
    expect(world.messages).toEqual([])
  })

  it("is not paid for without a yes", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("POST /order", pending)
    world.answer("GET /user", { credit_count: 100 })
    world.agree = false
    press()
    await waitFor(() => expect(world.asked).toEqual(["购买《年报》"]))
    await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
    expect(calls()).not.toContain("POST /order/pay")
    expect(assign).not.toHaveBeenCalled()
  })

  it("with too few credits leads to the order, where it can be paid otherwise", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("POST /order", pending)
    world.answer("GET /user", { credit_count: 5 })
    press()
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(`/order?order_no=${order_no}`))
    expect(world.asked).toEqual(["魔豆不够"])
    expect(calls()).not.toContain("POST /order/pay")
  })

  it("tells what refuses the order or the payment, and fetches nothing", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("POST /order", refusal(500, ""), pending)
    world.answer("GET /user", { credit_count: 100 })
    world.answer("POST /order/pay", refusal(409, "积分不足"))
    press()
    await waitFor(() => expect(world.messages).toEqual(["! 订单创建失败"]))
    await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
    fireEvent.click(screen.getByRole("button"))
    await waitFor(() => expect(world.messages.at(-1)).toBe("! 积分不足"))
    expect(assign).not.toHaveBeenCalled()
  })

  it("is refused once, not asked for again, where the purchase opens nothing", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("POST /order", { ...pending, status: OrderStatus.paid })
    press()
    await waitFor(() => expect(world.messages).toEqual(["! 这份文档需要先购买才能下载"]))
    expect(calls()).toEqual(["GET /document/download", "POST /order", "GET /document/download"])
  })
})

it("a daily limit sells nothing", async () => {
  world.answer("GET /document/download", refusal(403, "您的账户今日下载次数已达上限(5)", { code: ErrorCode.permissionDenied }))
  press()
  await waitFor(() => expect(world.messages).toEqual(["! 您的账户今日下载次数已达上限(5)"]))
  expect(calls()).toEqual(["GET /document/download"])
})

it("an existing server without orders decides alone", async () => {
  world.set({ capabilities: { absent: ["POST /order"] } })
  world.answer("GET /document/download", unpaid)
  press()
  await waitFor(() => expect(world.messages).toEqual(["! 这份文档需要先购买才能下载"]))
  expect(calls()).toEqual(["GET /document/download"])
})
