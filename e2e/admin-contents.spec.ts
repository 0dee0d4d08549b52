import { readFileSync } from "node:fs"
import type { Friendlink } from "../lib/contract/types"
import { ownPdf } from "./support/files"
import { act, actOnChosen, openStaffPage } from "./support/admin-list"
import { answerCaptcha } from "../tests/setup/pow"
import { sample, scrollToTalk, talk, visit } from "./support/sample"
import { withSettings } from "./support/site"
import { enterAsAdmin, enterAsStaff } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

const unique = () => Date.now().toString(36)

test("categories are added by name, moved by keyboard and shown on the site", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const [first, second] = [`甲类 ${unique()}`, `乙类 ${unique()}`]
  await page.goto("/admin/document/category")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增分类" })
  await form.getByLabel("名称").fill(`${first}\n${second}`)
  await expectAccessible(page)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()
  const names = page.getByRole("button", { name: /^移动 [甲乙]类/ })
  const before = await names.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))
  await names.last().press("ArrowUp")
  await expect(page.getByText("已移动")).toBeVisible()
  await expect(names.first()).toHaveAccessibleName(before.at(-1)!)
  await page.goto("/category")
  await expect(page.getByRole("link", { name: first }).first()).toBeVisible()
  await page.goto(`/admin/document/category?wd=${encodeURIComponent(first)}`)
  await act(page, first, "删除")
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
})

test("a new friend link appears in the footer of the home page", async ({ page, request, baseURL, consoleGuard }) => {
  // the refused address, and the second edit
  consoleGuard.allow(/400|409/)
  const call = await enterAsAdmin(page, request, baseURL!)
  const name = `邻居 ${unique()}`
  await page.goto("/admin/friendlink")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增友链" })
  await form.getByLabel("名称").fill(name)
  await form.getByLabel("链接").fill("javascript:alert(1)")
  await form.getByRole("button", { name: "保存" }).click()
  await expect(form.getByText("链接应以 / 或 http 开头")).toBeVisible()
  await form.getByLabel("链接").fill("https://example.org")
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()
  await expectAccessible(page)
  const links = page.getByRole("navigation", { name: "友情链接" })
  await page.goto("/")
  await expect(links.getByRole("link", { name })).toHaveAttribute("href", "https://example.org")

  await test.step("more links are imported from a CSV file, after a preview of its rows", async () => {
    await page.goto("/admin/friendlink")
    await page.getByRole("button", { name: "导入 CSV" }).click()
    const panel = page.getByRole("dialog", { name: "导入友链" })
    await expect(panel.getByText("必填，以 / 或 http 开头")).toBeVisible()
    const rows = `名称,链接\n${name} 二,https://example.org/2\n${name} 三,ftp://example.org\n又一次,https://example.org`
    await panel.getByLabel("选择 CSV 文件").setInputFiles({ name: "友链.csv", mimeType: "text/csv", buffer: Buffer.from(rows) })
    await expect(panel.getByRole("status")).toHaveText("友链.csv：3 行，1 行可以导入，1 行跳过，1 行有问题")
    await expect(panel.getByText("链接应以 / 或 http 开头")).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole("button", { name: "导入 1 条" }).click()
    await expect(page.getByText("导入了 1 条")).toBeVisible()
    await panel.getByRole("button", { name: "关闭" }).last().click()
    await expect(page.getByRole("row").filter({ hasText: `${name} 二` })).toBeVisible()
    await page.goto("/")
    await expect(links.getByRole("link", { name: `${name} 二` })).toHaveAttribute("href", "https://example.org/2")
    await expect(links.getByRole("link", { name: `${name} 三` })).toHaveCount(0)
  })

  const second = `${name} 二`
  await test.step("columns and row height are chosen and remembered; the visible rows are saved as CSV", async () => {
    await page.goto(`/admin/friendlink?wd=${encodeURIComponent(second)}`)
    const heads = page.getByRole("columnheader")
    await expect(heads.filter({ hasText: "更新时间" })).toHaveCount(0)
    await page.getByRole("button", { name: "选择列" }).click()
    await page.getByRole("checkbox", { name: "更新时间" }).check()
    await page.getByRole("checkbox", { name: "紧凑的行" }).check()
    await expectAccessible(page)
    await page.reload()
    await expect(heads.filter({ hasText: "更新时间" })).toHaveCount(1)
    await expect(page.getByRole("region", { name: "友链管理" })).toHaveAttribute("data-density", "compact")
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "导出 CSV" }).click()])
    expect(file.suggestedFilename()).toMatch(/^友链管理 .*\.csv$/)
    const lines = readFileSync(await file.path(), "utf8").split("\r\n")
    expect(lines[0]).toMatch(/^\ufeff名称,链接,启用,排序/)
    expect(lines[1]).toContain(`${second},https://example.org/2,是`)
  })
  await test.step("a click on a row opens the form, which asks before it closes; the slower editor keeps the input", async () => {
    const row = page.getByRole("row").filter({ hasText: second })
    await row
      .getByText(/^\d{4}-/)
      .first()
      .click()
    const edit = page.getByRole("dialog", { name: "编辑友链" })
    await edit.getByLabel("链接").fill("https://example.org/22")
    const dialogEvent = page.waitForEvent("dialog")
    await page.close({ runBeforeUnload: true })
    const dialog = await dialogEvent
    expect(dialog.type()).toBe("beforeunload")
    await dialog.dismiss()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name: "还没有保存" }).getByRole("button", { name: "继续编辑" }).click()
    const rowOf = async () =>
      ((await call("get", `/friendlink/list?wd=${encodeURIComponent(second)}`)) as { friendlink: Friendlink[] }).friendlink[0]!
    const { id } = await rowOf()
    await call("put", "/friendlink", { id, sort: 7 })
    await edit.getByRole("button", { name: "保存" }).click()
    await expect(edit.getByText("刚才有人改过这一条，你的修改还没有保存")).toBeVisible()
    await expectAccessible(page)
    await edit.getByRole("button", { name: "载入最新内容" }).click()
    await expect(edit.getByLabel("排序")).toHaveValue("7")
    await expect(edit.getByLabel("链接")).toHaveValue("https://example.org/22")
    await edit.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText(/^修改成功/).first()).toBeVisible()
    expect(await rowOf()).toMatchObject({ link: "https://example.org/22", sort: 7 })
  })
})

