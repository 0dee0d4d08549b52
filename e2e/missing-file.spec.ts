import { rmSync } from "node:fs"
import { join } from "node:path"
import { OrderType, PaymentType } from "../lib/contract/money/order.enums"
import { act, fetchDocument, openStaffPage, submit } from "./support/admin-list"
import { ownPdf, sha256 } from "./support/files"
import { staffToken } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectFineInBothSizes, expectFits, test } from "./support/test"

const sentence = "原文件缺失，暂不能下载"

test("a buyer learns that the file is missing, and staff refund all buyers in one action", async ({
  page,
  request,
  reader,
  browser,
  baseURL,
  site,
  consoleGuard,
}) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  consoleGuard.watch(staffPage)
  const asReader = async (method: "get" | "post", path: string, data?: object) => {
    const reply = await request[method](`/api/v1${path}`, { headers: { authorization: `Bearer ${reader.token}` }, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as { order_no: string; credit_count: number }
  }
  const credits = async () => (await asReader("get", "/user")).credit_count
  const title = `缺失 ${Date.now().toString(36)}`
  const file = ownPdf(`${title}.pdf`, 3)
  const { id, uuid } = await submit(request, { token: await staffToken(request) }, title, file)
  await call("put", "/document/price", { document_id: [id], price: 9 })
  await call("post", "/order/system/recharge", { user_id: reader.id, credit: 20, remark: "测试" })
  const before = await credits()
  const { order_no } = await asReader("post", "/order", { order_type: OrderType.document, product_id: id })
  await asReader("post", "/order/pay", { order_no, payment_type: PaymentType.credit })
  expect(await credits()).toBe(before - 9)
  await page.goto(`/order?order_no=${order_no}`)
  await expect(page.getByRole("button", { name: "下载文档" })).toBeVisible()

  await test.step("a download notices that the file is gone", async () => {
    consoleGuard.allow(/404/)
    const hash = sha256(file.buffer)
    rmSync(join(site.dataDir, "files", hash.slice(0, 2), `${hash}.pdf`))
    await page.getByRole("button", { name: "下载文档" }).click()
    await expect(page.getByText(sentence)).toBeVisible()
  })
  await test.step("nothing offers the file any more", async () => {
    await page.reload()
    await expect(page.getByRole("heading", { name: sentence })).toBeVisible()
    await expect(page.getByRole("button", { name: "下载文档" })).toHaveCount(0)
    await expectFineInBothSizes(page)
    await page.goto(`/document/${uuid}`)
    await expect(page.getByRole("region", { name: "下载" })).toContainText(sentence)
    await expect(page.getByRole("button", { name: /下载文档|会员免费下载/ })).toHaveCount(0)
    await expectFits(page)
  })
  await test.step("staff find it and refund its buyers", async () => {
    await enterAsAdmin(staffPage, request, baseURL!)
    await staffPage.goto("/admin/document/list")
    await staffPage.getByRole("button", { name: "原文件缺失", exact: true }).click()
    await act(staffPage, title, "退还购买者")
    const panel = staffPage.getByRole("dialog", { name: "退还购买者" })
    await expect(panel).toContainText("1 位购买者、1 个订单，一共退还 9 魔豆。")
    await panel.getByLabel("备注").fill("找不回来了")
    await panel.getByRole("button", { name: "确认退款" }).click()
    await expect(staffPage.getByText("退款已经受理")).toBeVisible()
  })
  await expect.poll(credits).toBe(before)
  expect(await fetchDocument(request, uuid)).toMatchObject({ file_missing: true })
  await page.goto(`/order?order_no=${order_no}`)
  await expect(page.getByRole("heading", { name: "订单已经退款" })).toBeVisible()
})
