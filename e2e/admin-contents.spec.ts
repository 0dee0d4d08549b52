import { ownPdf } from "./support/files"
import { act, actOnChosen, openStaffPage } from "./support/admin-list"
import { enterAsAdmin, enterAsStaff } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

const unique = () => Date.now().toString(36)

test("categories are added by their names, moved by the keyboard and shown on the site", async ({ page, request, baseURL }) => {
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

test("a friend link is added, and stands at the foot of the home page", async ({ page, request, baseURL, consoleGuard }) => {
  // the refused address
  consoleGuard.allow(/400/)
  await enterAsAdmin(page, request, baseURL!)
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
  await page.goto("/")
  await expect(page.getByRole("navigation", { name: "友情链接" }).getByRole("link", { name })).toHaveAttribute(
    "href",
    "https://example.org",
  )
})

test("a search is in the records, found among those without results, and deleted", async ({ page, request, baseURL }) => {
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

test("a file that staff mark as illegal cannot be uploaded again", async ({ page, request, reader, baseURL, browser }) => {
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
