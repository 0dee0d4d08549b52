import { readFileSync } from "node:fs"
import { ownPdf, sha256 } from "./support/files"
import { bar, sample, scrollToTalk, talk, visit, type Sample } from "./support/sample"
import { load, reload } from "./support/settled"
import { enterAsAdmin, logIn } from "./support/staff"
import { expect, expectAccessible, expectFits, test } from "./support/test"
import { chooseCategory } from "./support/upload"

test("related contents of a document are in the HTML, and visitors are sent to the login", { tag: "@phone" }, async ({ page, request }) => {
  const document = await sample(request)
  const html = await (await request.get(`/document/${document.uuid}`)).text()
  expect(html).toContain("相关文档")
  const related = await request.get(`/api/v1/document/related?uuid=${document.uuid}`)
  const [first] = ((await related.json()) as { document: Sample[] }).document
  expect(html).toContain(`/document/${first!.uuid}`)

  await visit(page, document.uuid)
  await expect(page.locator("main").getByText("登录即可下载").first()).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
  await page.locator("main").getByRole("button", { name: "举报文档" }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?redirect=.*${document.uuid}`))
  await visit(page, document.uuid)
  await bar(page).getByRole("button", { name: "收藏", exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?redirect=.*${document.uuid}`))
  await visit(page, document.uuid)
  await scrollToTalk(page)
  await expect(talk(page).getByRole("link", { name: "登录" }).first()).toHaveAttribute(
    "href",
    new RegExp(`/login\\?redirect=.*${document.uuid}`),
  )
  await page.locator("main").getByRole("link", { name: first!.title }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first!.title)
})

