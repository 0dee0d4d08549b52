import { startStrictSite, people } from "../tests/remote/strict-site"
import { withoutZeros, type ServerRow, type StrictServer } from "../tests/remote/strict-server"
import { act } from "./support/admin-list"
import { startFront } from "./support/own-site"
import { bar, talk, visit } from "./support/sample"
import { load, settle } from "./support/settled"
import { logInByForm } from "./support/staff"
import { expect, test as base } from "./support/test"

/** The pages in front of a community server as strict as the real one (tests/remote/strict-server.ts). */
const test = base.extend<{ refused: string[] }, { server: StrictServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startStrictSite()
      await use(server)
      await server.close()
    },
    { scope: "worker" },
  ],
  startSite: [
    async ({ server }, use) => use(async () => ({ ...(await startFront(server.url)), dataDir: "", adminPassword: people.admin.password })),
    { scope: "worker" },
  ],
  /** No request of a page is refused or missing; a test that opens such an address removes it from this list. */
  refused: [
    async ({ page }, use) => {
      const refused: string[] = []
      page.on("response", (response) => {
        if (response.status() >= 400)
          refused.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
      })
      await use(refused)
      expect(refused).toEqual([])
    },
    { auto: true },
  ],
})

const rowOf = (server: StrictServer, path: string, id: number): ServerRow =>
  withoutZeros(server.tables[path]!.find((row) => row["id"] === id)) as ServerRow
const enter = async (page: import("@playwright/test").Page, person: { username: string; password: string }, path: string) => {
  await load(page, `/login?redirect=${encodeURIComponent(path)}`)
  await logInByForm(page, person.username, person.password)
  await expect(page).toHaveURL(path)
}
/** Nine pages; on that server, cover and pages are stored under the hash of their file. */
const report = { id: 5, uuid: "616de8e98e00a5c0" }

