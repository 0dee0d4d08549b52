import type { Page } from "@playwright/test"
import sharp from "sharp"
import { DocumentStatus } from "../lib/contract/library/document.enums"
import { act, actOnChosen, choose, expectNotice, fetchDocument, submit } from "./support/admin-list"
import { ownPdf } from "./support/files"
import { staffToken } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, test } from "./support/test"

const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title })

test("batch changes of category, language, VIP and recommendation leave the other documents unchanged", async ({
  page,
  request,
  baseURL,
  playwright,
}) => {
  await enterAsAdmin(page, request, baseURL!)
  const visitor = await playwright.request.newContext({ baseURL: baseURL! })
  const mark = Date.now().toString(36)
  const titles = ["甲", "乙", "丙"].map((one) => `整理${one} ${mark}`)
  const token = await staffToken(request)
  const uuids = await Promise.all(titles.map(async (title) => (await submit(request, { token }, title)).uuid))
  const each = async <K extends keyof Awaited<ReturnType<typeof fetchDocument>>>(name: K) =>
    Promise.all(uuids.map(async (uuid) => (await fetchDocument(visitor, uuid))[name]))
  /** Returns which of the documents a public page links to. */
  const linked = async (path: string, html = visitor.get(path).then((page) => page.text())) =>
    Promise.all(uuids.map(async (uuid) => (await html).includes(uuid)))
  await expect.poll(() => each("status"), { timeout: 60_000 }).toEqual(uuids.map(() => DocumentStatus.converted))
  const chosen = titles.slice(0, 2)
  await page.goto(`/admin/document/list?wd=${mark}`)
  await expect(page.getByText("共 3 份").first()).toBeVisible()

  await test.step("category", async () => {
    await choose(page, chosen)
    await expectAccessible(page)
    await actOnChosen(page, "分类")
    const panel = page.getByRole("dialog", { name: "修改 2 份文档的分类" })
    await expect(panel.getByRole("listitem")).toHaveText(chosen)
    await panel.getByRole("button", { name: "修改分类" }).click()
    await expect(panel.getByText("请选择新的文档分类")).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel("新文档分类").click()
    await page.locator(".ant-select-tree").getByTitle("合同范本", { exact: true }).click()
    await panel.getByRole("button", { name: "修改分类" }).click()
    await expectNotice(page, "操作成功")
    for (const title of chosen) await expect(rowOf(page, title)).toContainText("合同范本")
    expect((await each("category")).map((list) => list.map((one) => one.title))).toEqual([
      ["办公模板", "合同范本"],
      ["办公模板", "合同范本"],
      ["使用指南"],
    ])
    const { id } = (await fetchDocument(visitor, uuids[0]!)).category.find((one) => one.title === "合同范本")!
    await expect.poll(() => linked(`/category/${id}`)).toEqual([true, true, false])
  })
  await test.step("language", async () => {
    await choose(page, chosen)
    await actOnChosen(page, "语言", "选择语言")
    const panel = page.getByRole("dialog", { name: "修改 2 份文档的语言" })
    await panel.getByLabel("文档语言").click()
    await page.locator(".ant-select-item-option", { hasText: "日语" }).click()
    await panel.getByRole("button", { name: "修改语言" }).click()
    await expectNotice(page, "操作成功")
    expect(await each("language")).toEqual(["ja", "ja", "zh-CN"])
  })
  await test.step("VIP", async () => {
    await choose(page, chosen)
    await actOnChosen(page, "VIP", "设为 VIP 文档")
    await expectNotice(page, "修改成功")
    expect(await each("is_vip")).toEqual([true, true, false])
  })
  await test.step("recommendation", async () => {
    await choose(page, chosen)
    await actOnChosen(page, "推荐", "设为推荐")
    await expectNotice(page, "操作成功")
    for (const title of chosen) await expect(rowOf(page, title).getByText("推荐", { exact: true })).toBeVisible()
    expect((await each("recommend_at")).map(Boolean)).toEqual([true, true, false])
    await choose(page, titles)
    await actOnChosen(page, "推荐", "取消推荐")
    await expectNotice(page, "操作成功")
    expect(await each("recommend_at")).toEqual([null, null, null])
  })
})

test("a replaced file and a custom cover: readers see both at the same address", async ({ page, request, baseURL, playwright }) => {
  await enterAsAdmin(page, request, baseURL!)
  const visitor = await playwright.request.newContext({ baseURL: baseURL! })
  const title = `换一份 ${Date.now().toString(36)}`
  const { uuid } = await submit(request, { token: await staffToken(request) }, title)
  const of = async () => (await (await visitor.get(`/api/v1/document?uuid=${uuid}`)).json()) as { status: number; pages: number }
  const cover = async () => (await visitor.get(`/view/cover/${uuid}`)).headers()["etag"]
  await expect.poll(of, { timeout: 60_000 }).toMatchObject({ status: DocumentStatus.converted, pages: 2 })
  const drawn = await cover()
  await page.goto(`/admin/document/list?wd=${encodeURIComponent(title)}`)

  await test.step("the file", async () => {
    await act(page, title, "文件版本")
    const panel = page.getByRole("dialog", { name: `文件版本 · ${title}` })
    await expect(panel.getByText("正在使用")).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel("选择新文件").setInputFiles(ownPdf(`${title} 改.pdf`, 3))
    await expect(page.getByText("新文件已收到，转换完成后自动换上")).toBeVisible()
    await expect.poll(of, { timeout: 60_000 }).toMatchObject({ status: DocumentStatus.converted, pages: 3 })
    await page.goto(`/document/${uuid}`)
    await expect(page.getByRole("img", { name: /第 1 页$/ }).first()).toBeVisible()
  })
  await test.step("the cover", async () => {
    await page.goto(`/admin/document/list?wd=${encodeURIComponent(title)}`)
    await act(page, title, "封面")
    const panel = page.getByRole("dialog", { name: `封面 · ${title}` })
    const picture = await sharp({ create: { width: 210, height: 297, channels: 3, background: "#7243a4" } })
      .png()
      .toBuffer()
    await panel.locator("input[type=file]").setInputFiles({ name: "封面.png", mimeType: "image/png", buffer: picture })
    await expect(panel.getByRole("button", { name: "移除" })).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText(/^修改成功/).first()).toBeVisible()
    await expect.poll(cover).not.toBe(drawn)
    const customCover = await cover()
    await page.getByRole("button", { name: "撤销" }).click()
    await expect.poll(cover).not.toBe(customCover)
  })
})

