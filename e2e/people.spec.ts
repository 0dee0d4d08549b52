import { credentials, smtpStandIn } from "../server/ports/mail/testing/smtp.stand-in"
import { startStandIn } from "../server/ports/oauth/testing/provider.stand-in"
import { query } from "../tests/process/support/database"
import { load, reload } from "./support/settled"
import { withSettings } from "./support/site"
import { expect, test } from "./support/test"

type Page = import("@playwright/test").Page
const visit = (page: Page, address: string) => load(page, address)

/** Returns the six digits of the newest mail to this address. */
const codeOf = async (post: Awaited<ReturnType<typeof smtpStandIn>>, address: string): Promise<string> => {
  let code = ""
  await expect(async () => {
    const mail = post.received.findLast(({ to }) => to.includes(address))
    code = /\b\d{6}\b/.exec(mail?.parts["text/plain"] ?? "")?.[0] ?? ""
    expect(code).not.toBe("")
  }).toPass({ timeout: 20_000 })
  return code
}

const logOut = async (page: Page) => {
  await page.getByRole("navigation", { name: "个人中心" }).getByRole("button", { name: "退出登录" }).click()
  await expect(page.getByText("退出成功")).toBeVisible()
}

test("an account from registration by code through daily sign-in, profile, binding, logout and recovery, in two tabs", async ({
  page,
  request,
  baseURL,
  consoleGuard,
  site,
}) => {
  consoleGuard.allow(/status of 4\d\d/)
  const name = `林${Date.now().toString(36)}`
  const address = `${Date.now().toString(36)}@example.org`
  const [post, github] = await Promise.all([smtpStandIn(), startStandIn()])
  const settings = {
    security: { enable_verify_register_email: "true" },
    email: {
      enable: "true",
      host: post.settings.host,
      port: String(post.settings.port),
      is_tls: "false",
      username: credentials.username,
      password: credentials.password,
      from_name: "豆架",
    },
    system: { domain: baseURL! },
    oauthGithub: {
      enable: "true",
      client_id: github.client.client_id,
      client_secret: github.client.client_secret,
      base_url: `${github.url}/github`,
    },
  }
  try {
    await withSettings(request, settings, async () => {
      await test.step("registers with the code from the mail", async () => {
        await visit(page, "/register")
        await page.getByLabel("用户名").fill(name)
        await page.getByLabel("电子邮箱").fill(address)
        await page.getByLabel("密码", { exact: true }).fill("correct horse 7")
        await page.getByLabel("确认密码").fill("correct horse 7")
        await expect(page.getByRole("status").filter({ hasText: "已确认" })).toBeVisible()
        await page.getByRole("button", { name: "获取邮箱验证码" }).click()
        await expect(page.getByText("验证码发送成功")).toBeVisible()
        await page.getByLabel("邮箱验证码").fill(await codeOf(post, address))
        await page.getByRole("checkbox", { name: /同意/ }).check()
        await expect(page.getByRole("status").filter({ hasText: "已确认" })).toBeVisible()
        await page.getByRole("button", { name: "立即注册" }).click()
        await expect(page.getByText("注册成功")).toBeVisible()
        await expect(page).not.toHaveURL(/register/)
      })
      await test.step("logs out and in again by the e-mail address", async () => {
        await visit(page, "/me")
        await logOut(page)
        await visit(page, "/login?redirect=%2Fme")
        await page.getByLabel("用户名").fill(address)
        await page.getByLabel("密码", { exact: true }).fill("correct horse 7")
        await page.getByRole("button", { name: "登录", exact: true }).click()
        await expect(page).toHaveURL(/\/me$/)
      })
      await test.step("signs in for the day, once", async () => {
        await page.locator("main").getByRole("button", { name: "每日签到" }).click()
        await expect(page.getByText(/签到成功，获得 \d+ 魔豆奖励/)).toBeVisible()
        await expect(page.locator("main").getByRole("button", { name: "今日已签到" })).toBeDisabled()
        await reload(page)
        await expect(page.locator("main").getByRole("button", { name: "今日已签到" })).toBeDisabled()
      })
      await test.step("changes the profile", async () => {
        await visit(page, "/me/profile")
        await expect(page.getByLabel("电子邮箱")).toBeDisabled()
        await page.getByLabel("个性签名").fill("<b>慢慢读</b>，慢慢写")
        await page.getByRole("button", { name: "保存修改" }).click()
        await expect(page.getByText("修改成功")).toBeVisible()
        await reload(page)
        await expect(page.getByLabel("个性签名")).toHaveValue("<b>慢慢读</b>，慢慢写")
      })
      await test.step("binds a GitHub account", async () => {
        await visit(page, "/me/profile?tab=oauth")
        await page.getByRole("button", { name: "绑定GitHub" }).click()
        await expect(page.getByText("绑定成功")).toBeVisible()
        await expect(page.getByRole("button", { name: "解绑GitHub" })).toBeVisible()
        expect(
          github.log.some(
            ({ endpoint, status, parameters }) => endpoint === "token" && status === 200 && parameters.code_verifier !== undefined,
          ),
        ).toBe(true)
      })
      await test.step("logs out, and logs in through GitHub", async () => {
        await visit(page, "/me")
        await logOut(page)
        await visit(page, "/login")
        await page.getByRole("button", { name: "GitHub" }).click()
        await expect(page.getByText("登录成功")).toBeVisible()
        await expect(page).toHaveURL(/\/me$/)
        await logOut(page)
      })
      await test.step("recovers the password by mail", async () => {
        await visit(page, "/findpassword")
        await page.getByLabel("电子邮箱").fill(address)
        // dates the last code back by the minute required between two mails to one address
        await query(site.dataDir, "update code set created_at = created_at - interval '1 minute' where address = $1", [address])
        await expect(page.getByRole("status").filter({ hasText: "已确认" })).toBeVisible()
        await page.getByRole("button", { name: "发送重置邮件" }).click()
        await expect(page.getByText("提交成功，请查看你的邮箱").first()).toBeVisible()
        let link = ""
        await expect(async () => {
          link =
            /http:\/\/\S+\/findpassword\?token=[^\s"<]+/.exec(
              post.received.findLast(({ to }) => to.includes(address))?.parts["text/plain"] ?? "",
            )?.[0] ?? ""
          expect(link).not.toBe("")
        }).toPass({ timeout: 20_000 })
        await visit(page, link)
        await page.getByLabel("新密码").fill("another horse 8")
        await page.getByLabel("确认密码").fill("another horse 8")
        await expect(page.getByRole("status").filter({ hasText: "已确认" })).toBeVisible()
        await page.getByRole("button", { name: "立即提交" }).click()
        await expect(page).toHaveURL(/\/login$/)
        await page.getByLabel("用户名").fill(name)
        await page.getByLabel("密码", { exact: true }).fill("another horse 8")
        await page.getByRole("button", { name: "登录", exact: true }).click()
        await expect(page).toHaveURL(/\/me$/)
      })
      await test.step("a logout in one tab appears in the other", async () => {
        const second = await page.context().newPage()
        await visit(second, "/")
        await expect(second.getByRole("button", { name: `${name}的菜单` })).toBeVisible()
        await logOut(page)
        await second.bringToFront()
        await second.evaluate(() => window.dispatchEvent(new Event("focus")))
        await expect(second.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
        await second.goto("/me")
        await expect(second).toHaveURL(/\/login/)
      })
    })
  } finally {
    await Promise.all([post.close(), github.close()])
  }
})
