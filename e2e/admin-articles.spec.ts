import { act } from "./support/admin-list"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

test("staff write an article, recommend it, delete it and restore it from the recycle bin", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const title = `馆务 ${Date.now().toString(36)}`
  const onSite = async () => {
    const reply = await request.get(`/api/v1/article/list?page=1&size=50`)
    const { article } = (await reply.json()) as { article: { title: string; recommend_at: string | null }[] }
    return article.find((one) => one.title === title)
  }
  await test.step("on a separate page with a link back to the list", async () => {
    await page.goto("/admin/article/list")
    await page.getByRole("button", { name: "新增" }).first().click()
    await expect(page).toHaveURL(/\/admin\/article\/set$/)
    await page.getByRole("textbox", { name: "标题" }).fill(title)
    await page.locator("[contenteditable=true]").fill("闭馆一天，整理书架。")
    await page.getByLabel("分类").click()
    await page.getByRole("tree").getByText("站点公告").click()
    await page.getByRole("button", { name: "发布文章" }).click()
    await expect(page).toHaveURL(/\/admin\/article\/list$/)
    await expect(page.getByText("新增成功")).toBeVisible()
  })
  await page.goto(`/admin/article/list?wd=${encodeURIComponent(title)}`)
  await act(page, title, "设为推荐")
  await expect(page.getByText("已设为推荐")).toBeVisible()
  expect((await onSite())?.recommend_at).toBeTruthy()

  await act(page, title, "删除")
  await page
    .getByRole("dialog", { name: `删除“${title}”？` })
    .getByRole("button", { name: "删除" })
    .click()
  await expect(page.getByText("删除成功")).toBeVisible()
  expect(await onSite()).toBeUndefined()

  await page.goto(`/admin/article/recycle?wd=${encodeURIComponent(title)}`)
  await act(page, title, "恢复")
  await expect(page.getByText("已恢复", { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(onSite).toBeDefined()

  await test.step("a page of the footer is edited from the settings, and needs no category", async () => {
    await page.goto("/admin/config/footer")
    const [form] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "编辑关于我们" }).click()])
    await expect(form.getByRole("textbox", { name: "标题" })).toHaveValue("关于我们")
    await form.getByRole("button", { name: "更新文章" }).click()
    await expect(form.getByText("修改成功")).toBeVisible()
  })
})
