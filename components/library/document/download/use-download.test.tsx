import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ErrorCode } from "@/lib/contract/error-code"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { Settings } from "@/lib/contract/site/site"
import { VipType } from "@/lib/contract/money/membership.enums"
import { DocumentStateProvider } from "@/components/providers/document-state"
import { DownloadButton } from "./download-button"
import { PriceNote } from "./price-note"
import { VipDownloadButton } from "./vip-download-button"
import { forgetRechargeOffer } from "@/components/money/recharge/use-recharge-offer"

const order_no = "20261120120000123456"
const pending = {
  order_no,
  order_type: OrderType.document,
  status: OrderStatus.pending,
  product_name: "年报",
  quantity: 1,
  amount: 25,
  coupon_amount: 0,
  fen: 250,
}
const offer = { order_type: OrderType.document, product_id: 7, product_name: "年报", quantity: 1, amount: 25, coupon_amount: 0, fen: 250 }
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
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...listen }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  // what is done after a login
  sessionStorage.clear()
})

it("a free or purchased document is downloaded without a confirmation", async () => {
  world.answer("GET /document/download", file)
  press()
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
  expect(calls()).toEqual(["GET /document/download"])
})

describe("a paid document", () => {
  const box = () => screen.findByRole("dialog", { name: "文档下载" })
  const site = Settings.parse({ system: { credit_name: "魔豆", show_exchange: false } })
  beforeEach(() => world.answer("GET /settings", site))
  const pay = /^用.+(支付|下载)/
  const send = async () => {
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: pay })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
  }

  it("is confirmed once with price, balance and remaining balance, then paid and downloaded", async () => {
    world.answer("GET /document/download", unpaid, file)
    world.answer("GET /order/offer", offer)
    world.answer("POST /order", pending)
    world.answer("GET /user", { credit_count: 100 })
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    world.set({ system: { show_exchange: true }, download: { free_download_duration: 7, times_every_day: 5, times_every_ip: 30 } })
    press()
    expect(await screen.findByText("余额 100，付后还有 75")).toBeDefined()
    expect((await box()).textContent).toContain("年报购买文档25 魔豆")
    expect(screen.getByText("购买后 7 天内重新下载不再收费")).toBeDefined()
    expect(calls()).not.toContain("POST /order")
    await send()
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.inputsOf("POST /order")).toEqual([{ order_type: OrderType.document, product_id: 7 }])
    expect(world.inputsOf("POST /order/pay")).toEqual([{ order_no, payment_type: PaymentType.credit, is_wap: false }])
    expect(world.session.getState().reload).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(world.messages).toEqual([])
  })

  it("leaves no order and is not paid for if the user closes the dialog", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("GET /order/offer", offer)
    world.answer("GET /user", { credit_count: 100 })
    press()
    await box()
    fireEvent.click(screen.getByRole("button", { name: "关闭" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(world.inputsOf("GET /order/offer")).toEqual([{ order_type: OrderType.document, product_id: 7 }])
    expect(calls()).not.toContain("POST /order")
    expect(assign).not.toHaveBeenCalled()
  })

  it("is not paid for at a price that the user has not seen", async () => {
    world.answer("GET /document/download", unpaid, file)
    world.answer("GET /order/offer", offer)
    world.answer("POST /order", { ...pending, amount: 40, fen: 400 })
    world.answer("GET /user", { credit_count: 100 })
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    press()
    await send()
    expect((await screen.findByRole("alert")).textContent).toBe("价格刚刚变成了 40 魔豆，请确认后再支付")
    expect((await box()).textContent).toContain("40 魔豆")
    expect(calls()).not.toContain("POST /order/pay")
    await send()
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.inputsOf("POST /order")).toHaveLength(1)
  })

  it("on an existing server that names no prices it is ordered first", async () => {
    world.set({ capabilities: { absent: ["GET /order/offer"] } })
    world.answer("GET /document/download", unpaid, file)
    world.answer("POST /order", pending)
    world.answer("GET /user", { credit_count: 100 })
    world.answer("POST /order/pay", { order_status: OrderStatus.paid, payment_url: "" })
    press()
    await send()
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.inputsOf("POST /order")).toHaveLength(1)
  })

  it("too few credits: shows how many are missing, and a gateway takes the price in money", async () => {
    world.answer("GET /settings", { ...site, payment: { ...site.payment, enable_alipay: true } })
    world.answer("GET /document/download", unpaid)
    world.answer("GET /order/offer", offer)
    world.answer("POST /order", pending)
    world.answer("POST /order/pay", { order_status: OrderStatus.pending, payment_url: "https://pay.example/1" })
    world.answer("GET /user", { credit_count: 5 })
    press()
    expect(await screen.findByText("余额 5，还差 20 魔豆")).toBeDefined()
    expect(screen.queryByRole("button", { name: "充值" })).toBeNull()
    fireEvent.click(screen.getByRole("button", { name: "用支付宝支付 ¥2.50" }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/1"))
    expect(world.inputsOf("POST /order/pay")).toEqual([{ order_no, payment_type: PaymentType.alipay, is_wap: false }])
  })

  it("a site that sells credits offers 充值 beside the balance", async () => {
    forgetRechargeOffer()
    world.answer("GET /settings/recharge", { enable: true, recharge_discount: "100:1", credit_name: "魔豆", credit_exchange: 10 })
    world.answer("GET /document/download", unpaid)
    world.answer("GET /order/offer", offer)
    world.answer("GET /user", { credit_count: 5 })
    press()
    expect(await screen.findByRole("button", { name: "充值" })).toBeDefined()
    expect(screen.getByText("余额 5，还差 20 魔豆")).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>("button", { name: pay }).disabled).toBe(true)
    forgetRechargeOffer()
  })

  it("links directly to its order if the site shows orders", async () => {
    world.set({ display: { show_order: true } })
    world.answer("GET /document/download", unpaid)
    world.answer("POST /order", pending)
    press()
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(`/order?order_no=${order_no}`))
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(calls()).not.toContain("POST /order/pay")
  })

  describe("with a download code", () => {
    const choose = async (download: object, more: object = {}) => {
      world.set({ download: { enable_code_download: true, ...download }, ...more })
      world.answer("GET /document/download", unpaid, file)
      world.answer("GET /order/offer", offer)
      world.answer("POST /order", pending)
      world.answer("GET /user", { credit_count: 0 })
      const tip = { ...site.download, enable_code_download: true, code_tip: "<p>公众号回复“下载码”</p>", ...download }
      world.answer("GET /settings", { ...site, download: tip })
      press()
      fireEvent.click(await screen.findByRole("radio", { name: /^下载码支付/ }))
    }

    it("explains how to get a code, requires one, shows errors beside it, and downloads the file", async () => {
      await choose({})
      expect(await screen.findByText("公众号回复“下载码”")).toBeDefined()
      await send()
      expect(await screen.findByText("请输入你的下载码")).toBeDefined()
      expect(calls()).not.toContain("POST /order")
      world.answer("POST /order/pay", refusal(400, "这个下载码已经用过了", { field: "downcode" }), {
        order_status: OrderStatus.paid,
        payment_url: "",
      })
      fireEvent.change(screen.getByLabelText("下载码"), { target: { value: " ABCD-EFGH " } })
      await send()
      expect(await screen.findByText("这个下载码已经用过了")).toBeDefined()
      expect(assign).not.toHaveBeenCalled()
      await send()
      await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
      const sent = { order_no, payment_type: PaymentType.code, downcode: "ABCD-EFGH", is_wap: false }
      expect(world.inputsOf("POST /order/pay")).toEqual([sent, sent])
      expect(world.inputsOf("POST /order")).toHaveLength(1)
    })

    it("is not offered above the price limit of the site", async () => {
      await choose({ max_price: 24 })
      expect(await screen.findByText("只能用于 24 魔豆以内的文档")).toBeDefined()
      expect(screen.queryByLabelText("下载码")).toBeNull()
      expect(screen.getByRole<HTMLButtonElement>("button", { name: pay }).disabled).toBe(true)
    })
  })

  it("shows why the price, the order or the payment failed, and downloads nothing", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("GET /order/offer", refusal(500, ""), offer)
    world.answer("POST /order", refusal(500, ""), pending)
    world.answer("GET /user", { credit_count: 100 })
    world.answer("POST /order/pay", refusal(409, "积分不足"))
    press()
    await waitFor(() => expect(world.messages).toEqual(["! 下载失败"]))
    await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
    fireEvent.click(screen.getByRole("button"))
    await send()
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("订单创建失败"))
    await send()
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("积分不足"))
    expect(assign).not.toHaveBeenCalled()
  })

  it("is rejected once and not retried if the purchase does not unlock the file", async () => {
    world.answer("GET /document/download", unpaid)
    world.answer("GET /order/offer", { ...offer, amount: 0, owned: true })
    press()
    await waitFor(() => expect(world.messages).toEqual(["! 这份文档需要先购买才能下载"]))
    expect(calls()).toEqual(["GET /document/download", "GET /order/offer", "GET /document/download"])
  })
})

