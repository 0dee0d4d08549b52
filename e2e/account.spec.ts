import { startStandIn } from "../server/ports/oauth/testing/provider.stand-in"
import { credentials, smtpStandIn } from "../server/ports/mail/testing/smtp.stand-in"
import { load } from "./support/settled"
import { withSettings } from "./support/site"
import { logInByForm } from "./support/staff"
import { expect, expectAccessible, expectContrastInDark, expectFits, test } from "./support/test"

type Page = import("@playwright/test").Page
let count = 0
const stamp = () => `${Date.now().toString(36)}${++count}`
/** Opens a page without waiting for its scripts: forms work before they have loaded. */
const visit = (page: Page, address: string) => page.goto(address, { waitUntil: "domcontentloaded" })
/** Opens a page and waits for its scripts, which all other controls need (tabs, menus, login providers), as do checks of the whole page. */
const visitWhole = (page: Page, address: string) => load(page, address)

const register = async (page: Page, username: string, button = "立即注册") => {
  await page.getByLabel("用户名").fill(username)
  await page.getByLabel("电子邮箱").fill(`${username}@example.org`)
  await page.getByLabel("密码", { exact: true }).fill("correct horse 7")
  await page.getByLabel("确认密码").fill("correct horse 7")
  await page.getByRole("checkbox", { name: /同意/ }).check()
  await page.getByRole("button", { name: button }).click()
}

test("log in with the administrator's printed password and log out again @main", { tag: "@remote" }, async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 4\d\d/)
  await visit(page, "/me/document")
  await expect(page).toHaveURL(/\/login\?redirect=%2Fme%2Fdocument/)
  await page.getByLabel("用户名").fill("admin")
  await page.getByLabel("密码", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "登录", exact: true }).click()
  await expect(page.getByText("用户名或密码错误")).toBeVisible()
  await page.getByLabel("密码", { exact: true }).fill(process.env.E2E_ADMIN_PASSWORD!)
  await page.getByRole("button", { name: "登录", exact: true }).click()
  await expect(page).toHaveURL(/\/me\/document$/)
  await expect(page.getByRole("link", { name: "豆架使用手册" }).first()).toBeVisible()
  await page.getByRole("navigation", { name: "个人中心" }).getByRole("button", { name: "退出登录" }).click()
  await expect(page.getByText("退出成功")).toBeVisible()
  await expect(page).toHaveURL("/")
  await page.goto("/me")
  await expect(page).toHaveURL(/\/login/)
})

test("a login that the server cannot answer says that it failed, and why", async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 5\d\d/)
  await page.route("**/api/v1/user/login", (route) => route.fulfill({ status: 500, contentType: "text/html", body: "<h1>nginx</h1>" }))
  await visitWhole(page, "/login")
  await page.getByLabel("用户名").fill("admin")
  await page.getByLabel("密码", { exact: true }).fill("a password 7")
  await page.getByRole("button", { name: "登录", exact: true }).click()
  await expect(page.getByText(/^登录失败（500 Internal Server Error）$/)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test("an empty list of documents offers the next step", async ({ page, reader: _ }) => {
  await page.goto("/me")
  await expect(page.getByRole("heading", { name: "最近上传" })).toBeVisible()
  await page.goto("/me/document")
  await expect(page.getByText("书架还空着")).toBeVisible()
  await expect(page.locator("main").getByRole("link", { name: "上传文档" }).first()).toBeVisible()
})

test("register: errors are shown at their fields, and the return address is kept through the login @main", async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 4\d\d/)
  await visit(page, "/register?redirect=%2Fupload")
  await page.getByRole("button", { name: "立即注册" }).click()
  await expect(page.getByText("请输入你用于登录的用户名")).toBeVisible()
  await expect(page.getByText("请先阅读并同意用户协议")).toBeVisible()
  await expect(page.getByLabel("用户名")).toBeFocused()
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "登录", exact: true }).click()
  await expect(page).toHaveURL("/login?redirect=%2Fupload")
  await page.getByRole("link", { name: "注册账号" }).click()
  await expect(page).toHaveURL("/register?redirect=%2Fupload")
  await register(page, "admin")
  await expect(page.getByText("用户名已存在")).toBeVisible()
  await page.getByLabel("用户名").fill(`新人${stamp()}`)
  await page.getByLabel("确认密码").press("Enter")
  await expect(page.getByText("注册成功")).toBeVisible()
  await expect(page).toHaveURL(/\/upload$/)
  await page.goto("/login")
  await expect(page).toHaveURL(/\/user\/\d+$/)
  await page.goto("/findpassword")
  await expect(page).toHaveURL(/\/me$/)
  await page.goto("/me/index")
  await expect(page).toHaveURL(/\/me$/)
})

