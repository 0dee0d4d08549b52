import type { Page } from "@playwright/test"
import sharp from "sharp"
import { act, actOnChosen, openStaffPage, submit } from "./support/admin-list"
import { isPhone } from "./support/reader"
import { load } from "./support/settled"
import { enterAsAdmin, enterAsStaff } from "./support/staff"
import { atPhoneWidth, expect, expectAccessible, test } from "./support/test"

const openMenu = async (page: Page) => {
  if (isPhone(page)) await page.getByRole("button", { name: "打开菜单" }).click()
  return page.getByRole("navigation", { name: "后台菜单" })
}
test(
  "a banner is created with a picture, changed, found by its address and deleted",
  { tag: "@phone" },
  async ({ page, request, baseURL }) => {
    await enterAsAdmin(page, request, baseURL!)
    const name = `横幅 ${Date.now().toString(36)}`
    await page.goto("/admin/banner")
    await page.getByRole("button", { name: "新增" }).first().click()
    const form = page.getByRole("dialog", { name: "新增轮播图" })
    await form.getByRole("button", { name: "保存" }).click()
    await expect(form.getByText("请上传图片")).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel("名称").fill(name)
    const picture = await sharp({ create: { width: 600, height: 200, channels: 3, background: "#23703f" } })
      .png()
      .toBuffer()
    await form.locator("input[type=file]").setInputFiles({ name: "banner.png", mimeType: "image/png", buffer: picture })
    await expect(form.getByRole("button", { name: "移除" })).toBeVisible()
    await form.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("新增成功")).toBeVisible()
    await expect(form).toBeHidden()
    await test.step("the banner is on the home page", async () => {
      await expect.poll(async () => (await request.get("/")).text()).toContain(name)
      await page.goto("/")
      await expect(page.getByRole("img", { name })).toBeAttached()
      await page.goto("/admin/banner")
    })

    await act(page, name, "编辑")
    const edit = page.getByRole("dialog", { name: "编辑轮播图" })
    await edit.getByLabel("名称").fill(`${name} 改`)
    await edit.getByRole("button", { name: "取消" }).click()
    await page.getByRole("dialog", { name: "还没有保存" }).getByRole("button", { name: "继续编辑" }).click()
    await edit.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("修改成功")).toBeVisible()

    await page.goto(`/admin/banner?wd=${encodeURIComponent(`${name} 改`)}&enable=true`)
    await expect(page.getByText("共 1 张").first()).toBeVisible()
    await page.getByRole("searchbox", { name: "关键词" }).fill("没有这样的横幅")
    await page.getByRole("searchbox", { name: "关键词" }).press("Enter")
    await expect(page.getByText("没有符合条件的记录")).toBeVisible()
    await page.goBack()
    await page.getByRole("checkbox", { name: `选择 ${name} 改` }).check()
    await expectAccessible(page)
    await page.getByRole("group", { name: "批量操作" }).getByRole("button", { name: "删除" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
    await expect(page.getByText("删除成功")).toBeVisible()
    await expect(page.getByText("没有符合条件的记录")).toBeVisible()
  },
)

test("permissions given to a group in the tree are saved @main", { tag: "@remote" }, async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const title = `编辑 ${Date.now().toString(36)}`
  await call("post", "/group", { title })
  await page.goto("/admin/user/group")
  await act(page, title, "授权")
  const tree = page.getByRole("dialog", { name: `给“${title}”授权` })
  await tree.getByRole("searchbox", { name: "查找权限" }).fill("轮播图")
  const branch = tree.getByRole("group", { name: "管理轮播图" })
  await expect(branch.getByText("0 / 6")).toBeVisible()
  await expectAccessible(page)
  await branch.getByRole("checkbox", { name: "查看轮播图列表" }).check()
  await tree.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("授权成功")).toBeVisible()
  await expect(tree).toBeHidden()
  await act(page, title, "授权")
  await expect(branch.getByText("1 / 6")).toBeVisible()
  await expect(branch.locator(".ant-checkbox-indeterminate")).toHaveCount(1)
})