it("no purchase is offered when the daily limit is reached", async () => {
  world.answer("GET /document/download", refusal(403, "你的账号今日下载次数已达上限(5)", { code: ErrorCode.permissionDenied }))
  press()
  await waitFor(() => expect(world.messages).toEqual(["! 你的账号今日下载次数已达上限(5)"]))
  expect(calls()).toEqual(["GET /document/download"])
})

describe("an existing server without orders, whose download takes the credits at once", () => {
  const document = { id: 7, title: "年报", price: 25, user_id: 2 }
  const me = { id: 9, credit_count: 100 }
  beforeEach(() => {
    world.set({ capabilities: { absent: ["POST /order", "GET /order/offer"] } })
    world.answer("GET /document", document)
    world.answer("GET /user", me)
    world.answer("GET /settings", { system: { credit_name: "学豆" } })
    world.answer("GET /document/download", file)
  })
  const page = { id: 7, uuid: "u7", title: "年报", ownerId: 2, freeForMembers: false }
  const numbers = { ...page, views: 0, downloads: 0, favorites: 0, comments: 0, score: 0, scores: 0 }
  const pressOnPage = () => {
    render(
      <DocumentStateProvider numbers={numbers}>
        <DownloadButton id={7} uuid="u7" />
      </DocumentStateProvider>,
    )
    fireEvent.click(screen.getByRole("button"))
  }

  it("asks with price and balance before it takes them, and not again on this page", async () => {
    pressOnPage()
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(world.question).toEqual({
      title: "文档下载",
      content: "下载《年报》需要 25 学豆。余额 100 学豆，支付后还剩 75 学豆。购买过且还在有效期内的，不会再扣。",
      okText: "马上下载",
    })
    expect(world.session.getState().reload).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
    fireEvent.click(screen.getByRole("button"))
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
    expect(world.asked).toEqual(["文档下载"])
  })

  it("takes nothing if the user declines", async () => {
    world.agree = false
    press()
    await waitFor(() => expect(world.asked).toEqual(["文档下载"]))
    await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
    expect(calls()).not.toContain("GET /document/download")
  })

  it("asks again about a price that changed meanwhile", async () => {
    world.answer("GET /document", document, { ...document, price: 40 })
    press()
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(world.asked).toHaveLength(2)
    expect(world.question?.content).toContain("需要 40 学豆")
  })

  it.each([
    ["a free document", { ...document, price: 0 }, me],
    ["the user's own document", { ...document, user_id: 9 }, me],
  ])("asks nothing about %s", async (_, row, user) => {
    world.answer("GET /document", row)
    world.answer("GET /user", user)
    press()
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(world.asked).toEqual([])
    expect(world.session.getState().reload).not.toHaveBeenCalled()
  })

  it("shows the server's refusal to a user with too few credits, without a question", async () => {
    world.answer("GET /user", { ...me, credit_count: 5 })
    world.answer("GET /document/download", refusal(403, "学豆不足，无法下载"))
    press()
    await waitFor(() => expect(world.messages).toEqual(["! 学豆不足，无法下载"]))
    expect(world.asked).toEqual([])
  })

  it("sends a visitor to the login, and takes nothing while the price is unknown", async () => {
    world.answer("GET /user", refusal(401, "您未登录或您的登录已过期，请重新登录或刷新页面重试"))
    press()
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(expect.stringContaining("/login")))
    world.answer("GET /document", refusal(502, "后端暂时没有回应，请稍后再试"))
    await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
    fireEvent.click(screen.getByRole("button"))
    await waitFor(() => expect(world.messages).toEqual(["! 后端暂时没有回应，请稍后再试"]))
    expect(calls()).not.toContain("GET /document/download")
  })
})

