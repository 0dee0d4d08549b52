import type { APIRequestContext, Page } from "@playwright/test"
import { ownPdf } from "./support/files"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"
import { chooseCategory } from "./support/upload"

type Row = { id: number; uuid: string; title: string; pages: number }
/** A document of the samples that somebody else has put there, with pages enough to speak of one. */
const sample = async (request: APIRequestContext): Promise<Row> => {
  const reply = await request.get("/api/v1/document/list?size=24&order=id%20asc")
  const { document } = (await reply.json()) as { document: Row[] }
  return document.find(({ pages }) => pages >= 3)!
}
const visit = (page: Page, uuid: string) => page.goto(`/document/${uuid}`, { waitUntil: "networkidle" })
const bar = (page: Page) => page.getByRole("region", { name: "下载" })
const talk = (page: Page) => page.getByRole("region", { name: "评价与评论" })

test("a reader rates, keeps, comments, answers, takes back and reports", async ({ page, request, reader, quiet }) => {
  test.setTimeout(150_000)
  // the pause between two comments is a refusal
  quiet.allow(/status of 403/)
  const document = await sample(request)
  await visit(page, document.uuid)

  await test.step("rates once, by keyboard", async () => {
    await talk(page).scrollIntoViewIfNeeded()
    await talk(page).getByRole("radio", { name: /^4 星/ }).focus()
    await page.keyboard.press("Space")
    await expect(talk(page).getByText("该文档很让我满意", { exact: true })).toBeVisible()
    await page.keyboard.press("ArrowRight")
    await expect(talk(page).getByText("该文档非常棒", { exact: true })).toBeVisible()
    await talk(page).getByRole("button", { name: "提交评分" }).click()
    await expect(page.getByText("提交评分成功")).toBeVisible()
    await page.reload({ waitUntil: "networkidle" })
    await expect(talk(page).getByText("我的评分")).toBeVisible()
    await expect(talk(page).getByRole("img", { name: "5 星" })).toBeVisible()
  })

  await test.step("keeps it, in a new folder, and finds it there", async () => {
    await bar(page).getByRole("button", { name: "收藏", exact: true }).click()
    await expect(page.getByText("收藏成功")).toBeVisible()
    await page.getByRole("button", { name: "选择收藏夹" }).click()
    const folders = page.getByRole("dialog", { name: "选择收藏夹" })
    await expectAccessible(page)
    await folders.getByLabel("新收藏夹的名称").fill("期末复习")
    await folders.getByRole("button", { name: "新建" }).click()
    await expect(page.getByText("已放进“期末复习”")).toBeVisible()
    await page.reload({ waitUntil: "networkidle" })
    await expect(bar(page).getByRole("button", { name: "取消收藏" })).toHaveAttribute("aria-pressed", "true")
    await bar(page).getByRole("button", { name: "取消收藏" }).click()
    await expect(page.getByText("取消收藏成功")).toBeVisible()
  })

  const words = `第三页的例子很清楚 ${reader.username}`
  await test.step("comments on a page, answers, and takes both back", async () => {
    await bar(page).getByRole("button", { name: /^文档点评/ }).click()
    const field = talk(page).getByLabel("评论内容")
    await expect(field).toBeFocused()
    await expect(talk(page).getByText("请文明评论，理性发言")).toBeVisible()
    await talk(page).getByRole("button", { name: "发表点评" }).click()
    await expect(talk(page).getByText("请输入评论内容")).toBeVisible()
    await field.fill(words)
    await talk(page).getByLabel(/针对的页码/).fill("3")
    await talk(page).getByRole("button", { name: "发表点评" }).click()
    const comment = talk(page).getByRole("article").filter({ hasText: words })
    await expect(comment).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await comment.getByRole("link", { name: "第 3 页" }).click()
    await expect(page.getByRole("img", { name: /第 3 页$/ }).first()).toBeInViewport()

    await comment.getByRole("button", { name: `回复 ${reader.username}` }).click()
    const answer = talk(page).getByRole("textbox", { name: `回复 ${reader.username}` })
    await expect(answer).toBeFocused()
    // the site asks for a pause between two comments of a person
    await expect(async () => {
      await answer.fill("补充一句")
      await talk(page).getByRole("button", { name: "回复", exact: true }).click()
      await expect(talk(page).getByText(`@${reader.username} 补充一句`)).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000, intervals: [3_000] })
    for (const kind of ["回复", "评论"]) {
      await talk(page).getByRole("button", { name: `删除${reader.username}的${kind}` }).first().click()
      await page.getByRole("dialog", { name: "删除这条评论" }).getByRole("button", { name: "删除" }).click()
      await expect(talk(page).getByRole("article", { name: `${reader.username}的${kind}` })).toHaveCount(0)
    }
  })

  await test.step("reports it, once", async () => {
    await page.locator("main").getByRole("button", { name: "举报文档" }).click()
    const report = page.getByRole("dialog", { name: "举报文档" })
    await report.getByRole("button", { name: "提交" }).click()
    await expect(report.getByText("请选择举报原因")).toBeVisible()
    await expectAccessible(page)
    await report.getByRole("radio", { name: "敏感信息" }).check()
    await report.getByLabel("补充说明").fill("第 2 页")
    await report.getByRole("button", { name: "提交" }).click()
    await expect(page.getByText("提交成功")).toBeVisible()
    await expect(report).toBeHidden()
  })
})

