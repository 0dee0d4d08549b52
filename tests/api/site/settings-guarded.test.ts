import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { isRootOnly, readSetting, type Setting } from "@/lib/contract/setting"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { securityEventTable } from "@/server/modules/people/security-event/security-event.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { settingGroups } from "@/lib/contract/site/settings.groups"
import { createCtx } from "@/server/context"
import { savedSettings, saveSettingTexts } from "@/server/modules/site/settings/settings.usecases"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
let staff: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  staff = await staffWith(app, "ConfigAPI/UpdateConfig", "ConfigAPI/ListConfig")
  await saveSettingTexts(createCtx(app), "email", { host: "smtp.example.org", password: "a secret of mail", from_name: "豆架" })
  await saveSettingTexts(createCtx(app), "oauthCustom", { token_url: "https://id.example.org/token", client_secret: "a secret of oauth" })
  await saveSettingTexts(createCtx(app), "system", { analytics: "first()\r\nsecond()" })
})
const done = { ok: true, status: 200 }
type Row = { category: string; name: string; value: string }
const inputOf = (config: [string, string, string][]) => ({ config: config.map(([category, name, value]) => ({ category, name, value })) })
const save = (as: TestUser, ...config: [string, string, string][]) => app.call("PUT /config", inputOf(config), as)
const valueOf = async (name: string) => (await savedSettings(app))[name]
const tab = async (category: string, as: TestUser): Promise<Row[]> => {
  const reply = await app.call("GET /config/list", { category: [category] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.config
}
const guarded = Object.entries(settingGroups as Record<string, Record<string, Setting>>).flatMap(([category, group]) =>
  Object.entries(group)
    .filter(([, setting]) => isRootOnly(setting))
    .map(([name, setting]) => [category, name, setting] as const),
)
/** Returns a valid value other than the stored one, or the default, and those above. */
const otherFor = (setting: Setting, stored: string | undefined) => {
  const { kind, check, min = 0, options = [] } = setting
  const now = readSetting(setting, stored)
  if (kind === "number") return String(now === min ? min + 1 : min)
  if (kind === "switch") return String(!now)
  if (kind === "select") return options.map((option) => option.split(":")[0]!).find((option) => option !== now)!
  const values = ["https://evil.example/x", "https://evil.example", "25:0.5", "evil0example", "170", "/srv/evil", "1d", "e".repeat(32)]
  return values.find((value) => !check?.(value))!
}

describe("settings of user 1 [security: settings-of-first-admin]", () => {
  test.each(guarded)(
    "%s.%s is rejected from staff with the permission to edit settings, and so is the rest of the form [security: settings-of-first-admin]",
    async (category, name, setting) => {
      const before = await valueOf(`${category}.${name}`)
      const reply = await app.dispatch(
        "PUT /config",
        inputOf([
          ["system", "title", "不该改"],
          [category, name, otherFor(setting, before)],
        ]),
        { id: "test", ip: "203.0.113.7", user_agent: "test", token: staff.token },
      )
      expect(reply).toMatchObject({ ok: false, status: 403, body: { code: 7, field: `${category}.${name}` } })
      expect(await valueOf(`${category}.${name}`)).toBe(before)
      expect(await valueOf("system.title")).not.toBe("不该改")
    },
  )

  test("user 1 changes them with a password check within ten minutes, and other settings without", async () => {
    await confirmedAgo(app, admin, 11)
    const moved = inputOf([["system", "domain", "https://wenku.example.org"]])
    expect(await wantsConfirmation(app, "PUT /config", moved, admin)).toBe(true)
    expect(await save(admin, ["system", "title", "新的标题"])).toMatchObject(done)
    await confirmedAgo(app, admin, 9)
    expect(await app.call("PUT /config", moved, admin)).toMatchObject(done)
    expect(await valueOf("system.domain")).toBe("https://wenku.example.org")
  })

  test("a whole tab with unchanged values is saved, by staff and in an old session, as existing clients do", async () => {
    await confirmedAgo(app, staff, 60)
    for (const category of Object.keys(settingGroups)) {
      const rows = await tab(category, staff)
      expect(await app.call("PUT /config", { config: rows }, staff), category).toMatchObject(done)
    }
    const rows = (await tab("email", staff)).map((row) => (row.name === "duration" ? { ...row, value: "20" } : row))
    expect(await app.call("PUT /config", { config: rows }, staff)).toMatchObject(done)
    expect([await valueOf("email.duration"), await valueOf("email.password")]).toEqual(["20", "a secret of mail"])
    // a browser's text area sends its own line endings
    expect(await save(staff, ["system", "analytics", "first()\nsecond()"])).toMatchObject(done)
    expect(await save(staff, ["system", "analytics", "first()\nsecond()\nthird()"])).toMatchObject({ status: 403 })
  })

  test("staff cannot find out a password by submitting guesses", async () => {
    expect(await save(staff, ["email", "password", "a secret of mail"])).toMatchObject({ status: 403 })
    expect(await save(staff, ["email", "password", ""])).toMatchObject({ status: 403 })
    expect(await save(staff, ["smsAliyun", "access_key_secret", ""])).toMatchObject(done)
  })

  test("the form is told which settings they are", async () => {
    const rows = await app.call("GET /config/list", { category: ["email"] }, staff)
    if (!rows.ok) throw new Error(rows.message)
    expect(rows.data.config.filter((row) => row.root_only).map((row) => row.name)).toEqual([
      "enable",
      "host",
      "port",
      "is_tls",
      "from_name",
      "username",
      "password",
    ])
  })
})

describe("settings that weaken a protection or delete data [security: settings-of-first-admin]", () => {
  const events = () =>
    app.database.db.select().from(securityEventTable).where(eq(securityEventTable.type, SecurityEventType.settingChanged))

  test("are changed by user 1 alone, with a record and a mail that names them; unchanged ones make none", async () => {
    await app.database.db.update(userTable).set({ email: "root@example.org", email_verified: true }).where(eq(userTable.id, admin.id))
    await confirmedAgo(app, admin, 1)
    await save(admin, ["security", "recycle_days", "30"], ["system", "title", "照旧"])
    expect(await events()).toEqual([])
    expect(await save(admin, ["security", "recycle_days", "1"], ["security", "enable_captcha_register", "true"])).toMatchObject(done)
    expect(await events()).toMatchObject([{ user_id: 1, detail: "回收站保留几天、注册时使用验证码", notice_to: "root@example.org" }])
  })
})

describe("a password is cleared when the server that receives it changes [security: settings-of-first-admin]", () => {
  const set = async () => {
    await confirmedAgo(app, admin, 1)
    await save(admin, ["email", "host", "smtp.example.org"], ["email", "port", "465"], ["email", "is_tls", "true"])
    await save(admin, ["email", "password", "a secret of mail"])
  }
  test.each([
    ["host", "smtp.evil.example"],
    ["port", "2525"],
    ["is_tls", "false"],
  ])("in mail settings: %s", async (name, value) => {
    await set()
    const rows = (await tab("email", admin)).map((row) => (row.name === name ? { ...row, value } : row))
    expect(await app.call("PUT /config", { config: rows }, admin)).toMatchObject(done)
    expect([await valueOf(`email.${name}`), await valueOf("email.password")]).toEqual([value, ""])
  })

  test("a new password in the same request is kept", async () => {
    await set()
    await save(admin, ["email", "host", "smtp2.example.org"], ["email", "password", "another secret"])
    expect(await valueOf("email.password")).toBe("another secret")
  })

  test("passwords of other groups stay, and so does one whose server is sent back unchanged", async () => {
    await set()
    await save(admin, ["email", "host", "smtp.example.org"], ["email", "from_name", "新名"])
    expect(await valueOf("email.password")).toBe("a secret of mail")
    await save(admin, ["oauthCustom", "token_url", "https://evil.example/token"])
    expect([await valueOf("oauthCustom.client_secret"), await valueOf("email.password")]).toEqual(["", "a secret of mail"])
  })
})
