import { DocumentStatus } from "../lib/contract/library/document.enums"
import { publicStatuses } from "../lib/rules/library/document-status"
import { act, fetchDocument, openStaffPage, submit } from "./support/admin-list"
import { load } from "./support/settled"
import { enterAsAdmin, enterAsStaff } from "./support/staff"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

const rights = [
  "AppealAPI/ListAppeal",
  "AppealAPI/AnswerAppeal",
  "DocumentAPI/CheckDocument",
  "PunishmentAPI/CancelPunishment",
  "ReviewAPI/ListReview",
  "ReviewAPI/DecideReview",
]

test("a rejection and a punishment are appealed, and another member of staff undoes them", async ({
  page,
  request,
  reader,
  baseURL,
  browser,
  consoleGuard,
}) => {
  test.setTimeout(240_000)
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  const { staffPage: otherPage } = await openStaffPage(page, request, browser, baseURL!)
  consoleGuard.watch(staffPage)
  consoleGuard.watch(otherPage)
  await enterAsAdmin(staffPage, request, baseURL!)
  await enterAsStaff(otherPage, request, baseURL!, call, rights)
  const title = `讲稿 ${reader.username}`
  const { id, uuid } = await submit(request, reader, title)
  const status = async () => (await fetchDocument(request, uuid, reader.token)).status
  await call("put", "/document/check", { id: [id], status: DocumentStatus.reviewing })
  await call("put", "/document/check", { id: [id], status: DocumentStatus.rejected, reason: "涉嫌侵犯版权" })

  await test.step("the author appeals from the notification of the verdict, once", async () => {
    await load(page, "/me/notification")
    const notice = page.getByRole("listitem").filter({ hasText: "没有通过审核" })
    await expectAccessible(page)
    await expectFineInBothSizes(page)
    await notice.getByRole("link", { name: "申诉" }).click()
    await page.waitForURL(/\/me\/appeal\?id=\d+$/)
    await expect(page.getByText("原因：涉嫌侵犯版权")).toBeVisible()
    await page.getByRole("button", { name: /^申诉：/ }).click()
    const form = page.getByRole("dialog", { name: "申诉" })
    await form.getByRole("button", { name: "提交申诉" }).click()
    await expect(form.getByRole("alert")).toHaveText("请输入申诉理由")
    await form.getByLabel("申诉理由").fill("这是我自己写的讲稿，没有引用别人的内容。")
    await expectAccessible(page)
    await expectFineInBothSizes(page)
    await form.getByRole("button", { name: "提交申诉" }).click()
    await expect(page.getByText("等待答复")).toBeVisible()
    await expect(page.getByRole("button", { name: /^申诉：/ })).toHaveCount(0)
    await expectAccessible(page)
    await expectFineInBothSizes(page)
  })
  await test.step("whoever rejected it is told that a colleague answers", async () => {
    await load(staffPage, "/admin/appeal")
    await act(staffPage, `文档《${title}》没有通过审核`, "答复")
    await expect(staffPage.getByText("这是你作出的处理，申诉要由另一位同事答复")).toBeVisible()
    await expect(staffPage.getByRole("button", { name: "申诉成立" })).toHaveCount(0)
  })
  await test.step("the colleague upholds it, and the document is public", async () => {
    await load(otherPage, "/admin/appeal")
    await expectAccessible(otherPage)
    await act(otherPage, `文档《${title}》没有通过审核`, "答复")
    const panel = otherPage.getByRole("dialog", { name: "答复申诉" })
    await expect(panel.getByText("这是我自己写的讲稿")).toBeVisible()
    await panel.getByLabel("答复").fill("核实过，是原创。")
    await expectAccessible(otherPage)
    await panel.getByRole("button", { name: "申诉成立" }).click()
    await expect(otherPage.getByText("申诉成立，原来的处理已撤销")).toBeVisible()
    await expect.poll(async () => publicStatuses.includes(await status())).toBe(true)
    await load(page, "/me/notification")
    await expect(page.getByText(`你对文档《${title}》的申诉成立，原来的处理已撤销`)).toBeVisible()
    await expect(page.getByText("核实过，是原创。")).toBeVisible()
  })
  await test.step("a template fills a punishment, which its user appeals and the colleague lifts at the desk", async () => {
    const template = `盗版 ${reader.username}`
    await load(staffPage, "/admin/user/punishmenttemplate")
    await expectAccessible(staffPage)
    await staffPage.getByRole("button", { name: "新增" }).first().click()
    const entry = staffPage.getByRole("dialog", { name: "新增处罚模板" })
    await entry.getByLabel("名称").fill(template)
    await entry.getByRole("checkbox", { name: "禁止上传" }).check()
    await entry.getByLabel("原因").fill("上传盗版")
    await expectAccessible(staffPage)
    await entry.getByRole("button", { name: "保存" }).click()
    await expect(staffPage.getByText("新增成功")).toBeVisible()
    await load(staffPage, `/user/${reader.id}`)
    await staffPage.getByRole("button", { name: "处罚" }).click()
    const dialog = staffPage.getByRole("dialog", { name: `处罚 ${reader.username}`, exact: true })
    await dialog.getByLabel("模板").selectOption(template)
    await expect(dialog.getByRole("checkbox", { name: "禁止上传" })).toBeChecked()
    await expect(dialog.getByLabel("原因")).toHaveValue("上传盗版")
    await expectAccessible(staffPage)
    await dialog.getByRole("button", { name: "确定处罚" }).click()
    const question = staffPage.getByRole("dialog", { name: `处罚 ${reader.username}（ID ${reader.id}）？` })
    await question.getByRole("button", { name: "确定处罚" }).click()
    await expect(staffPage.getByText("处罚已经生效")).toBeVisible()

    const headers = { authorization: `Bearer ${reader.token}` }
    const mayUpload = async () => (await request.get("/api/v1/user/caniuploaddocument", { headers })).status()
    expect(await mayUpload()).toBe(403)
    await load(page, "/me/notification")
    await page.getByRole("listitem").filter({ hasText: "受到处罚" }).getByRole("link", { name: "申诉" }).click()
    await page.waitForURL("**/me/appeal?kind=4")
    await page.getByRole("button", { name: "申诉：禁止上传，一直有效" }).click()
    const form = page.getByRole("dialog", { name: "申诉" })
    await form.getByLabel("申诉理由").fill("已经证明是原创了。")
    await form.getByRole("button", { name: "提交申诉" }).click()
    await expect(page.getByText("等待答复")).toBeVisible()

    await load(otherPage, "/admin/review")
    await otherPage.getByRole("list", { name: "等待审核" }).getByRole("button").filter({ hasText: reader.username }).click()
    await expect(otherPage.getByText("已经证明是原创了。")).toBeVisible()
    await expectAccessible(otherPage)
    await expectFineInBothSizes(otherPage)
    await otherPage.getByRole("button", { name: /^申诉成立/ }).click()
    await expect.poll(mayUpload, { timeout: 30_000 }).toBe(200)
    await load(page, "/me/appeal?kind=4")
    await expect(page.getByText("申诉成立", { exact: true })).toBeVisible()
  })
  await staffPage.context().close()
  await otherPage.context().close()
})
