import type { APIRequestContext, Page } from "@playwright/test"
import { answerCaptcha } from "../tests/setup/pow"
import { load, push, settle } from "./support/settled"
import { expect, expectAccessible, expectContrastInDark, expectFineInBothSizes, expectFits, test } from "./support/test"

/** Those that no other test loads by their address are loaded, the others opened from the one before. */
const loaded = ["/me", "/me/credit", "/me/vip"]
const addresses = [
  "/me",
  "/me/credit",
  "/me/document",
  "/me/article",
  "/me/download",
  "/me/favorite",
  "/me/favorite?type=article",
  "/me/order",
  "/me/vip",
  "/me/profile",
  "/me/profile?tab=oauth",
  "/me/profile?tab=session",
  "/me/profile?tab=privacy",
  "/me/password",
]

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const isPhone = (page: Page) => page.viewportSize()!.width < 768

test.describe("the personal area", () => {
  test("every page is accessible in both themes and sizes, has no horizontal overflow and its own title", async ({ page, reader }) => {
    const titles = new Set<string>()
    for (const address of addresses) {
      await test.step(address, async () => {
        if (loaded.includes(address)) expect((await load(page, address))?.status()).toBe(200)
        else await push(page, address)
        await settle(page)
        await expect(page.locator("h1")).toHaveCount(1)
        await expect(page).toHaveTitle(new RegExp(` - ${reader.username} - `))
        titles.add(await page.title())
        await expectFineInBothSizes(page)
      })
    }
    expect(titles.size).toBe(10)
  })

  test("visitors are sent to the login, which leads back", async ({ page }) => {
    for (const address of ["/me/favorite", "/me/profile", "/me/credit"]) {
      await page.goto(address)
      await expect(page).toHaveURL(new RegExp(`/login\\?redirect=${encodeURIComponent(address)}`))
    }
  })

  test("sign in for the day, once @main", { tag: "@phone" }, async ({ page, reader: _ }) => {
    await page.goto("/me")
    await page.getByRole("button", { name: "每日签到" }).click()
    await expect(page.getByText(/^签到成功，获得 \d+ 魔豆奖励$/)).toBeVisible()
    await expect(page.getByRole("button", { name: "今日已签到" })).toBeDisabled()
    await expect(page.locator(".day").getByText(/每日签到/)).toBeVisible()
    await page.goto("/")
    if (isPhone(page)) await page.getByRole("button", { name: "打开菜单" }).click()
    await expect(page.getByRole("button", { name: "今日已签到" }).filter({ visible: true })).toBeDisabled()
  })

  test("change the profile; other users see it @main", async ({ page, reader }) => {
    await page.goto("/me/profile", { waitUntil: "domcontentloaded" })
    await page.getByLabel("用户名").fill(" ")
    await page.getByRole("button", { name: "保存修改" }).click()
    await expect(page.getByText("请输入您的登录用户名")).toBeVisible()
    await page.getByLabel("用户名").fill(reader.username)
    await expect(page.getByLabel("电子邮箱")).toBeDisabled()
    await page.getByLabel("个性签名").fill("慢慢读，慢慢写")
    await page.getByRole("button", { name: "保存修改" }).click()
    await expect(page.getByText("修改成功")).toBeVisible()
    await page.goto("/user")
    await expect(page).toHaveURL(`/user/${reader.id}`)
    await expect(page.getByText("慢慢读，慢慢写")).toBeVisible()
    await expect(page.getByText("还没有公开的文档")).toBeVisible()
  })

  test("a change that the server does not answer in time says so, and can be repeated", async ({ page, reader: _ }) => {
    let calls = 0
    await page.route("**/api/v1/user/profile", async (route) => {
      if (route.request().method() !== "PUT") return route.fallback()
      calls++
      // the first one never gets an answer
      if (calls > 1) await route.fallback()
    })
    await page.clock.install()
    await load(page, "/me/profile")
    await page.getByLabel("个性签名").fill("迟到的回答")
    await page.getByRole("button", { name: "保存修改" }).click()
    await expect.poll(() => calls).toBe(1)
    await page.clock.fastForward(31_000)
    const question = page.getByRole("dialog", { name: "服务器没有及时回答" })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole("button", { name: "重试" }).click()
    await expect(page.getByText("修改成功")).toBeVisible()
    expect(calls).toBe(2)
    await page.reload()
    await expect(page.getByLabel("个性签名")).toHaveValue("迟到的回答")
  })

  test(
    "after leaving a document's reader a new folder can be created on the favourites page",
    { tag: "@phone" },
    async ({ page, request, reader }) => {
      const { document } = (await (await request.get("/api/v1/document/list?order=id%20asc&size=1")).json()) as {
        document: { id: number; title: string }[]
      }
      const { id, title } = document[0]!
      expect((await request.post("/api/v1/favorite", { ...as(reader.token), data: { document_id: id } })).ok()).toBe(true)
      await page.goto("/me/favorite")
      const make = page.getByRole("button", { name: "新建收藏夹" })
      const look = () =>
        make.evaluate((button) => ({ ...button.getBoundingClientRect().toJSON(), position: getComputedStyle(button).position }))
      await expect(make).toBeVisible()
      const before = await look()
      // within one browser document, so the style sheets of both pages stay loaded
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      await page.getByRole("link", { name: title }).click()
      await expect(page.getByRole("region", { name: "文档阅读器" })).toBeVisible()
      await page.goBack()
      await expect(make).toBeVisible()
      expect(await look()).toEqual(before)
      expect(await page.evaluate(() => "sameDocument" in window)).toBe(true)
      await make.click()
      await expect(page.getByRole("dialog", { name: "新建收藏夹" })).toBeVisible()
    },
  )

  test("a favourite is moved into a new folder and removed from the list", async ({ page, request, reader }) => {
    const { document } = (await (await request.get("/api/v1/document/list?order=id%20asc&size=2")).json()) as {
      document: { id: number; title: string }[]
    }
    for (const { id } of document)
      expect((await request.post("/api/v1/favorite", { data: { document_id: id }, ...as(reader.token) })).ok()).toBe(true)
    await page.goto("/me/favorite")
    await expect(page.locator(".up-li")).toHaveCount(2)

    await page.getByRole("button", { name: "新建收藏夹" }).click()
    const naming = page.getByRole("dialog", { name: "新建收藏夹" })
    await expect(naming.getByLabel("名称")).toBeFocused()
    await naming.getByLabel("名称").fill("备课")
    await naming.getByRole("button", { name: "保存" }).click()
    await expect(page.getByRole("link", { name: /^备课/ })).toBeVisible()
    await expect(page.getByText("收藏夹已建好")).toBeVisible()

    await page.getByRole("checkbox", { name: `选择《${document[0]!.title}》` }).check()
    await expect(page.getByText("已选 1 项")).toBeVisible()
    const batch = page.getByRole("group", { name: "批量操作" })
    await batch.getByRole("button", { name: "移动到" }).click()
    await expectAccessible(page)
    await page.getByRole("dialog").getByRole("button", { name: /备课/ }).click()
    await expect(page.getByText("已移到“备课”")).toBeVisible()
    await page.getByRole("link", { name: /^备课/ }).click()
    await expect(page).toHaveURL(/folder=\d+/)
    await expect(page.locator(".up-li")).toHaveCount(1)

    await page.getByRole("checkbox", { name: "全选本页" }).check()
    await batch.getByRole("button", { name: "移除" }).click()
    const sure = page.getByRole("dialog").filter({ hasText: "移除选中的 1 项收藏" })
    await sure.getByRole("button", { name: "移除" }).click()
    await expect(page.getByText("移除收藏成功")).toBeVisible()
    await expect(page.getByText("这里还没有收藏")).toBeVisible()
    await page.goto("/me/favorite")
    await expect(page.locator(".up-li")).toHaveCount(1)
  })

  test("another device can be logged out", async ({ page, request, reader }) => {
    const other = await logInAgain(request, reader)
    expect((await request.get("/api/v1/user", as(other))).status()).toBe(200)
    await page.goto("/me/profile?tab=session")
    await expect(page.getByText("当前设备")).toHaveCount(1)
    await page.getByRole("button", { name: "退出其他设备" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click()
    await expect(page.getByText("已让这台设备退出登录")).toBeVisible()
    await expect(page.getByRole("button", { name: "退出其他设备" })).toHaveCount(0)
    await expect.poll(async () => (await request.get("/api/v1/user", as(other))).status()).toBe(401)
    expect((await request.get("/api/v1/user", as(reader.token))).status()).toBe(200)
  })

  test("closing the account can be cancelled", async ({ page, reader }) => {
    await page.goto("/me/profile?tab=privacy")
    await page.getByRole("button", { name: "注销", exact: true }).click()
    const box = page.getByRole("dialog", { name: "注销账号" })
    await expectAccessible(page)
    await box.getByLabel("登录密码").fill(reader.password)
    await box.getByLabel(/输入“注销账号”确认/).fill("注销账号")
    await box.getByRole("button", { name: "注销账号" }).click()
    await expect(box.getByText(/账号将在/)).toBeVisible()
    await box.getByRole("button", { name: "知道了" }).click()
    const banner = page.getByRole("region", { name: "账号注销" })
    await expect(banner).toBeVisible()
    await page.goto("/me/order")
    await expectAccessible(page)
    await banner.getByRole("button", { name: "撤销注销" }).click()
    await expect(page.getByText("已撤销注销，账号照常使用")).toBeVisible()
    await expect(banner).toHaveCount(0)
  })
})

test.describe("a user's public page", () => {
  test("shows the user's contributions, light and dark, with metadata for search engines", async ({ page }) => {
    for (const address of ["/user/1", "/user/1/article"]) {
      expect((await load(page, address))?.status()).toBe(200)
      await expectFits(page)
      await expectAccessible(page)
      await expectContrastInDark(page)
    }
    const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(JSON.parse(data!)).toMatchObject({ "@type": "ProfilePage", mainEntity: { "@type": "Person", name: "admin" } })
    await page.goto("/user/1")
    await page.getByRole("link", { name: /^文章/ }).last().click()
    await expect(page).toHaveURL("/user/1/article")
    const shelf = page.getByRole("region", { name: "文章" })
    await expect(shelf.getByRole("link", { name: "三分钟上传你的第一份文档" })).toBeVisible()
  })

  test("an unknown user, tab or page number is a 404", async ({ page, consoleGuard }) => {
    consoleGuard.allow(/404/)
    for (const address of ["/user/999999", "/user/0", "/user/abc", "/user/1/order", "/user/1/article/2"])
      expect((await page.goto(address))?.status(), address).toBe(404)
  })

  test("without a user number a visitor is asked to log in", async ({ page }) => {
    await page.goto("/user")
    await expect(page).toHaveURL(/\/login\?redirect=%2Fuser$/)
  })
})

const logInAgain = async (request: APIRequestContext, { username, password }: { username: string; password: string }): Promise<string> => {
  const captcha = await answerCaptcha((await (await request.get("/api/v1/user/captcha?type=login")).json()) as object)
  const reply = await request.post("/api/v1/user/login", { data: { username, password, ...captcha } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { token: string }).token
}
