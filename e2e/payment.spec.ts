import type { APIRequestContext, Page } from "@playwright/test"
import { act, openStaffPage } from "./support/admin-list"
import { payElsewhere, startStandIns, type StandIns } from "./support/gateway"
import { isPhone } from "./support/reader"
import { bar, sample, visit } from "./support/sample"
import { staffToken, withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectFineInBothSizes, test } from "./support/test"
import type { BridgedWindow } from "../components/money/order/wechat-bridge"

/* Payments go through mock gateways, which sign like the real ones (`npm run gateway`). */

let standIns: StandIns
test.beforeAll(async ({ site }) => {
  standIns = await startStandIns(site)
})
test.afterAll(async ({ request }) => standIns.stop(request))

const selling = {
  score: { enable_recharge: "true", recharge_discount: "100:1\n500:0.95" },
  vip: { enable: "true", year_price: "12800", year_download: "200", enable_credit_pay: "true" },
}
const order = /\/order\?order_no=\d+$/
const creditsOf = async (request: APIRequestContext, { token }: { token: string }) => {
  const reply = await request.get("/api/v1/user", { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { credit_count: number }).credit_count
}
const buyCredits = async (page: Page, request: APIRequestContext, { token }: { token: string }) => {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await request.post("/api/v1/order/recharge", { headers, data: { quantity: 500 } })
  await page.goto(`/order?order_no=${((await reply.json()) as { order_no: string }).order_no}`)
}

test("credits: ordered in the menu, paid with WeChat's QR code on another device, and credited @main", async ({
  page,
  request,
  reader,
}) => {
  await withSettings(request, selling, async () => {
    const before = await creditsOf(request, reader)
    await page.goto("/")
    await page.getByRole("button", { name: `${reader.username}的菜单` }).click()
    await page.getByRole("button", { name: "积分充值" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("500", { exact: false }).first().click()
    await dialog.getByRole("button", { name: "立即充值" }).click()
    await expect(page).toHaveURL(order)
    await page.getByRole("radio", { name: /微信支付/ }).check()
    await page.getByRole("button", { name: /^用.+支付/ }).click()
    await expect(page.getByRole("img", { name: "支付二维码" })).toBeVisible()
    await expectFineInBothSizes(page)

    // a forged notification has no effect
    await payElsewhere(request, standIns, page, "forged")
    await page.getByRole("button", { name: "我已支付" }).click()
    await expect(page.getByText("还没有收到付款")).toBeVisible()
    expect(await creditsOf(request, reader)).toBe(before)

    await payElsewhere(request, standIns, page, "again")
    await expect(page.getByText("已支付", { exact: true })).toBeVisible()
    expect(await creditsOf(request, reader)).toBe(before + 500)
  })
})

test("a membership: to Alipay's page and back", async ({ page, request, reader: _ }) => {
  await withSettings(request, selling, async () => {
    await page.goto("/joinvip")
    await page.getByRole("button", { name: "立即开通年卡" }).click()
    await page.getByRole("radio", { name: /支付宝/ }).check()
    await expect(page.locator(".pay-sum > b")).toHaveText(/^¥[\d,.]+$/)
    await page.getByRole("button", { name: /^用支付宝支付 ¥/ }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("模拟支付平台")
    await page.getByRole("button", { name: "付款", exact: true }).click()
    await page.getByRole("link", { name: "返回网站" }).click()
    await expect(page).toHaveURL(order)
    await expect(page.getByRole("heading", { name: "你已经是 VIP 了" })).toBeVisible()
  })
})

test("credits on a phone: to WeChat's page; its notification is lost, and the site queries the status @phone @phone-only", async ({
  page,
  request,
  reader,
}) => {
  await withSettings(request, selling, async () => {
    const before = await creditsOf(request, reader)
    await buyCredits(page, request, reader)
    await page.getByRole("radio", { name: /微信支付/ }).check()
    await page.getByRole("button", { name: /^用.+支付/ }).click()
    await page.getByRole("button", { name: "付款，通知丢失" }).click()
    await page.getByRole("link", { name: "返回网站" }).click()
    await expect(page.getByText("已支付", { exact: true })).toBeVisible()
    expect(await creditsOf(request, reader)).toBe(before + 500)
  })
})

test("a WeChat payment is refunded: staff confirmation, the credits, the order and its receipt", async ({
  page,
  request,
  reader,
  browser,
  baseURL,
  consoleGuard,
}) => {
  await withSettings(request, selling, async () => {
    const before = await creditsOf(request, reader)
    await buyCredits(page, request, reader)
    const order_no = new URL(page.url()).searchParams.get("order_no")!
    const headers = { authorization: `Bearer ${reader.token}` }
    await request.post("/api/v1/order/pay", { headers, data: { order_no, payment_type: 1 } })
    await payElsewhere(request, standIns, page, "again")
    await expect.poll(() => creditsOf(request, reader)).toBe(before + 500)

    const { staffPage } = await openStaffPage(page, request, browser, baseURL!)
    consoleGuard.watch(staffPage)
    await enterAsAdmin(staffPage, request, baseURL!)
    await staffPage.goto(`/admin/order?wd=${order_no}`)
    await act(staffPage, "充值 500 魔豆", "退款")
    await expect(staffPage.getByLabel("退款金额（元）")).toHaveValue("47.50")
    await staffPage.getByLabel("退款金额（元）").fill("19")
    await staffPage.getByLabel("备注").fill("少买一些")
    await expectFineInBothSizes(staffPage)
    await staffPage.getByRole("button", { name: "确认退款" }).click()
    await expect(staffPage.getByText("退款已经受理")).toBeVisible()
    expect(await creditsOf(request, reader)).toBe(before + 300)
    await staffPage.context().close()

    await expect(async () => {
      await page.reload()
      await expect(page.getByText("部分退款", { exact: true })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.getByRole("link", { name: "收据" }).click()
    await expect(page.getByText("退款后实付")).toBeVisible()
    await expectFineInBothSizes(page)
  })
})

test.describe("in WeChat's own browser", () => {
  test.use({ userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50 Language/zh_CN" })

  test("WeChat identifies the payer, and its bridge pays", async ({ page, request, reader }) => {
    await page.route("https://open.weixin.qq.com/**", async (route) => {
      const searchParams = new URL(route.request().url()).searchParams
      const back = new URL(searchParams.get("redirect_uri")!)
      back.searchParams.set("code", "code-o1")
      back.searchParams.set("state", searchParams.get("state")!)
      await route.fulfill({ status: 302, headers: { location: back.href } })
    })
    const payRequests: Record<string, string>[] = []
    await page.exposeFunction("payInWechat", async (extra: Record<string, string>) => {
      payRequests.push(extra)
      await payElsewhere(request, standIns, page)
    })
    await page.addInitScript(() => {
      const pay = (extra: object) => (window as unknown as { payInWechat: (extra: object) => Promise<void> }).payInWechat(extra)
      const WeixinJSBridge: BridgedWindow["WeixinJSBridge"] = {
        invoke: (_, extra, done) => void pay(extra).then(() => done({ err_msg: "get_brand_wcpay_request:ok" })),
      }
      Object.assign(window, { WeixinJSBridge })
    })
    await withSettings(request, selling, async () => {
      await buyCredits(page, request, reader)
      await page.getByRole("radio", { name: /微信支付/ }).check()
      await page.getByRole("button", { name: /^用.+支付/ }).click()
      await expect(page.getByText("已支付", { exact: true })).toBeVisible()
      expect(payRequests).toMatchObject([{ signType: "RSA", package: expect.stringMatching(/^prepay_id=/) }])
      await expect(page).toHaveURL(order)
    })
  })
})

test("a document is bought with credits; a members-only one is unlocked by a membership card @phone @main", async ({
  page,
  request,
  reader,
  browser,
  baseURL,
  consoleGuard,
}) => {
  // the request that checks whether it must be bought
  consoleGuard.allow(/403/)
  const staff = { authorization: `Bearer ${await staffToken(request)}` }
  const post = async (path: string, data: object, headers = staff) => {
    const reply = await request.post(`/api/v1${path}`, { headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as { order_no: string }
  }
  const { id, uuid, title } = await sample(request)
  const change = (path: string, data: object) => request.put(`/api/v1/document${path}`, { headers: staff, data })
  await withSettings(request, selling, async () => {
    await post("/order/system/recharge", { user_id: reader.id, credit: 2_000, remark: "测试" })
    const before = await creditsOf(request, reader)
    expect((await change("", { id, price: 30 })).ok()).toBe(true)
    await visit(page, uuid)
    await expect(page.locator("main")).toContainText("需要 30 魔豆")
    await bar(page).getByRole("button", { name: /下载/ }).click()
    await expect(page.getByRole("button", { name: "用魔豆支付 30 魔豆" })).toBeVisible()
    const orders = await request.get("/api/v1/user/order", { headers: { authorization: `Bearer ${reader.token}` } })
    expect(
      ((await orders.json()) as { order: { title: string }[] }).order.map(({ title }) => title),
      "before a decision",
    ).toHaveLength(1)
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "用魔豆支付 30 魔豆" }).click()
    await (await download).cancel()
    expect(await creditsOf(request, reader)).toBe(before - 30)
    await expect(page.locator("main")).toContainText("已购买，可直接下载")
    await test.step("the seller reads of a sale, the buyer of a purchase", async () => {
      const { staffPage } = await openStaffPage(page, request, browser, baseURL!)
      await enterAsAdmin(staffPage, request, baseURL!)
      await staffPage.goto("/me/credit")
      await expect(staffPage.getByText(`售出《${title}》`).first()).toBeVisible()
      await staffPage.context().close()
      const reply = await request.get("/api/v1/user/credit?page=1&size=10", { headers: { authorization: `Bearer ${reader.token}` } })
      const { credit } = (await reply.json()) as { credit: { remark: string; amount: number }[] }
      expect(credit.find(({ amount }) => amount === -30)?.remark).toMatch(/^购买/)
    })

    const readerHeaders = { authorization: `Bearer ${reader.token}` }
    const { order_no } = await post("/order", { order_type: 2, product_id: 0 }, readerHeaders)
    await post("/order/pay", { order_no, payment_type: 5 }, readerHeaders)
    const other = await another(request, id)
    expect((await change("/vip", { document_id: [other.id], is_vip: true })).ok()).toBe(true)
    expect((await change("", { id: other.id, price: 50 })).ok()).toBe(true)
    await visit(page, other.uuid)
    await bar(page)
      .getByRole("button", { name: /^会员免费下载/ })
      .click()
    const file = page.waitForEvent("download")
    await page.getByRole("dialog").getByRole("button", { name: "下载", exact: true }).click()
    await (await file).cancel()
    const card = await request.get("/api/v1/user/vip/active", { headers: readerHeaders })
    expect(((await card.json()) as { download_used: number }).download_used).toBe(1)
    await test.step("a download of the card's documents is free again in the list of downloads", async () => {
      await page.goto("/me/download")
      const again = page.waitForEvent("download")
      await page.getByRole("button", { name: `再次下载《${other.title}》` }).click()
      await page.getByRole("dialog").getByRole("button", { name: "下载", exact: true }).click()
      await (await again).cancel()
    })
    await change("/vip", { document_id: [other.id], is_vip: false })
    for (const one of [id, other.id]) await change("", { id: one, price: 0 })
  })
})

test("a document is paid with Alipay, from its page and back; a membership with credits; staff refund both @phone", async ({
  page,
  request,
  reader,
  browser,
  baseURL,
  consoleGuard,
}) => {
  // the request that checks whether it must be bought; the desktop run also checks a phone's width
  consoleGuard.allow(/403/)
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  consoleGuard.watch(staffPage)
  await enterAsAdmin(staffPage, request, baseURL!)
  const { id, uuid, title } = await sample(request)
  const headers = { authorization: `Bearer ${reader.token}` }
  const post = async (path: string, data: object) => {
    const reply = await request.post(`/api/v1${path}`, { headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as { order_no: string }
  }
  await call("put", "/document", { id, price: 30 })
  try {
    await withSettings(request, selling, async () => {
      await visit(page, uuid)
      await bar(page)
        .getByRole("button", { name: /下载文档/ })
        .click()
      const box = page.getByRole("dialog", { name: "文档下载" })
      await expect(box).toContainText("余额")
      if (!isPhone(page)) await expectFineInBothSizes(page)
      // looking at the price leaves no order
      const orders = await request.get("/api/v1/user/order", { headers })
      expect(((await orders.json()) as { order: { product_id: number }[] }).order.filter((one) => one.product_id === id)).toEqual([])
      await box.getByRole("radio", { name: /支付宝/ }).check()
      await box.getByRole("button", { name: /^用支付宝支付/ }).click()
      await page.getByRole("button", { name: "付款", exact: true }).click()
      await page.getByRole("link", { name: "返回网站" }).click()
      await expect(page.getByRole("heading", { name: "文档已经是你的了" })).toBeVisible()
      const paid = page.url()

      await call("post", "/order/system/recharge", { user_id: reader.id, credit: 2_000, remark: "测试" })
      const before = await creditsOf(request, reader)
      const { order_no } = await post("/order", { order_type: 2, product_id: 0 })
      await post("/order/pay", { order_no, payment_type: 5 })
      expect(await creditsOf(request, reader)).toBe(before - 1_280)
      const sum = staffPage.getByRole("status").filter({ hasText: "已支付" })
      await test.step("the list of orders adds up money and credits apart", async () => {
        await staffPage.goto(`/admin/order?user_id=${reader.id}`)
        await expect(sum).toHaveText("已支付 3.00 元，1,280 魔豆")
      })
      await giveBack(staffPage, new URL(paid).searchParams.get("order_no")!, title, "退款金额（元）", "3.00")
      await giveBack(staffPage, order_no, "年卡VIP", "退还魔豆", "1280")
      expect(await creditsOf(request, reader)).toBe(before)
      await staffPage.goto(`/admin/order?user_id=${reader.id}`)
      await expect(sum).toHaveText("已支付 3.00 元，1,280 魔豆；已退 3.00 元，1,280 魔豆")

      await expect(async () => {
        await page.goto(paid)
        await expect(page.getByRole("heading", { name: "订单已经退款" })).toBeVisible({ timeout: 1_000 })
      }).toPass()
      if (!isPhone(page)) await expectFineInBothSizes(page)
      await page.goto("/me/order")
      for (const what of [title, "年卡VIP"]) await expect(page.getByRole("listitem").filter({ hasText: what })).toContainText("已退款")
      if (!isPhone(page)) await expectFineInBothSizes(page)
      await page.goto("/me/vip")
      await expect(page.getByRole("listitem").filter({ hasText: "年卡VIP" })).toContainText("已过期")
      await visit(page, uuid)
      await expect(bar(page)).toContainText("30 魔豆")
    })
  } finally {
    await call("put", "/document", { id, price: 0 })
  }
  await staffPage.context().close()
})

/** Refunds an order in full on the staff screen. */
const giveBack = async (staffPage: Page, order_no: string, row: string, label: string, sum: string) => {
  await staffPage.goto(`/admin/order?wd=${order_no}`)
  await act(staffPage, row, "退款")
  await expect(staffPage.getByLabel(label)).toHaveValue(sum)
  await staffPage.getByLabel("备注").fill("不需要了")
  await staffPage.getByRole("button", { name: "确认退款" }).click()
  await expect(staffPage.getByText("退款已经受理")).toBeVisible()
}

/** Returns another sample document. */
const another = async (request: APIRequestContext, id: number) => {
  const reply = await request.get("/api/v1/document/list?size=24&order=id%20asc")
  const { document } = (await reply.json()) as { document: { id: number; uuid: string; title: string; pages: number }[] }
  return document.find((one) => one.id !== id && one.pages >= 3)!
}