test("the search of the menu opens a setting with its field in view", { tag: "@phone" }, async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  await page.goto("/admin/dashboard")
  const menu = await openMenu(page)
  await menu.getByRole("button", { name: "搜索菜单和设置" }).click()
  const palette = page.getByRole("dialog", { name: "快速打开" })
  await palette.getByRole("combobox").fill("网站虚拟注册")
  await expect(palette.getByRole("option").first()).toContainText("展示配置")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/admin\/config\/display$/)
  const field = page.getByLabel("网站虚拟注册用户数")
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await expectAccessible(page)
})

test("a user with one permission sees its page only, without other actions", async ({ page, request, baseURL, browser }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: baseURL! })
  const limitedPage = await context.newPage()
  await enterAsStaff(limitedPage, request, baseURL!, call, ["BannerAPI/ListBanner"])
  await limitedPage.goto("/admin")
  await expect(limitedPage).toHaveURL(/\/admin\/dashboard$/)
  const menu = await openMenu(limitedPage)
  await expect(menu.getByRole("link")).toHaveText(["面板", "轮播图管理"])
  await menu.getByRole("link", { name: "轮播图管理" }).click()
  await expect(limitedPage.getByRole("heading", { level: 1, name: "轮播图管理" })).toHaveCount(1)
  await expect(limitedPage.locator("main [aria-busy=true]")).toHaveCount(0)
  await expect(limitedPage.getByRole("button", { name: "新增" })).toHaveCount(0)
  await limitedPage.goto("/admin/user/list")
  await expect(limitedPage).toHaveURL(/\/admin\/dashboard$/)
  await context.close()
})

test(
  "a reviewer views, rejects with a reason and approves; the uploader sees the decision @main",
  { tag: "@phone" },
  async ({ page, request, reader, baseURL, browser }) => {
    const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
    const group = (await call("post", "/group", {
      title: `新人 ${reader.username}`,
      enable_upload: true,
      enable_document_review: true,
    })) as {
      id: number
    }
    await call("put", "/user", { id: reader.id, group_id: [group.id] })
    const titles = [`扫描件 ${reader.username}`, `讲义 ${reader.username}`] as const
    const [scan] = [await submit(request, reader, titles[0]), await submit(request, reader, titles[1])]
    await enterAsStaff(staffPage, request, baseURL!, call, [
      "DocumentAPI/ListDocument",
      "DocumentAPI/GetDocument",
      "DocumentAPI/CheckDocument",
      "DocumentAPI/DownloadDocumentToBeReviewed",
    ])
    const mine = (title: string, words: string) => page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: words })
    await page.goto("/me/document")
    for (const title of titles) await expect(mine(title, "待审核")).toBeVisible()

    await test.step("one click from the list", async () => {
      await staffPage.goto("/admin/document/list")
      await expect((await openMenu(staffPage)).getByRole("link")).toHaveText(["面板", "文档列表"])
      if (isPhone(staffPage)) await staffPage.keyboard.press("Escape")
      await staffPage
        .getByRole("navigation", { name: "文档列表的常用筛选" })
        .getByRole("button", { name: /^待审核/ })
        .click()
      await expect(staffPage).toHaveURL(/status=6/)
      await staffPage.goto(`/admin/document/list?status=6&wd=${reader.username}`)
      await expect(staffPage.getByText("共 2 份").first()).toBeVisible()
      await expect(staffPage.getByRole("button", { name: /^(编辑|删除|重新转换)/ })).toHaveCount(0)
    })
    await test.step("rejects after viewing the file", async () => {
      await act(staffPage, titles[0], "审核")
      const review = staffPage.getByRole("dialog", { name: "审核文档 1 / 2" })
      await expect(review.getByRole("img", { name: "第 1 页" })).toBeVisible({ timeout: 60_000 })
      const [file] = await Promise.all([staffPage.waitForEvent("download"), review.getByRole("button", { name: "下载原文件" }).click()])
      expect(file.suggestedFilename()).toBe(`${titles[0]}.pdf`)
      await review.getByRole("button", { name: "拒绝" }).click()
      await review.getByRole("button", { name: "确定拒绝" }).click()
      await expect(review.getByText("请写明原因，上传者会看到")).toBeVisible()
      await expectAccessible(staffPage)
      await review.getByRole("button", { name: "涉嫌侵犯版权" }).click()
      await review.getByRole("button", { name: "确定拒绝" }).click()
      await expect(staffPage.getByText("审批成功")).toBeVisible()
      // the next document opens at once
      await expect(staffPage.getByRole("dialog", { name: "审核文档 2 / 2" }).getByRole("heading", { name: titles[1] })).toBeVisible()
      await staffPage.keyboard.press("Escape")
      await expect(staffPage.getByText("共 1 份").first()).toBeVisible()
    })
    await test.step("approves from the list", async () => {
      await staffPage.getByRole("checkbox", { name: `选择 ${titles[1]}` }).check()
      await actOnChosen(staffPage, "审批", "审核通过")
      await staffPage
        .getByRole("dialog", { name: `通过“${titles[1]}”？` })
        .getByRole("button", { name: "审核通过" })
        .click()
      await expect(staffPage.getByText("没有符合条件的记录")).toBeVisible()
    })
    await test.step("the uploader sees both decisions", async () => {
      await page.goto("/me/document")
      await expect(mine(titles[0], "已拒绝")).toBeVisible()
      await expect(mine(titles[1], "已发布")).toBeVisible({ timeout: 60_000 })
      await page.goto(`/document/${scan.uuid}`)
      await expect(page.getByText("涉嫌侵犯版权").first()).toBeVisible()
    })
    await staffPage.context().close()
  },
)