test("deleted documents are in the recycle bin; one is restored, one is permanently deleted after a cancelled first attempt", async ({
  page,
  request,
  baseURL,
  playwright,
}) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const visitor = await playwright.request.newContext({ baseURL: baseURL! })
  const mark = Date.now().toString(36)
  const [back, gone] = [`回来 ${mark}`, `消失 ${mark}`]
  const token = await staffToken(request)
  const [restoredDocument, lost] = [await submit(request, { token }, back), await submit(request, { token }, gone)]
  const seen = async () => Promise.all([restoredDocument, lost].map(async ({ uuid }) => (await visitor.get(`/document/${uuid}`)).status()))
  await expect.poll(seen, { timeout: 60_000 }).toEqual([200, 200])

  await page.goto(`/admin/document/list?wd=${mark}`)
  await choose(page, [back, gone])
  await actOnChosen(page, "删除")
  const deletion = page.getByRole("dialog", { name: "删除 2 份文档？" })
  await expect(deletion.getByText("文档会移到回收站，可以恢复")).toBeVisible()
  await expectAccessible(page)
  await deletion.getByRole("button", { name: "取消" }).click()
  await expect(page.getByText("已选 2 份")).toBeVisible()
  await actOnChosen(page, "删除")
  await deletion.getByRole("button", { name: "删除" }).click()
  await expectNotice(page, "删除成功")
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
  await expect.poll(seen).toEqual([410, 410])

  await page.goto(`/admin/document/recycle?wd=${mark}`)
  await act(page, back, "恢复")
  await expectNotice(page, "已恢复")
  await expect.poll(seen, { timeout: 30_000 }).toEqual([200, 410])

  const inBin = async () => ((await call("get", `/document/recycle?wd=${mark}`)) as { total: number }).total
  const purging = page.getByRole("dialog", { name: `彻底删除“${gone}”？` })
  await act(page, gone, "彻底删除")
  await expect(purging.getByText("文件会从网站上移除，不能再恢复。")).toBeVisible()
  await expectAccessible(page)
  await purging.getByRole("button", { name: "取消" }).click()
  await expect(rowOf(page, gone)).toBeVisible()
  expect(await inBin()).toBe(1)
  await choose(page, [gone])
  await actOnChosen(page, "彻底删除")
  await purging.getByRole("button", { name: "彻底删除" }).click()
  await expectNotice(page, "彻底删除成功")
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
  expect(await inBin()).toBe(0)
  await page.goto(`/admin/document/list?wd=${mark}`)
  await expect(rowOf(page, back)).toBeVisible()
  await expect(rowOf(page, gone)).toHaveCount(0)
})

test("a category whose documents are all in the recycle bin says so, leads there, and can be deleted once they are gone", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/400/)
  const call = await enterAsAdmin(page, request, baseURL!)
  const mark = Date.now().toString(36)
  const [category, title] = [`旧书架 ${mark}`, `旧书 ${mark}`]
  const { id: category_id } = (await call("post", "/category", { title: category, type: 0, parent_id: 0, enable: true })) as { id: number }
  const { id, uuid } = await submit(request, { token: await staffToken(request) }, title)
  await expect.poll(async () => (await fetchDocument(request, uuid)).status, { timeout: 60_000 }).toBe(DocumentStatus.converted)
  await call("put", "/document", { id, category_id: [category_id] })
  await call("delete", `/document?id=${id}`)

  const remove = async () => {
    await page.goto(`/admin/document/category?wd=${encodeURIComponent(category)}`)
    await act(page, category, "删除")
    await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  }
  await remove()
  await expect(page.getByText(`“${category}”的 1 份文档还在回收站里，不能删除`)).toBeVisible()
  await page.getByRole("button", { name: "打开回收站" }).click()
  await expect(page).toHaveURL(`/admin/document/recycle?category_id=${category_id}`)
  const filters = page.getByRole("search")
  await expect(filters.getByText(category).first()).toBeVisible()
  await expect(page.getByRole("checkbox", { name: /^选择 / })).toHaveCount(1)
  await filters.getByRole("button", { name: "重置" }).click()
  await expect(page).toHaveURL("/admin/document/recycle")
  await page.goBack()
  await expect(filters.getByText(category).first()).toBeVisible()
  await act(page, title, "彻底删除")
  await page
    .getByRole("dialog", { name: `彻底删除“${title}”？` })
    .getByRole("button", { name: "彻底删除" })
    .click()
  await expectNotice(page, "彻底删除成功")
  await remove()
  await expectNotice(page, "删除成功")
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
})
