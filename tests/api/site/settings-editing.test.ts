import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { settingGroups, type SettingGroup } from "@/lib/contract/site/settings.groups"
import type { Setting } from "@/lib/contract/setting"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { savedSettings, settingsOf } from "@/server/modules/site/settings/settings.usecases"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
const done = { ok: true, status: 200 }
const save = (config: [string, string, string][], as = admin) =>
  app.call("PUT /config", { config: config.map(([category, name, value]) => ({ category, name, value })) }, as)
const list = async (category: string[]) => {
  const reply = await app.call("GET /config/list", { category }, admin)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.config
}
const all = Object.entries(settingGroups as Record<string, Record<string, Setting>>).flatMap(([category, group]) =>
  Object.entries(group).map(([name, setting]) => ({ category, name, setting })),
)
const passwords = all.filter(({ setting }) => setting.kind === "password")
const mask = "******"

describe("GET /config/list", () => {
  test("returns every setting of the requested groups as a row, and none without groups", async () => {
    expect(await list([])).toEqual([])
    expect(await list(["nothing", "constructor"])).toEqual([])
    const rows = await list(Object.keys(settingGroups))
    expect(rows).toHaveLength(all.length)
    expect(new Set(rows.map((row) => row.id)).size).toBe(all.length)
    expect(rows.find((row) => row.name === "max_document_size")).toMatchObject({
      category: "security",
      label: "最大文档大小（MB）",
      value: "50",
      input_type: "number",
    })
    expect((await list(["captcha"])).every((row) => row.category === "captcha")).toBe(true)
  })

  test("every row can be saved unchanged", async () => {
    const rows = await list(Object.keys(settingGroups))
    for (let from = 0; from < rows.length; from += 200)
      expect(await app.call("PUT /config", { config: rows.slice(from, from + 200) }, admin)).toMatchObject(done)
    expect(await list(Object.keys(settingGroups))).toEqual(
      rows.map((row) => ({ ...row, updated_at: row.root_only ? row.updated_at : expect.any(String) })),
    )
  })
})

