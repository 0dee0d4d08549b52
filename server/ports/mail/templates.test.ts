import { describe, expect, test } from "vitest"
import { light } from "../../../lib/theme"
import { codeMail, mailColours, noticeMail, resetMail, testMail } from "./templates"

const nasty = `豆<script>alert("1")</script>&'架\r\nBcc: evil@example.com`
const link = "https://example.com/findpassword?token=a&x=<b>"
const mails = {
  code: (sitename: string) => codeMail({ sitename, code: "369751", minutes: 10, purpose: "注册账号" }),
  reset: (sitename: string) => resetMail({ sitename, accounts: [{ username: "reader", link }], minutes: 30 }),
  test: (sitename: string) => testMail({ sitename }),
  notice: (sitename: string) =>
    noticeMail({ sitename, title: "文档已通过审核", lines: ["《线性代数》可以被搜索到了。", "谢谢你的分享。"] }),
}

describe.each(Object.entries(mails))("the %s mail", (_, make) => {
  test("has the same text in both parts, and a self-contained HTML page", () => {
    const { subject, html, text } = make("豆架")
    expect(subject).toMatch(/^【豆架】/)
    const words = html
      .replace(/<head>.*<\/head>/s, "")
      .replace(/<[^>]+>/g, "")
      .replaceAll("&amp;", "&")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replace(/\s+/g, "")
    for (const paragraph of text.split("\n\n"))
      for (const piece of paragraph.split("：")) expect(words).toContain(piece.replace(/\s+/g, ""))
    expect(html).not.toMatch(/<(table|img|script|link|iframe)\b/)
    expect(html).not.toMatch(/undefined|\[object/)
  })

  test("an external name is escaped and stays on one line [security: 1.2.1]", () => {
    const { subject, html } = make(nasty)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain("<script>")
    expect(html).toContain("&lt;script&gt;")
  })
})

test("contains the code and its minutes, and the link complete and escaped", () => {
  const code = mails.code("豆架")
  expect(code.subject).toBe("【豆架】注册账号的验证码")
  expect(code.text).toContain("验证码是：369751")
  expect(code.html).toContain(">369751</p>")
  expect(code.text).toContain("10 分钟内有效")
  const reset = mails.reset("豆架")
  expect(reset.html).toContain('href="https://example.com/findpassword?token=a&amp;x=&lt;b&gt;"')
  expect(reset.text).toContain(`\n\n${link}\n\n`)
  expect(() => resetMail({ sitename: "豆架", accounts: [{ username: "reader", link: "javascript:alert(1)" }], minutes: 30 })).toThrow(
    "http",
  )
})

test("uses the colours of the theme", () => {
  for (const [name, value] of Object.entries(mailColours)) expect(value).toBe(light[name as keyof typeof mailColours])
})