test("a new navigation entry appears in the header, a new language among those of the site", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const [entry, code] = [`去处 ${unique()}`, `x-${unique().slice(-8)}`]
  await test.step("navigation", async () => {
    await page.goto("/admin/navigation")
    await page.getByRole("button", { name: "新增" }).first().click()
    const form = page.getByRole("dialog", { name: "新增导航" })
    await form.getByLabel("名称").fill(entry)
    await form.getByLabel("链接").fill("/article")
    await expectAccessible(page)
    await form.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("新增成功")).toBeVisible()
    await page.goto("/")
    await expect(page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: entry })).toHaveAttribute("href", "/article")
    // other tests expect the original header
    await page.goto("/admin/navigation")
    await act(page, entry, "删除")
    await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
    await expect(page.getByText("删除成功")).toBeVisible()
  })
  await test.step("language", async () => {
    const offered = async () => {
      const reply = await request.get("/api/v1/language/list")
      return ((await reply.json()) as { language: { code: string }[] }).language.some((one) => one.code === code)
    }
    await page.goto("/admin/document/language")
    await page.getByRole("button", { name: "新增" }).first().click()
    const form = page.getByRole("dialog", { name: "新增语言" })
    await form.getByLabel("语言").fill("自造的语言")
    await form.getByLabel("代码").fill(code)
    await form.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("新增成功")).toBeVisible()
    await expect.poll(offered).toBe(true)
    await page.goto(`/admin/document/language?wd=${code}`)
    await act(page, "自造的语言", "禁用")
    await expect(page.getByText(/^操作成功/).first()).toBeVisible()
    await expectAccessible(page)
    await expect.poll(offered).toBe(false)
    // the notice offers to undo the action
    await page.getByRole("button", { name: "撤销" }).click()
    await expect.poll(offered).toBe(true)
    await act(page, "自造的语言", "删除")
    await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
    await expect.poll(offered).toBe(false)
  })
})