test("the recycle bin shows who deleted a document, restores and permanently deletes; emptying it requires a typed confirmation", async ({
  page,
  request,
  reader,
  baseURL,
  browser,
}) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  const remainingDocument = await submit(request, reader, `留下 ${reader.username}`)
  const gone = await submit(request, reader, `不要 ${reader.username}`)
  await call("delete", `/document?id=${remainingDocument.id}&id=${gone.id}`)
  await enterAsStaff(
    staffPage,
    request,
    baseURL!,
    call,
    ["ListRecycleDocument", "RecoverRecycleDocument", "DeleteRecycleDocument", "ClearRecycleDocument"].map((name) => `RecycleAPI/${name}`),
  )
  await staffPage.goto(`/admin/document/recycle?wd=${reader.username}`)
  await expect(staffPage.getByText("共 2 份").first()).toBeVisible()
  await expect(staffPage.getByText("admin").first()).toBeVisible()
  await expect(staffPage.getByText(/^\d+ 天后$/).first()).toBeVisible()
  await expectAccessible(staffPage)

  await act(staffPage, `留下 ${reader.username}`, "恢复")
  await expect(staffPage.getByText("已恢复", { exact: true })).toBeVisible()
  await expect(staffPage.getByText("共 1 份").first()).toBeVisible()
  expect((await request.get(`/api/v1/document?uuid=${remainingDocument.uuid}`)).status()).toBe(200)

  await act(staffPage, `不要 ${reader.username}`, "彻底删除")
  await staffPage
    .getByRole("dialog", { name: `彻底删除“不要 ${reader.username}”？` })
    .getByRole("button", { name: "彻底删除" })
    .click()
  await expect(staffPage.getByText("彻底删除成功")).toBeVisible()
  await expect(staffPage.getByText("没有符合条件的记录")).toBeVisible()
  const back = await request.put("/api/v1/document/recycle", {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { id: [gone.id] },
  })
  expect(back.status()).toBe(403)

  // another test may have documents in the recycle bin: only the confirmation is tested
  await call("delete", `/document?id=${remainingDocument.id}`)
  await staffPage.goto("/admin/document/recycle")
  await staffPage.getByRole("button", { name: "清空" }).click()
  const clear = staffPage.getByRole("dialog", { name: "清空回收站" })
  await clear.getByLabel("确认").fill("清空")
  await clear.getByRole("button", { name: "清空", exact: true }).click()
  await expect(clear.getByText("确认的文字不对，请输入“清空回收站”")).toBeVisible()
  await expectAccessible(staffPage)
  await staffPage.context().close()
})