test("the login link of a filtered page leads back to the same filters", { tag: "@phone" }, async ({ page, viewport }) => {
  await visitWhole(page, "/category?sort=latest&page=1")
  if (viewport!.width < 768) await page.getByRole("button", { name: "打开菜单" }).click()
  await page
    .getByRole("link", { name: /^登录( \/ 注册)?$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcategory%3Fsort%3Dlatest/)
})

test("a redirect never leads to another site or to a login page [security: 3.7.2]", async ({ page, reader, baseURL, consoleGuard }) => {
  // the favicon, which a browser requests beside a response that is not a page
  consoleGuard.allow(/status of 404/)
  // one of each kind; `lib/rules/path.test.ts` has more spellings
  const hostile = ["https://evil.example", "/\\evil.example", "javascript:alert(1)", "/oauth/github?code=1", "/login"]
  const forget = async () => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
  // a page of the site requests the current user and stores the answer; a late answer would arrive after the session was removed
  await page.goto("/readyz")
  for (const redirect of hostile) {
    await test.step(JSON.stringify(redirect), async () => {
      await forget()
      await visit(page, `/login?redirect=${encodeURIComponent(redirect)}`)
      await logInByForm(page, reader.username, reader.password)
      await expect(page).toHaveURL(`${baseURL}/me`)
      // a page without our scripts, which would store the session again
      await page.goto("/readyz")
    })
  }
})

test("a browser with a token but without the session cookie gets the cookie back", async ({ page, reader }) => {
  await page.context().clearCookies()
  await page.goto("/login?redirect=%2Fupload")
  await expect(page).toHaveURL(/\/upload$/)
  expect((await page.context().cookies()).find(({ name }) => name === "doujia_session")?.value).toBe(reader.token)
})

test("a password is reset by mail, and its token does not stay in the address bar [security: 14.2.1] @main", async ({
  page,
  request,
  reader,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 4\d\d/)
  const post = await smtpStandIn()
  try {
    const email = {
      enable: "true",
      host: post.settings.host,
      port: String(post.settings.port),
      is_tls: "false",
      username: credentials.username,
      password: credentials.password,
      from_name: "",
    }
    await withSettings(request, { email, system: { domain: baseURL! } }, async () => {
      // a page without our scripts, which might still request the session and store it again
      await page.goto("/readyz")
      await page.evaluate(() => localStorage.clear())
      await page.context().clearCookies()
      await visit(page, "/findpassword")
      await page.getByLabel("电子邮箱").fill(`${reader.username}@example.org`)
      await page.getByRole("button", { name: "发送重置邮件" }).click()
      await expect(page.getByText("提交成功，请查看你的邮箱").first()).toBeVisible()
      await expect(page.getByRole("button", { name: "发送重置邮件" })).toBeDisabled()
      await expectAccessible(page)
      await expect(async () => expect(post.received.length).toBe(1)).toPass()
      const link = /http:\/\/\S+\/findpassword\?token=[^\s"<]+/.exec(post.received[0]!.parts["text/plain"]!)![0]
      await visit(page, link)
      await expect(page).toHaveURL(`${baseURL}/findpassword`)
      await expect(page.getByLabel("电子邮箱")).toHaveValue(`${reader.username}@example.org`)
      await page.getByLabel("新密码").fill("a new horse 8")
      await page.getByLabel("确认密码").fill("a new horse 9")
      await page.getByRole("button", { name: "立即提交" }).click()
      await expect(page.getByText("两次输入的密码不一致")).toBeVisible()
      await page.getByLabel("确认密码").fill("a new horse 8")
      await page.getByRole("button", { name: "立即提交" }).click()
      await expect(page.getByText("设置成功，请用新密码重新登录")).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
      await logInByForm(page, reader.username, "a new horse 8")
      await expect(page).toHaveURL(/\/me$/)
    })
  } finally {
    await post.close()
  }
})

test("a closed site shows the reason, admits staff, and lets a reader log out", async ({ page, request, reader, consoleGuard }) => {
  consoleGuard.allow(/status of 40[013]/)
  await visit(page, "/me")
  await withSettings(
    request,
    { security: { is_close: "true", close_statement: "<p>书架正在<strong>搬家</strong>，周一见。</p>" } },
    async () => {
      await visit(page, "/")
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByRole("heading", { level: 1, name: "网站关闭" })).toBeVisible()
      await expect(page.getByRole("link", { name: /注册/ })).toHaveCount(0)
      await expect(page.getByText("搬家")).toBeVisible()
      await expect(page.getByText(reader.username)).toBeVisible()
      await expectAccessible(page)
      await page.locator("main").getByRole("button", { name: "退出登录" }).click()
      await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
      await expect(page.getByText("搬家")).toBeVisible()
      await expectFits(page)
      await logInByForm(page, reader.username, reader.password)
      await expect(page.getByText(reader.username)).toBeVisible()
      await expect(page.getByText("登录成功")).toHaveCount(0)
      await expect(page.locator(".bar")).toHaveCount(0)
      await page.locator("main").getByRole("button", { name: "退出登录" }).click()
      await logInByForm(page, "admin", process.env.E2E_ADMIN_PASSWORD!)
      await expect(page).toHaveURL(/\/me$/)
    },
  )
})

test("without SMS the page for recovery by mobile links to recovery by mail", async ({ page }) => {
  await page.goto("/findpassword-mobile")
  await expect(page).toHaveURL(/\/findpassword$/)
  await page.goto("/oauth")
  await expect(page).toHaveURL(/\/login$/)
})

test("login pages with every feature enabled: accessible and without horizontal overflow, light and dark", async ({ page, request }) => {
  const settings = {
    sms: { sms_provider: "smsAliyun" },
    security: { enable_captcha_login: "true", enable_verify_register_email: "true" },
    system: { domain: "https://library.example.org" },
    oauthQQ: { enable: "true", client_id: "a", client_secret: "b" },
  }
  await withSettings(request, settings, async () => {
    for (const address of [
      "/login",
      "/register",
      "/findpassword",
      "/findpassword?token=a&email=b@example.org",
      "/findpassword-mobile",
      "/oauth/github",
      "/oauth/nothing",
    ]) {
      await test.step(address, async () => {
        const expectGood = async () => {
          await expectFits(page)
          await expectAccessible(page)
          await expectContrastInDark(page)
        }
        await visitWhole(page, address)
        await expect(page.locator("h1")).toHaveCount(1)
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/)
        await expectGood()
        const other = page.getByRole("tab", { selected: false })
        if (!(await other.count())) return
        await other.first().click()
        await expectGood()
      })
    }
  })
})

