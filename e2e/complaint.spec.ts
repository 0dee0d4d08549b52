import { credentials, smtpStandIn } from "../server/ports/mail/testing/smtp.stand-in"
import { act, openStaffPage, submit } from "./support/admin-list"
import { load, reload } from "./support/settled"
import { withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

test("a complaint: a visitor complains, staff take down, the author counters, staff restore, and the transparency page counts it", async ({
  page,
  request,
  baseURL,
  reader,
  browser,
  consoleGuard,
}) => {
  test.setTimeout(240_000)
  consoleGuard.allow(/status of 4\d\d/)
  const post = await smtpStandIn()
  const mailTo = async (address: string, words: RegExp): Promise<string> => {
    let text = ""
    await expect(() => {
      text =
        post.received.findLast(({ to, parts }) => to.includes(address) && words.test(parts["text/plain"] ?? ""))?.parts["text/plain"] ?? ""
      expect(text).not.toBe("")
    }).toPass({ timeout: 30_000 })
    return text
  }
  const email = {
    ...{ enable: "true", host: post.settings.host, port: String(post.settings.port), is_tls: "false", from_name: "豆架" },
    ...{ username: credentials.username, password: credentials.password },
  }
  const title = `被投诉的讲义 ${reader.username}`
  const holder = `${reader.username}_holder@example.org`
  const { uuid } = await submit(request, reader, title)
  const { staffPage } = await openStaffPage(page, request, browser, baseURL!)
  await enterAsAdmin(staffPage, request, baseURL!)
  const visitor = await (await browser.newContext({ viewport: page.viewportSize(), baseURL })).newPage()
  consoleGuard.watch(visitor)
  const isOpen = async () => (await visitor.request.get(`/api/v1/document?uuid=${uuid}`)).ok()
  let number = ""
  try {
    await withSettings(request, { email, system: { domain: baseURL! } }, async () => {
      await test.step("the visitor comes from the footer, and an address of another site is explained", async () => {
        await expect(async () => {
          await load(visitor, "/")
          await visitor.getByRole("navigation", { name: "站点信息" }).getByRole("link", { name: "版权投诉" }).click()
          await expect(visitor.getByLabel("姓名或单位名称")).toBeVisible({ timeout: 10_000 })
        }).toPass({ timeout: 60_000 })
        await expectAccessible(visitor)
        await expectFineInBothSizes(visitor)
        await visitor.getByRole("button", { name: "提交投诉" }).click()
        await expect(visitor.getByText("请输入姓名或单位名称")).toBeVisible()
        await visitor.getByLabel("姓名或单位名称").fill("临水出版社")
        await visitor.getByLabel("被侵权的作品").fill("《高等数学》第七版")
        await visitor.getByLabel("本站的侵权网址").fill("https://example.com/document/abc")
        await visitor.getByLabel("侵权说明").fill("全书扫描，没有得到授权。")
        await visitor
          .getByLabel("选择文件")
          .setInputFiles({ name: "出版合同.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 contract") })
        await expect(visitor.getByText("出版合同.pdf")).toBeVisible()
        await visitor.getByLabel("电子邮箱").fill(holder)
        await expect(visitor.getByRole("status").filter({ hasText: "已确认" })).toBeVisible()
        await visitor.getByRole("button", { name: "获取邮箱验证码" }).click()
        await expect(visitor.getByText("验证码发送成功")).toBeVisible()
        await visitor.getByLabel("邮箱验证码").fill(/\b\d{6}\b/.exec(await mailTo(holder, /\b\d{6}\b/))![0])
        await visitor.getByRole("checkbox", { name: /确认以上内容真实/ }).check()
        await visitor.getByRole("button", { name: "提交投诉" }).click()
        await expect(visitor.getByText("不是本站的网址")).toBeVisible()
        await visitor.getByLabel("本站的侵权网址").fill(`${baseURL}/document/${uuid}`)
        await visitor.getByRole("button", { name: "提交投诉" }).click()
        await expect(visitor.getByRole("heading", { name: "投诉已提交" })).toBeVisible()
        number = /TS\d+/.exec(await mailTo(holder, /已收到版权投诉|收到了你的版权投诉/))![0]
        await expect(visitor.getByText(number)).toBeVisible()
      })

      await test.step("staff find it in the desk and in the list, open the proof and the PDF, and take it down", async () => {
        await load(staffPage, "/admin/review")
        await staffPage
          .getByRole("list", { name: "等待审核" })
          .getByRole("button")
          .filter({ hasText: title })
          .filter({ hasText: "版权投诉" })
          .click()
        await expect(staffPage.getByText("全书扫描，没有得到授权。")).toBeVisible()
        await expectAccessible(staffPage)
        await expectFineInBothSizes(staffPage)
        await load(staffPage, `/admin/complaint?wd=${number}`)
        await act(staffPage, number, "查看")
        const drawer = staffPage.getByRole("dialog", { name: "版权投诉" })
        await expect(drawer.getByText("全书扫描，没有得到授权。")).toBeVisible()
        await expect(drawer.getByText("侵权下架 0 次")).toBeVisible()
        await expectAccessible(staffPage)
        const proof = staffPage.waitForEvent("download")
        await drawer.getByRole("button", { name: "出版合同.pdf" }).click()
        expect((await proof).suggestedFilename()).toBe("出版合同.pdf")
        const file = staffPage.waitForEvent("download")
        await drawer.getByRole("button", { name: "下载案卷 PDF" }).click()
        expect((await file).suggestedFilename()).toBe(`版权投诉 ${number}.pdf`)
        await drawer.getByRole("button", { name: "下架", exact: true }).click()
        await expect(drawer.getByText("请写明理由，上传者和投诉人都会看到")).toBeVisible()
        await drawer.getByLabel("理由", { exact: true }).fill("权属材料齐全")
        await drawer.getByRole("button", { name: "下架", exact: true }).click()
        await expect(drawer).toHaveCount(0)
        expect(await isOpen()).toBe(false)
        await mailTo(holder, /你投诉的内容已经下架/)
      })

      await test.step("the author reads the reason and sends a counter-notice, which the complainant receives", async () => {
        await expect(async () => {
          await load(page, "/me/notification")
          await expect(page.getByText(new RegExp(`因版权投诉 ${number} 被下架`))).toBeVisible({ timeout: 2_000 })
        }).toPass({ timeout: 40_000 })
        await load(page, "/me/complaint")
        await expect(page.getByText("权属材料齐全")).toBeVisible()
        await expectAccessible(page)
        await expectFineInBothSizes(page)
        await page.getByRole("button", { name: "提交反通知" }).click()
        await page.getByLabel("真实姓名或单位名称").fill("何田")
        await page.getByLabel("不构成侵权的说明").fill("这是我自己写的讲义。")
        await page.getByRole("checkbox", { name: /确认以上内容真实/ }).check()
        await page.getByRole("button", { name: "提交", exact: true }).click()
        await expect(page.getByText("收到反通知")).toBeVisible()
        await mailTo(holder, /这是我自己写的讲义。/)
      })

      await test.step("staff restore the document, and the figures count it", async () => {
        await load(staffPage, `/admin/complaint?wd=${number}`)
        await act(staffPage, number, "查看")
        const drawer = staffPage.getByRole("dialog", { name: "版权投诉" })
        await expect(drawer.getByText("这是我自己写的讲义。")).toBeVisible()
        await drawer.getByRole("button", { name: "恢复展示" }).click()
        await expect(drawer).toHaveCount(0)
        expect(await isOpen()).toBe(true)
        await mailTo(holder, /已经恢复展示/)
        await reload(page)
        await expect(page.getByText("已恢复")).toBeVisible()
        await expect(async () => {
          await load(visitor, "/transparency")
          const year = visitor.getByRole("region", { name: /\d{4} 年/ }).first()
          await expect(year.getByText("恢复", { exact: true }).locator("xpath=following-sibling::dd")).not.toHaveText("0", {
            timeout: 2_000,
          })
        }).toPass({ timeout: 30_000 })
        await expectAccessible(visitor)
        await expectFineInBothSizes(visitor)
      })
    })
  } finally {
    await post.close()
    await visitor.context().close()
    await staffPage.context().close()
  }
})