test("an advertisement has a preview, is shown at its position, and disappears when disabled @main", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const title = `文具 ${Date.now().toString(36)}`
  const ad = page.getByRole("complementary", { name: "广告" }).filter({ hasText: title })
  await page.goto("/admin/advertisement")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增广告" })
  await form.getByLabel("广告名称").fill(title)
  await form.getByLabel("广告位").fill("搜索结果页顶部")
  await form.getByLabel("广告位").press("Enter")
  await expectAccessible(page)
  await form.getByLabel("广告代码").fill(`<b>${title}</b><script>window.ran = 1</script>`)
  await expect(form.getByText("有脚本，会放进隔离的框里运行")).toBeVisible()
  await form.getByLabel("广告代码").fill(`<b>${title}</b>`)
  await expect(form.frameLocator("iframe").getByText(title)).toBeVisible()
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()
  await expect(page.getByText("展示中").first()).toBeVisible()

  await load(page, "/search?wd=x")
  await expect(ad).toBeVisible()
  await page.goto(`/admin/advertisement?wd=${encodeURIComponent(title)}`)
  await act(page, title, "编辑")
  const edit = page.getByRole("dialog", { name: "编辑广告" })
  await edit.getByLabel("启用").click()
  await edit.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("修改成功")).toBeVisible()
  await expect(page.getByText("未启用")).toBeVisible()
  await load(page, "/search?wd=x")
  await expect(ad).toHaveCount(0)
  await page.goto(`/admin/advertisement?wd=${encodeURIComponent(title)}`)
  await act(page, title, "删除")
  await page
    .getByRole("dialog", { name: `删除“${title}”？` })
    .getByRole("button", { name: "删除" })
    .click()
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
})

test("settings are saved; leaving with unsaved changes asks for confirmation", async ({ page, request, baseURL, consoleGuard }) => {
  consoleGuard.allow(/status of 400/)
  const call = await enterAsAdmin(page, request, baseURL!)
  await page.goto("/admin/dashboard")
  await (await openMenu(page)).getByRole("button", { name: "系统设置" }).click()
  await page.getByRole("link", { name: "验证码配置" }).click()
  await page.getByLabel("字符个数").click()
  await page.getByLabel("字符个数").fill("6")
  await page.evaluate(() => window.history.back())
  await page.getByRole("dialog", { name: "设置还没有保存" }).getByRole("button", { name: "继续编辑" }).click()
  await (await openMenu(page)).getByRole("link", { name: "面板" }).click()
  await page.getByRole("dialog", { name: "设置还没有保存" }).getByRole("button", { name: "继续编辑" }).click()
  await page.getByRole("button", { name: "保存设置" }).click()
  await expect(page.getByText("配置更新成功")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("字符个数")).toHaveValue("6")
  await page.getByLabel("字符个数").fill("99")
  await page.getByRole("button", { name: "保存设置" }).click()
  await expect(page.getByText("字符个数应在 4 到 8 之间")).toBeVisible()
  await call("put", "/config", { config: [{ category: "captcha", name: "length", value: "5" }] })
})

test("an unknown address of /admin is a 404 inside the admin layout; users without permissions are not admitted", async ({
  page,
  request,
  baseURL,
  browser,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404/)
  await enterAsAdmin(page, request, baseURL!)
  expect((await page.goto("/admin/biz"))?.status()).toBe(404)
  await expect(page.getByText("This page could not be found.")).toBeVisible()
  await expect(await openMenu(page)).toBeVisible()
  const context = await browser.newContext({ baseURL: baseURL! })
  const visitor = await context.newPage()
  const reply = await visitor.goto("/admin/banner")
  expect(new URL(visitor.url()).pathname).toBe("/")
  expect(reply!.status()).toBe(200)
  await context.close()
})

test("pages of /admin are not cached; menu and drawers have the specified sizes", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const reply = await page.goto("/admin/dashboard")
  expect(reply!.headers()["cache-control"]).toContain("no-store")
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width
  await expect.poll(() => widthOf(".adm-side")).toBe(240)
  await page.setViewportSize({ width: 999, height: 900 })
  await expect.poll(() => widthOf(".adm-side")).toBe(64)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => widthOf(".adm-side")).toBe(240)
  await page.getByRole("button", { name: "admin的菜单" }).click()
  await page.getByRole("menuitem", { name: "修改密码" }).click()
  await expect(page.getByRole("dialog", { name: "修改密码" }).getByLabel("原密码")).toBeVisible()
  await expect.poll(() => widthOf(".ant-drawer-content-wrapper")).toBe(640)
  await atPhoneWidth(page, () => expect.poll(() => widthOf(".ant-drawer-content-wrapper")).toBe(375 * 0.9))
})