describe("a paid document that is free for members", () => {
  const card = { type: VipType.year, download: 10, download_used: 3, times: 0 }
  const numbers = {
    id: 7,
    uuid: "u7",
    title: "年报",
    ownerId: 2,
    freeForMembers: true,
    views: 0,
    downloads: 0,
    favorites: 0,
    comments: 0,
    score: 0,
    scores: 0,
  }
  const showBar = (more: Partial<typeof numbers> = {}) =>
    render(
      <DocumentStateProvider numbers={{ ...numbers, ...more }}>
        <PriceNote text="10 魔豆" free={false} />
        <VipDownloadButton id={7} />
        <DownloadButton id={7} uuid="u7" />
      </DocumentStateProvider>,
    )
  const main = /^(会员免费下载|下载文档)/

  it("uses a download of the card by its main button, which says what remains", async () => {
    world.enter({ id: 7, is_vip: true })
    world.answer("GET /user/vip/active", card, card, { ...card, download_used: 4 })
    world.answer("GET /document/download", unpaid)
    world.answer("GET /document/download/vip", file)
    showBar()
    const button = await screen.findByRole("button", { name: "会员免费下载（还剩 7 次）" })
    expect(screen.getByText("会员免费")).toBeDefined()
    expect(screen.queryByRole("button", { name: /VIP/ })).toBeNull()
    fireEvent.click(button)
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
    expect(world.asked).toEqual(["用会员次数下载"])
    expect(calls()).not.toContain("POST /order")
    expect(await screen.findByRole("button", { name: "会员免费下载（还剩 6 次）" })).toBeDefined()
  })

  it("is bought where the card's downloads of the day are used up", async () => {
    world.enter({ id: 7, is_vip: true })
    world.answer("GET /user/vip/active", card)
    world.answer("GET /document/download", unpaid)
    world.answer("GET /document/download/vip", refusal(403, "会员今天的免费下载次数已经用完，请明天再来，或者购买这份文档"))
    world.answer("GET /order/offer", offer)
    world.answer("GET /user", { credit_count: 100 })
    showBar()
    fireEvent.click(await screen.findByRole("button", { name: /^会员免费下载/ }))
    expect(await screen.findByRole("dialog", { name: "文档下载" })).toBeDefined()
    expect(world.messages).toEqual(["! 会员今天的免费下载次数已经用完，请明天再来，或者购买这份文档"])
  })

  it("neither buys nor downloads anything if the member declines", async () => {
    world.enter({ id: 7, is_vip: true })
    world.answer("GET /user/vip/active", card)
    world.answer("GET /document/download", unpaid)
    world.agree = false
    showBar()
    fireEvent.click(await screen.findByRole("button", { name: /^会员免费下载/ }))
    await waitFor(() => expect(world.asked).toHaveLength(1))
    expect(calls()).not.toContain("POST /order")
    expect(assign).not.toHaveBeenCalled()
  })

  it("shows its price to others, and to the owner no card", async () => {
    world.enter({ id: 7, is_vip: false })
    showBar()
    expect(screen.getByRole("button", { name: main }).textContent).toBe("下载文档")
    expect(screen.getByText("10 魔豆")).toBeDefined()
    expect(calls()).not.toContain("GET /user/vip/active")
  })
})