test("OAuth: an unknown identity is bound to a new account and logs in; another user's callback link logs nobody in [security: login-forgery]", async ({
  page,
  request,
  browser,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 4\d\d/)
  const provider = await startStandIn()
  try {
    provider.setPerson({ id: stamp(), nickname: "小豆", avatar: "" })
    const github = {
      enable: "true",
      client_id: provider.client.client_id,
      client_secret: provider.client.client_secret,
      base_url: `${provider.url}/github`,
    }
    await withSettings(request, { oauthGithub: github, system: { domain: baseURL! } }, async () => {
      await visitWhole(page, "/login?redirect=%2Fupload")
      await page.getByRole("button", { name: "GitHub" }).click()
      await expect(page.getByRole("heading", { name: "完善用户信息" })).toBeVisible()
      expect(new URL(page.url()).search).toBe("")
      await expectAccessible(page)
      await expectFits(page)
      await page.getByRole("tab", { name: "新账号" }).click()
      await expectAccessible(page)
      const username = `bean_${stamp()}`
      await register(page, username, "注册并绑定")
      await expect(page.getByText("绑定成功")).toBeVisible()
      await expect(page).toHaveURL(/\/upload$/)

      const other = await browser.newContext({ baseURL })
      const second = await other.newPage()
      await visitWhole(second, "/login?redirect=%2Foauth%2Fgithub")
      await second.getByRole("button", { name: "GitHub" }).click()
      await expect(second).toHaveURL(`${baseURL}/me`)
      await expect.poll(() => second.evaluate(() => localStorage.getItem("user"))).toContain(`"username":"${username}"`)
      await other.close()

      // an attacker starts a login, keeps the callback URL, and sends it to a victim
      const begun = (await (await request.post("/api/v1/oauth/begin", { data: { oauth_type: 4 } })).json()) as { url: string }
      const trap = (await request.get(begun.url, { maxRedirects: 0 })).headers().location!
      const victim = await browser.newContext({ baseURL })
      const third = await victim.newPage()
      await visit(third, trap)
      await expect(third.getByText("授权已失效，请重新登录")).toBeVisible()
      expect(third.url()).toBe(`${baseURL}/oauth/github`)
      expect(await third.evaluate(() => localStorage.getItem("token"))).toBeNull()
      await visit(third, "/oauth/github?error=access_denied")
      await expect(third.getByText("已取消授权")).toBeVisible()
      await victim.close()
    })
  } finally {
    await provider.close()
  }
})
