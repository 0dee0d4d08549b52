import type { Page } from "@playwright/test"
import { openStaffPage } from "./support/admin-list"
import { isPhone } from "./support/reader"
import { bar, sample, visit } from "./support/sample"
import { withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectFineInBothSizes, test } from "./support/test"

const download = { enable_code_download: "true", code_tip: "<p>关注公众号，回复“下载码”就能得到。</p>", max_price: "0" }

/** The desktop run also checks a phone's width. */
const expectFine = async (page: Page) => {
  if (!isPhone(page)) await expectFineInBothSizes(page)
}

/** Staff issue this many codes on the screen and save them as a file; afterwards the codes are not displayed again. */
const issue = async (page: Page, remark: string): Promise<string[]> => {
  await page.goto("/admin/order?tab=code")
  await page.getByRole("button", { name: "生成下载码" }).click()
  await page.getByLabel("数量").fill("2")
  await page.getByLabel("备注").fill(remark)
  await page.getByRole("button", { name: "生成", exact: true }).click()
  const codes = (await page.getByRole("textbox", { name: "下载码" }).inputValue()).split("\n")
  expect(codes).toHaveLength(2)
  const file = page.waitForEvent("download")
  await page.getByRole("dialog").getByRole("button", { name: "导出 CSV" }).click()
  expect((await file).suggestedFilename()).toMatch(/^下载码 批次\d+ .*\.csv$/)
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /close|关闭/i })
    .click()
  await expect(page.getByText(codes[0]!)).toHaveCount(0)
  return codes
}

test("a download code: issued by staff, typed on the document's page, used once, and listed with its user @phone", async ({
  page,
  request,
  reader,
  browser,
  baseURL,
  consoleGuard,
}) => {
  const { staffPage } = await openStaffPage(page, request, browser, baseURL!)
  consoleGuard.watch(staffPage)
  // first the refusal of a document that must be bought, then that of a wrong code
  consoleGuard.allow(/40[03]/)
  const call = await enterAsAdmin(staffPage, request, baseURL!)
  const { id, uuid } = await sample(request)
  await call("put", "/document", { id, price: 25 })
  try {
    await withSettings(request, { download }, async () => {
      const [code = ""] = await issue(staffPage, `给 ${reader.username}`)

      await visit(page, uuid)
      await bar(page)
        .getByRole("button", { name: /下载文档/ })
        .click()
      const box = page.getByRole("dialog", { name: "文档下载" })
      await expect(box).toContainText("25 魔豆")
      await expectFine(page)
      await box.getByRole("radio", { name: /下载码支付/ }).check()
      await expect(box).toContainText("回复“下载码”")
      await box.getByLabel("下载码", { exact: true }).fill("AAAA-BBBB-CCCC-DDDD-EEEE")
      await box.getByRole("button", { name: "用下载码下载" }).click()
      await expect(box.getByRole("alert")).toContainText("下载码不正确")
      await expectFine(page)
      await box.getByLabel("下载码", { exact: true }).fill(code.toLowerCase().replaceAll("-", " "))
      const file = page.waitForEvent("download")
      await box.getByRole("button", { name: "用下载码下载" }).click()
      expect((await file).suggestedFilename()).not.toBe("")
      await expect(box).toHaveCount(0)

      await page.goto("/me/order")
      await expect(page.getByRole("link", { name: /我的订单/ })).toBeVisible()
      await expect(page.getByRole("listitem").filter({ hasText: "下载码支付" })).toContainText("已支付")
      await staffPage.getByRole("button", { name: "已使用" }).click()
      const rows = staffPage.getByRole(isPhone(staffPage) ? "listitem" : "row").filter({ hasText: reader.username })
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText("已使用")
      await expectFine(staffPage)
    })
  } finally {
    await call("put", "/document", { id, price: 0 })
  }
  await staffPage.context().close()
})

test("if the site shows orders, a document is paid on its order's page, also with a code", async ({
  page,
  request,
  reader,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/403/)
  const call = await enterAsAdmin(await page.context().newPage(), request, baseURL!)
  const { id, uuid } = await sample(request)
  await call("put", "/document", { id, price: 25 })
  try {
    await withSettings(request, { download, display: { show_order: "true" }, score: { show_exchange: "false" } }, async () => {
      const { downcode } = (await call("post", "/downcode", { count: 1, remark: reader.username })) as { downcode: string[] }
      await visit(page, uuid)
      await bar(page)
        .getByRole("button", { name: /下载文档/ })
        .click()
      await expect(page).toHaveURL(/\/order\?order_no=\d+$/)
      await page.getByRole("radio", { name: /魔豆支付/ }).check()
      await expect(page.locator(".pay-sum > b")).toHaveText("25 魔豆")
      await page.getByRole("radio", { name: /下载码支付/ }).check()
      await expectFineInBothSizes(page)
      await page.getByLabel("下载码", { exact: true }).fill(downcode[0]!)
      const file = page.waitForEvent("download")
      await page.getByRole("button", { name: "用下载码下载" }).click()
      await file
      await expect(page.getByRole("heading", { name: "文档已经是你的了" })).toBeVisible()
    })
  } finally {
    await call("put", "/document", { id, price: 0 })
  }
})
