import { staffToken, withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

const vip = {
  enable: "true",
  year_price: "12800",
  year_original_price: "21600",
  year_document_discount: "70",
  year_download: "200",
  month_price: "1800",
  month_download: "10",
  month_times_every_day: "3",
}

test("a membership is bought with credits: plans, order, payment, membership card @main", async ({
  page,
  request,
  reader,
  baseURL,
  browser,
}) => {
  await withSettings(request, { vip }, async () => {
    const given = await request.post("/api/v1/order/system/recharge", {
      headers: { authorization: `Bearer ${await staffToken(request)}` },
      data: { user_id: reader.id, credit: 2_000, remark: "测试" },
    })
    expect(given.ok(), await given.text()).toBe(true)

    await page.goto("/joinvip")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("一张卡，安心读下去")
    await expectFineInBothSizes(page)
    const orders = async () => {
      const reply = await request.get("/api/v1/user/order", { headers: { authorization: `Bearer ${reader.token}` } })
      return ((await reply.json()) as { order: { order_no: string; order_type: number }[] }).order.filter((one) => one.order_type === 2)
    }
    await page.getByRole("button", { name: "立即开通年卡" }).click()
    const sheet = page.getByRole("dialog", { name: "开通 VIP" })
    await expect(sheet.locator(".pay-sum > b")).toHaveText("1,280 魔豆")
    await expectFineInBothSizes(page)
    await sheet.getByRole("button", { name: "关闭" }).click()
    await expect(sheet).toHaveCount(0)
    expect(await orders(), "looking at the price leaves no order").toEqual([])

    await test.step("a pending order shows the same sheet first", async () => {
      const placed = await request.post("/api/v1/order", {
        headers: { authorization: `Bearer ${reader.token}` },
        data: { order_type: 2, product_id: 2 },
      })
      await page.goto(`/order?order_no=${((await placed.json()) as { order_no: string }).order_no}`)
      await expect(page.getByText(/^\d+分\d+秒$/)).toBeVisible()
      await expect(page.locator(".pay-sum > b")).toHaveText("180 魔豆")
      await expectFineInBothSizes(page)
    })

    await page.goto("/joinvip")
    await page.getByRole("button", { name: "立即开通年卡" }).click()
    await sheet.getByRole("button", { name: "用魔豆支付 1,280 魔豆" }).click()
    await expect(page).toHaveURL(/\/order\?order_no=\d+$/)
    await expect(page.getByRole("heading", { name: "你已经是 VIP 了" })).toBeVisible()
    await expectFineInBothSizes(page)

    await page.getByRole("link", { name: "收据" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("收据")
    await expectFineInBothSizes(page)
    await page.goto("/me/order")
    await expect(page.getByRole("listitem").filter({ hasText: "年卡VIP" })).toContainText("已支付")
    await expectFineInBothSizes(page)
    await page.goto("/me/vip")
    await expect(page.getByRole("listitem").filter({ hasText: "年卡VIP" })).toContainText("生效中")

    await test.step("staff see the membership card", async () => {
      const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: baseURL! })
      const staffPage = await context.newPage()
      await enterAsAdmin(staffPage, request, baseURL!)
      await staffPage.goto(`/admin/user/vip?user_id=${reader.id}`)
      await expect(staffPage.getByRole("row").filter({ hasText: reader.username })).toContainText("年卡VIP")
      await staffPage.getByRole("button", { name: `查看 ${reader.username}` }).click()
      await expect(staffPage.getByRole("dialog", { name: reader.username }).getByText("订单号")).toBeVisible()
      await expectAccessible(staffPage)
      await context.close()
    })
  })
})