test("the owner edits a document, replaces its file, deletes and restores it @main", async ({ page, request, reader }) => {
  const title = `复习提纲 ${reader.username}`
  const original = ownPdf(`${title}.pdf`, 2)
  await page.goto("/upload")
  await page.getByLabel("选择文件", { exact: true }).setInputFiles(original)
  await chooseCategory(page, "使用指南")
  await page.getByRole("button", { name: "上传 1 份文档" }).click()
  await expect(page.getByText("上传成功").first()).toBeVisible()
  await page.goto("/me/document")
  await expect(page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: "已发布" })).toBeVisible({ timeout: 60_000 })
  await page.getByRole("link", { name: title }).first().click()
  await page.waitForURL(/\/document\//)
  const menu = async (name: string) => {
    await page.getByRole("button", { name: "更多操作" }).click()
    await page.getByRole("menuitem", { name }).click()
  }
  const uuid = new URL(page.url()).pathname.split("/").at(-1)
  /** Waits until the new file has replaced the old one, then shows it. */
  const showReplaced = async (pages: number) => {
    const read = async () => ((await (await page.request.get(`/api/v1/document?uuid=${uuid}`)).json()) as { pages: number }).pages
    await expect.poll(read, { timeout: 120_000 }).toBe(pages)
    await page.reload()
    await expect(page.locator("main").getByText(`${pages} 页`).first()).toBeVisible()
  }

  await test.step("downloads it free of charge, and cannot rate it", async () => {
    await expect(page.getByText("你上传的文档，可直接下载")).toBeVisible()
    await scrollToTalk(page)
    await expect(talk(page).getByText("评分由读者来给")).toBeVisible()
  })
  await test.step("edits", async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await menu("编辑文档")
    await page.getByRole("dialog").getByLabel("名称").fill(`${title} 修订`)
    // clicking 取消 does not discard unsaved input
    await page.getByRole("dialog", { name: "编辑文档" }).getByRole("button", { name: "取消" }).click()
    await page.getByRole("dialog", { name: "放弃没有保存的修改？" }).getByRole("button", { name: "继续编辑" }).click()
    await page.getByRole("dialog").getByLabel("关键词").fill("函数，期末")
    await page.getByRole("dialog").getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("更新成功")).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} 修订`)
    await expect(page.getByRole("group", { name: "关键词" }).getByRole("link", { name: "期末" })).toHaveAttribute(
      "href",
      "/search?wd=%E6%9C%9F%E6%9C%AB",
    )
  })
  await test.step("replaces the file", async () => {
    await menu("文件版本")
    const dialog = page.getByRole("dialog", { name: "文件版本" })
    await expect(dialog.getByText("正在使用")).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel("选择新文件").setInputFiles(ownPdf("第二版.pdf", 4))
    await expect(page.getByText("新文件已收到，转换完成后自动换上")).toBeVisible()
    await showReplaced(4)
  })
  await test.step("opens, downloads and puts back the first version of the file", async () => {
    await menu("文件版本")
    const dialog = page.getByRole("dialog", { name: "文件版本" })
    await dialog.getByRole("button", { name: "查看第 1 版" }).click()
    const first = dialog.getByRole("img", { name: "第 1 页", exact: true })
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page)
    await expectFits(page)
    await dialog.getByRole("button", { name: "返回版本列表" }).click()
    await expect(dialog.getByText("正在使用")).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "下载第 1 版" }).click()])
    expect(sha256(readFileSync((await download.path())!))).toBe(sha256(original.buffer))
    await dialog.getByRole("button", { name: "换回第 1 版" }).click()
    const question = page.getByRole("dialog", { name: "换回第 1 版？" })
    await question.getByRole("button", { name: "换回", exact: true }).click()
    await expect(page.getByText("已换回，转换完成后自动换上")).toBeVisible()
    await showReplaced(2)
  })
  await test.step("deletes it at the stated cost, finds it in the recycle bin and restores it, with the credits", async () => {
    const credits = async () => {
      const reply = await request.get("/api/v1/user", { headers: { authorization: `Bearer ${reader.token}` } })
      return ((await reply.json()) as { credit_count: number }).credit_count
    }
    const before = await credits()
    await menu("删除文档")
    const question = page.getByRole("dialog", { name: `删除《${title} 修订》` })
    await expect(question).toContainText("天内可以从那里恢复")
    const cost = Number(/会扣回 (\d+) 魔豆，恢复时退还/.exec(await question.innerText())?.[1])
    await question.getByRole("button", { name: "删除" }).click()
    await expect(page.getByText("删除成功")).toBeVisible()
    expect(cost).toBeGreaterThan(0)
    expect(await credits()).toBe(before - cost)
    await load(page, "/me/document?tab=recycle")
    await expect(page.getByText(/\d+ 天后彻底删除/)).toBeVisible()
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole("button", { name: `恢复《${title} 修订》` }).click()
    await expect(page.getByText("已恢复，回到我的上传里了")).toBeVisible()
    expect(await credits()).toBe(before)
    await expect(page.getByRole("heading", { name: "回收站是空的" })).toBeVisible()
    await page.getByRole("link", { name: "文档", exact: true }).click()
    await expect(page.getByRole("link", { name: `${title} 修订` })).toBeVisible()
  })
})

test("staff recommend, disable and enable documents, and reject or approve pending ones @main", async ({
  page,
  request,
  baseURL,
  browser,
}) => {
  // users without access get a 404
  const call = await enterAsAdmin(page, request, baseURL!)
  const name = `new_${Date.now().toString(36)}`
  const group = (await call("post", "/group", {
    title: name,
    enable_upload: true,
    enable_document_review: true,
    enable_comment: true,
    enable_comment_approval: true,
  })) as { id: number }
  await call("post", "/user", { username: name, password: "correct horse 7", group_id: [group.id] })
  const owner = await logIn(request, name, "correct horse 7")
  const bearer = { authorization: `Bearer ${owner.token}` }
  const file = ownPdf(`讲义 ${name}.pdf`, 2)
  const sent = (await (await request.post("/api/v1/upload/document", { headers: bearer, multipart: { file } })).json()) as {
    data: { id: number }
  }
  const made = await request.post("/api/v1/document", {
    headers: bearer,
    data: { category_id: [1], document: [{ attachment_id: sent.data.id, title: `讲义 ${name}` }] },
  })
  const { uuid } = ((await made.json()) as { document: Sample[] }).document[0]!
  const visitor = await browser.newContext({ baseURL: baseURL! })
  const seen = async () => (await visitor.request.get(`/document/${uuid}`)).status()
  const menu = async (name: string) => {
    await page.getByRole("button", { name: "更多操作" }).click()
    await page.getByRole("menuitem", { name }).click()
  }
  const strip = page.getByRole("region", { name: "审核" })

  await test.step("rejects with a reason that the owner sees", async () => {
    expect(await seen()).toBe(404)
    await visit(page, uuid)
    await expect(strip.getByText("等你审核")).toBeVisible()
    await expectAccessible(page)
    await expectFits(page)
    const [download] = await Promise.all([page.waitForEvent("download"), strip.getByRole("button", { name: "下载查看" }).click()])
    expect(download.suggestedFilename()).toContain("讲义")
    await strip.getByRole("button", { name: "拒绝" }).click()
    const dialog = page.getByRole("dialog", { name: "拒绝文档" })
    await expect(dialog.getByLabel("原因", { exact: true })).toBeFocused()
    await dialog.getByRole("button", { name: "拒绝" }).click()
    await expect(dialog.getByText("请写明原因")).toBeVisible()
    await dialog.getByRole("button", { name: "分类或标题与内容不符" }).click()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "拒绝", exact: true }).click()
    await expect(page.getByText("操作成功")).toBeVisible()
    await expect(strip.getByText("已拒绝")).toBeVisible()
    const authorResponse = await request.get(`/api/v1/document?uuid=${uuid}`, { headers: bearer })
    expect(((await authorResponse.json()) as { reject_reason: string }).reject_reason).toBe("分类或标题与内容不符")
  })
  await test.step("approves: all visitors can read it", async () => {
    await strip.getByRole("button", { name: "通过" }).click()
    await expect(strip).toHaveCount(0)
    await expect.poll(seen, { timeout: 30_000 }).toBe(200)
    await expect(page.getByRole("img", { name: /第 1 页$/ }).first()).toBeVisible({ timeout: 30_000 })
  })
  await test.step("recommends and undoes it", async () => {
    await menu("设为推荐")
    await expect(page.locator(".doc-h .tag", { hasText: "推荐" })).toBeVisible()
    await expect.poll(async () => (await visitor.request.get("/")).text()).toContain(uuid)
    await menu("取消推荐")
    await expect(page.locator(".doc-h .tag", { hasText: "推荐" })).toHaveCount(0)
  })
  await test.step("disables and enables", async () => {
    await menu("禁用文档")
    await page.getByRole("dialog", { name: "禁用文档" }).getByRole("button", { name: "禁用", exact: true }).click()
    await expect(strip.getByText("已禁用")).toBeVisible()
    await expect.poll(seen).toBe(404)
    await strip.getByRole("button", { name: "启用" }).click()
    await expect(strip).toHaveCount(0)
    await expect.poll(seen).toBe(200)
  })
  await test.step("a pending comment is visible to its author only, also on a later visit", async () => {
    const { id } = (await (await request.get(`/api/v1/document?uuid=${uuid}`)).json()) as { id: number }
    const reply = await request.post("/api/v1/comment", { headers: bearer, data: { document_id: id, content: "等着审核的话", page: 2 } })
    const comment = (await reply.json()) as { id: number; status: number }
    expect(comment.status).toBe(0)
    const author = await browser.newContext({ baseURL: baseURL! })
    await author.addInitScript(
      ([token, user]) => {
        localStorage.setItem("token", token!)
        localStorage.setItem("user", user!)
      },
      [owner.token, JSON.stringify(owner.user)],
    )
    const theirs = await author.newPage()
    const other = await visitor.newPage()
    for (const one of [theirs, other]) {
      await visit(one, uuid)
      await scrollToTalk(one)
    }
    await expect(talk(theirs).getByText("待审核，仅自己可见")).toBeVisible()
    await expect(talk(other).getByRole("heading", { name: "还没有评论" })).toBeVisible()
    await call("post", "/comment/check", { id: [comment.id], status: 1 })
    await reload(other)
    await scrollToTalk(other)
    await expect(talk(other).getByText("等着审核的话")).toBeVisible()
    await talk(other).getByRole("link", { name: "第 2 页" }).click()
    await expect(other.getByRole("img", { name: /第 2 页$/ }).first()).toBeInViewport()
    await author.close()
  })
  await visitor.close()
})