test("a visitor reads: home, search, a document and its pages, an article", async ({ page }) => {
  await load(page, "/")
  await expect(page).toHaveTitle("样例文库")
  await expect(page.getByRole("link", { name: "report" }).first()).toBeVisible()
  await load(page, "/search?wd=report")
  await page.locator("main").getByRole("link", { name: "report" }).first().click()
  await expect(page).toHaveURL(`/document/${report.uuid}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("report")
  const first = page.getByRole("img", { name: /第 1 页$/ }).first()
  await expect(first).toBeVisible()
  await expect.poll(() => first.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  await load(page, "/article/about")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})

test("a reader logs in, adds a document to favourites, rates it and comments on it", async ({ page, server }) => {
  await enter(page, people.reader, `/document/${report.uuid}`)
  await bar(page).getByRole("button", { name: "收藏", exact: true }).click()
  await expect(page.getByText("收藏成功")).toBeVisible()
  await expect(page.getByText("已放进我的收藏")).toBeVisible()
  expect(await page.getByRole("button", { name: "选择收藏夹" }).count()).toBe(0)
  await talk(page).getByRole("radio", { name: /^4 星/ }).focus()
  await page.keyboard.press("Space")
  await talk(page).getByRole("button", { name: "提交评分" }).click()
  await expect(page.getByText("提交评分成功")).toBeVisible()
  await talk(page).getByLabel("评论内容").fill("第三页的例子很清楚")
  await expect(talk(page).getByLabel(/针对的页码/)).toHaveCount(0)
  await talk(page).getByRole("button", { name: "发表点评" }).click()
  await expect(talk(page).getByRole("article").filter({ hasText: "第三页的例子很清楚" })).toBeVisible()
  const lastRowOf = (path: string) => server.tables[path]!.findLast((row) => row["user_id"] === people.reader.id)
  expect(lastRowOf("/favorite")).toMatchObject({ document_id: report.id })
  expect(lastRowOf("/document/score")).toMatchObject({ document_id: report.id, score: 400 })
  expect(lastRowOf("/comment")).toMatchObject({ document_id: report.id, content: "第三页的例子很清楚" })
  await visit(page, report.uuid)
  await expect(bar(page).getByRole("button", { name: "取消收藏" })).toHaveAttribute("aria-pressed", "true")
  await load(page, "/me/favorite")
  await expect(page.locator("main").getByRole("link", { name: "report" }).first()).toBeVisible()
})

test("a reader's search is made in the reader's name, each time that its results are opened", async ({ page, server }) => {
  await enter(page, people.reader, "/me")
  const before = server.requests.length
  await load(page, "/search?wd=report")
  await load(page, "/search?wd=report")
  const searches = server.requests.slice(before).filter(({ key }) => key === "GET /document/search")
  expect(searches.map(({ authorization }) => authorization)).toEqual(Array(2).fill(`Bearer session-${people.reader.id}`))
})

test("what does not exist is a 404 that the browser renders as the server sent it", async ({ page, consoleGuard, refused }) => {
  consoleGuard.allow(/status of 404/)
  const ways = ["/article/nope", "/article/999999", "/document/0123456789abcdef", "/category/999999", "/user/999999", "/no/such/page"]
  // twice: rendered, and from the page cache
  for (const path of [...ways, ...ways]) {
    expect((await page.goto(path, { waitUntil: "networkidle" }))!.status(), path).toBe(404)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("这一页不在书架上")
    expect(refused.splice(0)).toEqual([`404 GET ${path}`])
  }
})

test("features that the back end lacks are in no menu, and their addresses are a 404", async ({ page, consoleGuard, refused }) => {
  await enter(page, people.reader, "/me")
  await settle(page)
  await expect(page.getByRole("navigation", { name: "个人中心" }).getByRole("link")).toHaveText([
    /^我的动态/,
    /^我的上传/,
    /^我的文章/,
    /^我的收藏/,
    /^我的下载/,
    /^资料设置/,
    /^修改密码/,
  ])
  expect(refused).toEqual([])
  consoleGuard.allow(/status of 404/)
  for (const path of ["/me/credit", "/me/order", "/me/vip"]) {
    expect((await page.goto(path))!.status(), path).toBe(404)
    expect(refused.splice(0)).toEqual([`404 GET ${path}`])
  }
})

test("no screen in the menus calls what the back end rejects or lacks", async ({ page, consoleGuard, refused }) => {
  consoleGuard.allow(/status of 404/)
  await enter(page, people.admin, "/admin/dashboard")
  const menu = page.getByRole("navigation", { name: "后台菜单" })
  const links = () => menu.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")!))
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0)
  const screens = new Set(await links())
  for (const name of ["文档管理", "用户管理", "运营管理", "系统设置"]) {
    const before = (await links()).length
    await menu.getByRole("button", { name }).click()
    await expect.poll(async () => (await links()).length).not.toBe(before)
    for (const path of await links()) screens.add(path)
  }
  expect(screens.size).toBeGreaterThan(15)
  for (const path of [...screens, "/me/document", "/me/article", "/me/download", "/me/profile", "/me/password", "/upload"]) {
    const reply = await load(page, path)
    expect([path, reply!.status(), refused.splice(0)]).toEqual([path, 200, []])
  }
  expect([...screens].filter((path) => /\/(sms|pay)$/.test(path))).toEqual([])
  expect((await page.goto("/admin/config/sms"))?.status()).toBe(404)
  expect(refused.splice(0)).toEqual(["404 GET /admin/config/sms"])
  await expect(page.getByText("This page could not be found.")).toBeVisible()
})

test("staff change a document's title and a group's permissions, and no other fields of their rows", async ({ page, server }) => {
  const [document, group] = [rowOf(server, "/document", 7), rowOf(server, "/group", 2)]
  expect(group).toMatchObject({ enable_comment_approval: true })
  await enter(page, people.admin, "/admin/document/list")
  await act(page, "sheet", "编辑")
  const editor = page.getByRole("dialog", { name: "编辑文档" })
  await editor.getByLabel("文档名称").fill("表格的样例")
  await editor.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("修改成功")).toBeVisible()
  const saved = rowOf(server, "/document", 7)
  expect(saved).toEqual({ ...document, title: "表格的样例", updated_at: saved["updated_at"] })

  await load(page, "/admin/user/group")
  await act(page, "普通用户", "编辑")
  const form = page.getByRole("dialog", { name: /^编辑/ })
  await form.getByLabel("评论需要审核").click()
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("修改成功")).toBeVisible()
  const { enable_comment_approval: _, ...rest } = group
  const changed = rowOf(server, "/group", 2)
  expect(changed).toEqual({ ...rest, updated_at: changed["updated_at"] })

  server.tables["/group/permission"] = [{ id: 2, permission_id: [1, 2] }]
  await act(page, "普通用户", "授权")
  const tree = page.getByRole("dialog", { name: "给“普通用户”授权" })
  await tree.getByRole("searchbox", { name: "查找权限" }).fill("获取用户组列表")
  await tree.getByRole("checkbox", { name: "获取用户组列表" }).check()
  await tree.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("授权成功")).toBeVisible()
  const added = server.tables["/permission"]!.find(({ title }) => title === "获取用户组列表")!["id"]
  expect(server.tables["/group/permission"]).toEqual([{ id: 2, permission_id: [1, 2, added] }])
})