describe("PUT /config", () => {
  const lines = all.filter(({ name, setting }) => /^(text|image)$/.test(setting.kind) || name.endsWith("_robot"))
  test("a setting of one line, such as an address, has at most 2,000 characters [security: 1.3.3]", async () => {
    expect(lines.length).toBeGreaterThan(60)
    const before = await savedSettings(app)
    for (const { category, name } of lines) {
      const input = { config: [{ category, name, value: `https://example.org/${"x".repeat(1_981)}` }] }
      const reply = await app.dispatch("PUT /config", input, { id: "test", ip: "203.0.113.7", user_agent: "test", token: admin.token })
      expect(reply, `${category}.${name}`).toMatchObject({ ok: false, status: 400, body: { field: `${category}.${name}` } })
    }
    expect(await savedSettings(app)).toEqual(before)
  })

  test.each([
    ["security", "max_document_size", "很大", "最大文档大小（MB）应为整数"],
    ["security", "max_document_size", "-1", "最大文档大小（MB）应在 1 到"],
    ["security", "max_document_size", "1.5", "应为整数"],
    ["security", "max_document_size", "", "应为整数"],
    ["security", "account_closing_days", "91", "应在 0 到 90 之间"],
    ["email", "port", "70000", "应在 1 到 65535 之间"],
    ["security", "is_close", "maybe", "关闭网站应为 true 或 false"],
    ["security", "document_allowed_ext", ".pdf,.exe", "没有这个选项"],
    ["captcha", "type", "telepathy", "没有这个选项"],
    ["system", "logo", "javascript:alert(1)", "地址不正确"],
    ["system", "logo", 'https://example.org/a.png" onerror="x', "地址不正确"],
    ["footer", "about", "javascript:alert(1)", "关于我们：应为本站的路径，或以 https:// 开头的地址"],
    ["footer", "feedback", "//evil.example", "意见反馈：应为本站的路径"],
    ["display", "contact_link", "data:text/html,x", "联系我们跳转链接：应为本站的路径"],
    ["score", "sign_in", "1000000", "应在 0 到 10000 之间"],
    ["score", "register", "1000000", "应在 0 到 10000 之间"],
    ["ssr", "robots_rules", "Disallow: /a\n请别来", "robots.txt 的其他规则：第 2 行不是 robots.txt 的规则"],
    ["system", "nothing", "1", "没有这项设置：system.nothing"],
    ["nothing", "sitename", "1", "没有这项设置"],
    ["constructor", "name", "1", "没有这项设置"],
    ["system", "__proto__", "1", "没有这项设置"],
  ])("%s.%s = %s is rejected, and so is the rest of the request", async (category, name, value, message) => {
    const before = await list(["system"])
    const reply = await save([
      ["system", "sitename", "不该改"],
      [category, name, value],
    ])
    expect(reply).toMatchObject({ ok: false, status: 400 })
    expect(reply.ok ? "" : reply.message).toContain(message)
    expect(await list(["system"])).toEqual(before)
  })

  test("a setting sent twice counts once; with two values nothing is saved", async () => {
    const before = (await settingsOf(app, "security")).max_document_size
    const twice = (one: string, other: string) =>
      save([
        ["security", "max_document_size", one],
        ["security", "max_document_size", other],
      ])
    expect(await twice("61", "62")).toMatchObject({
      ok: false,
      status: 400,
      message: "这项设置重复了，值还不一样：security.max_document_size",
    })
    expect((await settingsOf(app, "security")).max_document_size).toBe(before)
    expect(await twice(String(before), String(before))).toMatchObject(done)
  })

  test("release settings cannot be changed", async () => {
    expect(await save([["release", "source", "none"]])).toMatchObject({ status: 403, message: "不允许修改此类配置" })
  })

  test("values are checked by type, trimmed, and kept to one line where required [security: 2.2.1]", async () => {
    expect(
      await save([
        ["security", "max_document_size", " 0080 "],
        ["security", "document_allowed_ext", ".pdf,.docx"],
        ["security", "enable_captcha_comment", "1"],
        ["email", "from_name", "豆架\r\nBcc: all@example.org"],
        ["system", "analytics", "第一行\n第二行\u0000"],
      ]),
    ).toMatchObject(done)
    expect(await settingsOf(app, "security")).toMatchObject({
      max_document_size: 80,
      document_allowed_ext: [".pdf", ".docx"],
      enable_captcha_comment: true,
    })
    expect((await settingsOf(app, "email")).from_name).toBe("豆架Bcc: all@example.org")
    expect((await settingsOf(app, "system")).analytics).toBe("第一行\n第二行")
  })

  test("public HTML is sanitised before it is stored [security: 1.3.1]", async () => {
    const dirty =
      '<p onclick="x()">维护中</p><script>alert(1)</script><a href="javascript:alert(1)">点</a><img src="https://example.org/a.png" onerror="alert(1)"><iframe src="//evil.example"></iframe>'
    await save([["security", "close_statement", dirty]])
    const statement = (await settingsOf(app, "security")).close_statement
    expect(statement).toContain("<p>维护中</p>")
    expect(statement).toContain("https://example.org/a.png")
    expect(statement).not.toMatch(/script|onclick|onerror|javascript|iframe/)
  })

  /** WeChat's token contains only letters and digits; a robot's address is the secret of its group. */
  const secretOf = (category: string, name: string) => {
    if (name === "server_token") return "Secret0123"
    return name.endsWith("_robot") ? `https://robot.example/send?key=${name}` : `秘密-${category}-${name}`
  }
  test.each(passwords.map(({ category, name }) => [category, name] as const))(
    "the secret %s.%s is never sent, and stays if its mask is saved",
    async (category, name) => {
      const value = secretOf(category, name)
      expect(await save([[category, name, value]])).toMatchObject(done)
      const rows = await list([category])
      expect(rows.find((row) => row.name === name)!.value).toBe(mask)
      expect(await app.call("PUT /config", { config: rows }, admin)).toMatchObject(done)
      expect((await savedSettings(app))[`${category}.${name}`]).toBe(value)
      for (const reply of [
        await app.call("GET /settings"),
        await app.call("GET /config/list", { category: Object.keys(settingGroups) }, admin),
      ])
        expect(JSON.stringify(reply)).not.toContain(value)
      const written = await app.database.db.select().from(auditTable).where(eq(auditTable.call, "PUT /config"))
      expect(JSON.stringify(written)).not.toContain(value)
      expect(await save([[category, name, ""]])).toMatchObject(done)
      expect((await list([category])).find((row) => row.name === name)!.value).toBe("")
    },
  )

  test("all processes see a change within a second", async () => {
    const other = await testApp({ connection: app.database.pool.options })
    expect(await other.call("GET /settings")).toMatchObject({ data: { system: { title: "豆架 · 打开就能读的文库" } } })
    await save([["system", "title", "新的标题"]])
    expect(await app.call("GET /settings")).toMatchObject({ data: { system: { title: "新的标题" } } })
    await until(
      async () => ((await other.call("GET /settings")) as { data: { system: { title: string } } }).data.system.title === "新的标题",
      1_000,
    )
  })

  test("reading and writing have separate permissions [security: 8.2.1]", async () => {
    const reader = await staffWith(app, "ConfigAPI/ListConfig")
    expect(await app.call("GET /config/list", { category: ["system" satisfies SettingGroup] }, reader)).toMatchObject(done)
    expect(await save([["system", "title", "越权"]], reader)).toMatchObject({ status: 403 })
  })
})
