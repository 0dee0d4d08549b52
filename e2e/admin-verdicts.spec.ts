import { DocumentStatus } from "../lib/contract/library/document.enums"
import { pdfWithLostPage } from "./support/files"
import { act, actOnChosen, choose, expectNotice, openStaffPage, fetchDocument, submit } from "./support/admin-list"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

test("a page that could not be rendered is visible to owner and staff only", async ({
  page,
  request,
  reader,
  baseURL,
  browser,
  playwright,
  consoleGuard,
}) => {
  const { staffPage } = await openStaffPage(page, request, browser, baseURL!)
  consoleGuard.watch(staffPage)
  await enterAsAdmin(staffPage, request, baseURL!)
  const visitor = await playwright.request.newContext({ baseURL: baseURL! })
  const title = `缺页 ${reader.username}`
  const words = "第 2 页无法预览"
  const { uuid } = await submit(request, reader, title, pdfWithLostPage(`${title}.pdf`))
  await expect
    .poll(async () => (await fetchDocument(request, uuid, reader.token)).status, { timeout: 60_000 })
    .toBe(DocumentStatus.converted)
  expect((await fetchDocument(request, uuid, reader.token)).convert_warning).toBe(words)
  expect((await fetchDocument(visitor, uuid)).convert_warning).toBe("")
  expect(await (await visitor.get(`/document/${uuid}`)).text()).not.toContain(words)

  await page.goto("/me/document")
  await expect(page.getByRole("listitem").filter({ hasText: title }).getByText(words)).toBeVisible()
  await expectAccessible(page)
  await staffPage.goto(`/admin/document/list?wd=${reader.username}`)
  await staffPage.getByRole("button", { name: `已发布，${title} 的原因：${words}` }).click()
  await expect(staffPage.getByText(words, { exact: true })).toBeVisible()
  await expectAccessible(staffPage)
  await staffPage.context().close()
})

test("pending documents are rejected with a reason and later approved from the list", async ({
  page,
  request,
  reader,
  baseURL,
  browser,
  consoleGuard,
}) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  consoleGuard.watch(staffPage)
  await enterAsAdmin(staffPage, request, baseURL!)
  const group = (await call("post", "/group", { title: `新手 ${reader.username}`, enable_upload: true, enable_document_review: true })) as {
    id: number
  }
  await call("put", "/user", { id: reader.id, group_id: [group.id] })
  const titles = [`甲稿 ${reader.username}`, `乙稿 ${reader.username}`]
  const uuids = [(await submit(request, reader, titles[0]!)).uuid, (await submit(request, reader, titles[1]!)).uuid]
  const mine = async () =>
    Promise.all(
      uuids.map(async (uuid) => (({ status, reject_reason }) => [status, reject_reason])(await fetchDocument(request, uuid, reader.token))),
    )

  await staffPage.goto(`/admin/document/list?wd=${reader.username}`)
  await choose(staffPage, titles)
  await actOnChosen(staffPage, "审批", "拒绝")
  const panel = staffPage.getByRole("dialog", { name: "拒绝 2 份文档" })
  await panel.getByRole("button", { name: "拒绝", exact: true }).click()
  await expect(panel.getByText("请写明原因")).toBeVisible()
  await panel.getByRole("button", { name: "涉嫌侵犯版权" }).click()
  await panel.getByLabel("原因", { exact: true }).pressSequentially("，请补充来源")
  await expectAccessible(staffPage)
  await panel.getByRole("button", { name: "拒绝", exact: true }).click()
  await expectNotice(staffPage, "操作成功")
  const why = "涉嫌侵犯版权，请补充来源"
  expect(await mine()).toEqual([
    [DocumentStatus.rejected, why],
    [DocumentStatus.rejected, why],
  ])
  await page.goto(`/document/${uuids[0]}`)
  await expect(page.getByText(why).first()).toBeVisible()

  await act(staffPage, titles[0]!, "审核")
  const review = staffPage.getByRole("dialog", { name: "审核文档" })
  await expect(review.getByText(`上次没有通过：${why}`)).toBeVisible()
  await expectAccessible(staffPage)
  await review.getByRole("button", { name: "通过", exact: true }).click()
  await expectNotice(staffPage, "审批成功")
  await expect(review).toBeHidden()
  await expect.poll(mine, { timeout: 60_000 }).toEqual([
    [DocumentStatus.converted, ""],
    [DocumentStatus.rejected, why],
  ])
  await staffPage.context().close()
})
