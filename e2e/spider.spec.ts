import { act } from "./support/admin-list"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

test("a link inside a private network is added, rejected with a message in the open list, crawled again and deleted", async ({
  page,
  request,
  baseURL,
}) => {
  await enterAsAdmin(page, request, baseURL!)
  const url = `http://10.0.0.1/${Date.now().toString(36)}`
  await page.goto("/admin/spider/url")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增采集链接" })
  await form.getByLabel("链接地址").fill(`\n${url}\n`)
  await form.getByLabel("请求头").fill("Cookie: s=1")
  await expectAccessible(page)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()
  await expect(page.getByText("采集失败").first()).toBeVisible()
  await expect(page.getByText("地址不在公网上，或不是普通的网页地址，没有访问").first()).toBeVisible()
  await expectAccessible(page)
  await act(page, url, "重新采集")
  await expect(page.getByText("已重新排队采集")).toBeVisible()
  await expect(page.getByText("采集失败").first()).toBeVisible()
  await act(page, url, "删除")
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(page.getByText("删除成功")).toBeVisible()
  await expect(page.getByText(url)).toHaveCount(0)
})
