import { act, openStaffPage } from "./support/admin-list"
import { load } from "./support/settled"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

test("a user is banned from the user list, unbanned in the punishments, and restricted on the user's page", async ({
  page,
  request,
  reader,
  baseURL,
  browser,
}) => {
  const { staffPage } = await openStaffPage(page, request, browser, baseURL!)
  await enterAsAdmin(staffPage, request, baseURL!)
  const seen = async () => (await request.get(`/user/${reader.id}`)).text()
  const sessionStatus = async () => (await request.get("/api/v1/user", { headers: { authorization: `Bearer ${reader.token}` } })).status()
  expect(await sessionStatus()).toBe(200)

  await test.step("credits go to the user whose name was pasted, and the question names them", async () => {
    await load(staffPage, "/admin/order")
    await staffPage.getByRole("button", { name: "系统充值" }).click()
    const form = staffPage.getByRole("dialog", { name: "系统充值" })
    await expect(form).toBeVisible()
    // the first stop is the button that closes the form
    await staffPage.keyboard.press("Tab")
    await staffPage.keyboard.press("Tab")
    await expect(form.getByRole("combobox", { name: "用户" })).toBeFocused()
    await staffPage.keyboard.insertText(reader.username)
    await staffPage.keyboard.press("Enter")
    await expect(form.locator(".ant-select").filter({ hasText: reader.username })).toBeVisible()
    await form.getByLabel("魔豆数").fill("１２")
    await form.getByLabel("备注").fill("补发")
    await form.getByRole("button", { name: "充值" }).click()
    await expect(staffPage.getByRole("dialog", { name: `给 ${reader.username}（ID ${reader.id}）充值 12 魔豆？` })).toBeVisible()
    await staffPage.getByRole("button", { name: "确认充值" }).click()
    await expect(staffPage.getByText("充值成功")).toBeVisible()
    await expect(staffPage.getByRole("row").filter({ hasText: reader.username })).toContainText("系统充值 12 魔豆")
  })
  await test.step("banned: the user's page and session are gone", async () => {
    await staffPage.goto(`/admin/user/list?wd=${reader.username}`)
    await act(staffPage, reader.username, "处罚")
    const form = staffPage.getByRole("dialog", { name: `处罚 ${reader.username}` })
    await form.getByRole("button", { name: "确定处罚" }).click()
    await expect(form.getByText("请选择处罚类型")).toBeVisible()
    await form.getByRole("checkbox", { name: "禁用账号" }).check()
    await form.getByLabel("原因").fill("到处发广告")
    await expectAccessible(staffPage)
    await form.getByRole("button", { name: "确定处罚" }).click()
    await expect(staffPage.getByText("处罚已经生效")).toBeVisible()
    await expect.poll(seen).toContain("该用户已被停用")
    expect(await sessionStatus()).toBe(401)
  })
  await test.step("the selected user stays selected on Tab; the ban is lifted", async () => {
    await staffPage.goto("/admin/user/punishment")
    await staffPage.getByRole("button", { name: "新增" }).first().click()
    const form = staffPage.getByRole("dialog", { name: "新增处罚" })
    // as from the clipboard, and with Enter before the list has come
    await form.getByRole("combobox", { name: "用户" }).focus()
    await staffPage.keyboard.insertText(reader.username)
    await staffPage.keyboard.press("Enter")
    await expect(form.locator(".ant-select-selection-item").filter({ hasText: reader.username })).toBeVisible()
    await staffPage.keyboard.press("Tab")
    await expect(form.locator(".ant-select").filter({ hasText: reader.username })).toBeVisible()
    await staffPage.keyboard.press("Escape")
    await staffPage.getByRole("dialog", { name: "还没有保存" }).getByRole("button", { name: "不保存" }).click()
    await act(staffPage, reader.username, "取消处罚")
    await staffPage
      .getByRole("dialog", { name: `取消“${reader.username}”的这条处罚？` })
      .getByRole("button", { name: "取消处罚" })
      .click()
    await expect(staffPage.getByText("操作成功")).toBeVisible()
    await expect.poll(seen).not.toContain("该用户已被停用")
  })
  await test.step("from the user's page", async () => {
    await staffPage.goto(`/user/${reader.id}`)
    await staffPage.getByRole("button", { name: "处罚" }).click()
    const dialog = staffPage.getByRole("dialog", { name: `处罚 ${reader.username}` })
    await dialog.getByRole("checkbox", { name: "禁止上传" }).check()
    await expectAccessible(staffPage)
    await dialog.getByRole("button", { name: "确定处罚" }).click()
    await expect(staffPage.getByText("处罚已经生效")).toBeVisible()
    await staffPage.goto(`/admin/user/punishment?enable=true`)
    await expect(staffPage.getByRole("row").filter({ hasText: reader.username })).toContainText("禁止上传")
  })
  await staffPage.context().close()
})

test("an article category appears on the article page; a permission has the name that staff use", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const name = `馆讯 ${Date.now().toString(36)}`
  await page.goto("/admin/article/category")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增分类" })
  await form.getByLabel("名称").fill(name)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()
  await page.goto("/article")
  await expect(page.getByRole("link", { name }).first()).toBeVisible()
  await page.goto(`/admin/article/category?wd=${encodeURIComponent(name)}`)
  await act(page, name, "删除")
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()

  await page.goto("/admin/user/permission?path=BannerAPI%2FListBanner")
  const row = page.getByRole("row").filter({ hasText: "BannerAPI/ListBanner" })
  await row.locator("code").click()
  const edit = page.getByRole("dialog", { name: "编辑权限" })
  const before = await edit.getByLabel("名称").inputValue()
  await edit.getByLabel("名称").fill(name)
  await edit.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText(/^修改成功/).first()).toBeVisible()
  await page.goto(`/admin/user/permission?wd=${encodeURIComponent(name)}`)
  await expect(page.getByRole("row").filter({ hasText: "BannerAPI/ListBanner" })).toContainText(name)
  await act(page, name, "编辑")
  await edit.getByLabel("名称").fill(before)
  await edit.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText(/^修改成功/).first()).toBeVisible()
})