test("a pending comment is approved from the list and visible on its document; a report is handled with a note", async ({
  page,
  request,
  baseURL,
  reader,
  browser,
}) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  await enterAsAdmin(staffPage, request, baseURL!)
  const group = await call("post", "/group", { title: `等审核 ${reader.username}`, enable_comment: true, enable_comment_approval: true })
  await call("put", "/user", { id: reader.id, group_id: [group["id"]] })
  const headers = { authorization: `Bearer ${reader.token}` }
  const { id, uuid, title } = await sample(request)
  const words = `读完了 ${reader.username}`
  const seen = async () => (await request.get(`/api/v1/comment/list?document_id=${id}&page=1&size=100`)).text()
  await test.step("comment", async () => {
    const made = await request.post("/api/v1/comment", { headers, data: { document_id: id, content: words } })
    expect(made.ok(), await made.text()).toBe(true)
    expect(await seen()).not.toContain(words)
    await staffPage.goto("/admin/comment")
    const waiting = staffPage.getByRole("navigation", { name: "评论管理的常用筛选" }).getByRole("button", { name: /^待审核/ })
    // the filter reloads the rows, with none selected
    await Promise.all([staffPage.waitForResponse((reply) => /comment\/list\?.*status/.test(reply.url())), waiting.click()])
    await expect(staffPage.locator("main [aria-busy=true]")).toHaveCount(0)
    await staffPage.getByRole("checkbox", { name: `选择 ${words}` }).check()
    await expectAccessible(staffPage)
    await actOnChosen(staffPage, "通过")
    await expect(staffPage.getByText("审批成功")).toBeVisible()
    await expect.poll(seen).toContain(words)
    await visit(page, uuid)
    await scrollToTalk(page)
    await expect(talk(page).getByRole("article").filter({ hasText: words })).toBeVisible()
  })
  await test.step("report", async () => {
    const reported = await request.post("/api/v1/report", { headers, data: { document_id: id, reason: 1, remark: words } })
    expect(reported.ok(), await reported.text()).toBe(true)
    await staffPage.goto(`/admin/report?status=false&wd=${encodeURIComponent(title)}`)
    const row = staffPage.getByRole("row").filter({ hasText: reader.username })
    await row.getByRole("button", { name: `处理 ${title}` }).click()
    const form = staffPage.getByRole("dialog", { name: "处理举报" })
    await expect(form.getByText(words)).toBeVisible()
    await expect(form.getByRole("link", { name: title })).toHaveAttribute("href", new RegExp("^/document/"))
    await form.getByLabel("处理描述").fill("看过了，没有问题")
    await expectAccessible(staffPage)
    await form.getByRole("button", { name: "没有问题" }).click()
    await expect(staffPage.getByText("举报已驳回")).toBeVisible()
    await expect(row).toHaveCount(0)
    await staffPage.goto(`/admin/report?status=true&wd=${encodeURIComponent(title)}`)
    await expect(row).toContainText("看过了，没有问题")
  })
  await staffPage.context().close()
})

test("the SMS list shows a failed message, with its number behind a button; the command palette opens the list", async ({
  page,
  request,
  baseURL,
}) => {
  await enterAsAdmin(page, request, baseURL!)
  const mobile = `139${String(Date.now()).slice(-8)}`
  const keys = { access_key_id: "a", access_key_secret: "b", sign_name: "豆架", endpoint: "http://127.0.0.1:9" }
  await withSettings(request, { sms: { sms_provider: "smsAliyun" }, smsAliyun: keys }, async () => {
    const captcha = await answerCaptcha((await (await request.get("/api/v1/user/captcha?type=register")).json()) as object)
    const response = await request.post("/api/v1/sms", { data: { mobile, type: 0, ...captcha } })
    expect(response.ok(), await response.text()).toBe(true)
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
    await page.goto("/admin/dashboard")
    await page.keyboard.press("Control+k")
    const palette = page.getByRole("dialog", { name: "快速打开" })
    await palette.getByRole("combobox").fill("短信记录")
    await expect(palette.getByRole("option").first()).toContainText("短信记录")
    await expectAccessible(page)
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/admin\/user\/sms$/)
    await expect(async () => {
      await page.goto(`/admin/user/sms?mobile=${mobile}`)
      await expect(page.getByRole("row").filter({ hasText: masked })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.getByRole("button", { name: `查看 ${masked} 的完整号码` }).click()
    await expect(page.getByText(mobile)).toBeVisible()
    await expectAccessible(page)
  })
})

test("a search is recorded, found among searches without results, and deleted", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const wd = `查无此词${unique()}`
  await request.get(`${baseURL}/api/v1/search`, { params: { wd } })
  await page.goto(`/admin/document/searchrecord?keywords=${encodeURIComponent(wd)}&is_empty=true`)
  await expect(page.getByRole("link", { name: wd })).toHaveAttribute("href", `/search?wd=${encodeURIComponent(wd)}`)
  await page.getByRole("checkbox", { name: `选择 ${wd}` }).check()
  await expectAccessible(page)
  await actOnChosen(page, "删除")
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
})

test("a file that staff mark as prohibited cannot be uploaded again", async ({ page, request, reader, baseURL, browser }) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  await enterAsStaff(staffPage, request, baseURL!, call, ["AttachmentAPI/ListAttachment", "AttachmentAPI/UpdateAttachment"])
  const file = ownPdf(`附件 ${unique()}.pdf`, 1)
  const upload = () =>
    request.post(`${baseURL}/api/v1/upload/document`, { headers: { authorization: `Bearer ${reader.token}` }, multipart: { file } })
  expect((await upload()).ok()).toBe(true)
  await staffPage.goto(`/admin/attachment?wd=${encodeURIComponent(file.name)}`)
  await act(staffPage, file.name, "编辑")
  const form = staffPage.getByRole("dialog", { name: "编辑附件" })
  await form.getByRole("switch", { name: "合法" }).click()
  await expectAccessible(staffPage)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(staffPage.getByText("修改成功")).toBeVisible()
  const refused = await upload()
  expect([refused.status(), await refused.text()]).toEqual([409, expect.stringContaining("文件已被标记为非法文件，禁止上传")])
})
