import { load, reload } from "./support/settled"
import { sample } from "./support/sample"
import { openStaffPage } from "./support/admin-list"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

test("the desk: a pending document is approved by keys and taken back once, a report is answered, and the reporter hears of it", async ({
  page,
  request,
  baseURL,
  reader,
  browser,
}) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  await enterAsAdmin(staffPage, request, baseURL!)
  const { id, title } = await sample(request)
  const queue = staffPage.getByRole("list", { name: "等待审核" })
  const row = (kind: string) => queue.getByRole("button").filter({ hasText: title }).filter({ hasText: kind })

  await test.step("a document in review: A, then U within ten seconds, then A", async () => {
    await call("put", "/document/check", { id: [id], status: 6 })
    await load(staffPage, "/admin/review")
    await row("文档").click()
    await expect(staffPage.getByRole("heading", { name: title })).toBeVisible()
    await expect(staffPage.getByRole("img", { name: `${title} 第 1 页` })).toBeVisible()
    await staffPage.getByRole("button", { name: "文字", exact: true }).click()
    await expect(staffPage.getByRole("region", { name: "第 1 页" })).toBeVisible()
    await expectAccessible(staffPage)
    await expectFineInBothSizes(staffPage)
    await expect(staffPage.getByRole("button", { name: /^通过/ })).toBeEnabled()
    await staffPage.keyboard.press("a")
    await expect(row("文档")).toHaveCount(0)
    await staffPage.keyboard.press("u")
    await expect(row("文档")).toBeVisible()
    await row("文档").click()
    await expect(staffPage.getByRole("button", { name: /^通过/ })).toBeEnabled()
    await staffPage.keyboard.press("a")
    await expect
      .poll(async () => ((await (await request.get(`/api/v1/document?id=${id}`)).json()) as { status?: number }).status, {
        timeout: 30_000,
      })
      .toBe(2)
  })

  await test.step("a report from the document's page is answered at the desk", async () => {
    const headers = { authorization: `Bearer ${reader.token}` }
    const data = { document_id: id, reason: 1, remark: `请看看 ${reader.username}` }
    const reported = await request.post("/api/v1/report", { headers, data })
    expect(reported.ok(), await reported.text()).toBe(true)
    await reload(staffPage)
    await row("举报").click()
    await expect(staffPage.getByText(`请看看 ${reader.username}`)).toBeVisible()
    await expectAccessible(staffPage)
    await staffPage.getByRole("button", { name: /^没有问题/ }).click()
    await expect(row("举报")).toHaveCount(0)
    await expect(async () => {
      await load(page, "/me/notification")
      await expect(page.getByText(/你举报的.*经核实没有违规/)).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 40_000 })
  })
  await staffPage.context().close()
})

test("an article and a user can be reported from their pages, once each", async ({ page, request, baseURL, reader, browser }) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  const article = await call("post", "/article", { title: `周记 ${reader.username}`, content: "<p>今天下雨。</p>" })
  const report = async (name: string) => {
    await page.getByRole("button", { name: "举报", exact: true }).first().click()
    const dialog = page.getByRole("dialog", { name })
    await dialog.getByText("垃圾广告").click()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "提交", exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  try {
    await load(page, `/article/${String(article["identifier"])}`)
    await report("举报文章")
    await load(page, `/user/${Number(article["user_id"])}`)
    await report("举报用户")
    const kinds = await call("get", "/report/list?status=false&size=50")
    const reports = (kinds["report"] as { type: number; username: string }[]).filter(({ username }) => username === reader.username)
    expect(reports.map(({ type }) => type).toSorted((a, b) => a - b)).toEqual([1, 3])
  } finally {
    await call("delete", `/article?id=${Number(article["id"])}`)
  }
  await staffPage.context().close()
})

test("chosen rows are approved together after ten seconds, and U takes them back as a whole", async ({
  page,
  request,
  baseURL,
  reader,
  browser,
}) => {
  const { staffPage, call } = await openStaffPage(page, request, browser, baseURL!)
  await enterAsAdmin(staffPage, request, baseURL!)
  const titles = ["甲", "乙"].map((name) => `成批${name} ${reader.username}`)
  const ids: number[] = []
  for (const title of titles) ids.push(Number((await call("post", "/article", { title, content: "<p>今天下雨。</p>" }))["id"]))
  const statuses = async () => {
    const articles = await Promise.all(ids.map((id) => call("get", `/article?id=${id}`)))
    return articles.map((article) => article["status"])
  }
  const queue = staffPage.getByRole("list", { name: "等待审核" })
  const choose = async () => {
    for (const title of titles) await staffPage.getByRole("checkbox", { name: `选择“${title}”` }).check()
  }
  try {
    await call("put", "/article/check", { article_id: ids, status: 0 })
    await load(staffPage, "/admin/review")
    await choose()
    await expectAccessible(staffPage)
    await expectFineInBothSizes(staffPage)
    const bar = staffPage.getByRole("region", { name: "批量审核" })
    await bar.getByRole("button", { name: "退回 2 项" }).click()
    await expectAccessible(staffPage)
    await expectFineInBothSizes(staffPage)
    await bar.getByRole("button", { name: "取消", exact: true }).click()
    await bar.getByRole("button", { name: "通过 2 项" }).click()
    await expect(queue.getByText(titles[0]!)).toHaveCount(0)
    await staffPage.keyboard.press("u")
    await expect(queue.getByText(titles[0]!)).toBeVisible()
    expect(await statuses()).toEqual([0, 0])
    await choose()
    await bar.getByRole("button", { name: "通过 2 项" }).click()
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([1, 1])
  } finally {
    for (const id of ids) await call("delete", `/article?id=${id}`)
  }
  await staffPage.context().close()
})