test("what stands around a document is in the page itself, and strangers are led to the login", async ({ page, request }) => {
  const document = await sample(request)
  const html = await (await request.get(`/document/${document.uuid}`)).text()
  expect(html).toContain("相关文档")
  const related = await request.get(`/api/v1/document/related?uuid=${document.uuid}`)
  const [first] = ((await related.json()) as { document: Row[] }).document
  expect(html).toContain(`/document/${first!.uuid}`)

  await visit(page, document.uuid)
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await page.locator("main").getByRole("button", { name: "举报文档" }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?redirect=.*${document.uuid}`))
  await visit(page, document.uuid)
  await bar(page).getByRole("button", { name: "收藏", exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?redirect=.*${document.uuid}`))
  await visit(page, document.uuid)
  await talk(page).scrollIntoViewIfNeeded()
  await expect(talk(page).getByRole("link", { name: "登录" }).first()).toHaveAttribute("href", new RegExp(`/login\\?redirect=.*${document.uuid}`))
  await page.locator("main").getByRole("link", { name: first!.title }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first!.title)
})

test("its owner edits it, puts a new file in its place, deletes it and takes it back", async ({ page, reader }) => {
  test.setTimeout(180_000)
  const title = `复习提纲 ${reader.username}`
  await page.goto("/upload")
  await page.getByLabel("选择文件", { exact: true }).setInputFiles(ownPdf(`${title}.pdf`, 2))
  await chooseCategory(page, "使用指南")
  await page.getByRole("button", { name: "上传 1 份文档" }).click()
  await expect(page.getByText("上传成功").first()).toBeVisible()
  await page.goto("/me/document")
  await expect(page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: "已转换" })).toBeVisible({ timeout: 60_000 })
  await page.getByRole("link", { name: title }).first().click()
  await page.waitForURL(/\/document\//)
  const menu = async (name: string) => {
    await page.getByRole("button", { name: "更多操作" }).click()
    await page.getByRole("menuitem", { name }).click()
  }

  await test.step("does not rate it", async () => {
    await talk(page).scrollIntoViewIfNeeded()
    await expect(talk(page).getByText("评分由读者来给")).toBeVisible()
  })
  await test.step("edits", async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await menu("编辑文档")
    await page.getByRole("dialog").getByLabel("名称").fill(`${title} 修订`)
    await page.getByRole("dialog").getByLabel("关键字").fill("函数，期末")
    await page.getByRole("dialog").getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("更新成功")).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} 修订`)
    await expect(page.getByRole("group", { name: "关键词" }).getByRole("link", { name: "期末" })).toHaveAttribute("href", "/search?wd=%E6%9C%9F%E6%9C%AB")
  })
  await test.step("puts a new file in its place", async () => {
    await menu("文件版本")
    const dialog = page.getByRole("dialog", { name: "文件版本" })
    await expect(dialog.getByText("正在使用")).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel("选择新文件").setInputFiles(ownPdf("第二版.pdf", 4))
    await expect(page.getByText("新文件已收到，转换完成后自动换上")).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.locator("main").getByText("4 页").first()).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
  })
  await test.step("deletes, finds it in the bin and takes it back", async () => {
    await menu("删除文档")
    await page.getByRole("dialog", { name: `删除《${title} 修订》` }).getByRole("button", { name: "删除" }).click()
    await expect(page.getByText("删除成功")).toBeVisible()
    await page.goto("/me/document?tab=recycle", { waitUntil: "networkidle" })
    await expect(page.getByText(/\d+ 天后彻底删除/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await page.getByRole("button", { name: `恢复《${title} 修订》` }).click()
    await expect(page.getByText("已恢复，回到我的上传里了")).toBeVisible()
    await expect(page.getByRole("heading", { name: "回收站是空的" })).toBeVisible()
    await page.getByRole("link", { name: "文档", exact: true }).click()
    await expect(page.getByRole("link", { name: `${title} 修订` })).toBeVisible()
  })
})

test("advertisements stand where staff put them, run nothing, and take no room where there are none", async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const document = await sample(request)
  const made: number[] = []
  const add = async (position: string, content: string) => made.push(((await call("post", "/advertisement", { position, title: position, content })) as { id: number }).id)
  await add("document_top", `<a href="https://example.org" onclick="window.ran = 1">开学季文具</a><script>window.ran = 1</script>`)
  await add("global_bottom", "<b>全站页脚</b>")
  try {
    const asked: string[] = []
    page.on("request", (one) => one.url().includes("/advertisement/position") && asked.push(one.url()))
    await visit(page, document.uuid)
    await expect(page.getByRole("complementary", { name: "广告" }).filter({ hasText: "开学季文具" })).toBeVisible()
    await expect(page.getByRole("complementary", { name: "广告" })).toHaveCount(2)
    expect(asked).toHaveLength(1)
    expect(await page.evaluate(() => "ran" in window)).toBe(false)
    await page.getByRole("link", { name: "开学季文具" }).dispatchEvent("click")
    expect(await page.evaluate(() => "ran" in window)).toBe(false)
    await expectAccessible(page)
  } finally {
    for (const id of made) await call("delete", `/advertisement?id=${id}`)
  }
})
