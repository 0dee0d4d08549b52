import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { SmsStatus } from "@/lib/contract/people/sms.enums"
import { createCtx } from "@/server/context"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { smsTable } from "@/server/modules/people/sms/sms.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { unreachable } from "@/server/ports/mail/mail-errors"
import { smsCode, switchOnMail, switchOnSms } from "../../setup/accounts"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  await switchOnSms(app)
})

describe("sent messages, for staff", () => {
  const [registeredNumber, unregistered] = ["13911112222", "13733334444"]
  let person: TestUser
  beforeAll(async () => {
    person = await app.person()
    await app.database.db.update(userTable).set({ mobile: registeredNumber, mobile_verified: true }).where(eq(userTable.id, person.id))
    await smsCode(app, registeredNumber, CodeType.find_password)
    app.sms.behave({ kind: "refuse", text: "签名不存在" })
    await smsCode(app, unregistered, CodeType.login)
    app.sms.behave({ kind: "accept" })
  })
  const list = async (input = {}) => {
    const reply = await app.call("GET /sms/list", input, admin)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }

  test("is listed newest first, with numbers masked [security: 14.2.4]", async () => {
    const { total, sms } = await list()
    expect(total).toBe(2)
    expect(sms).toMatchObject([
      {
        mobile: "137****4444",
        status: SmsStatus.failed,
        error: "短信平台没有接受：签名不存在",
        user_id: 0,
        username: "",
        provider: "smsHaomas",
      },
      { mobile: "139****2222", status: SmsStatus.success, user_id: person.id, username: person.username, type: CodeType.find_password },
    ])
    expect(JSON.stringify(sms)).not.toContain(registeredNumber)
  })

  test("is searched by the visible values, or by a whole number", async () => {
    expect((await list({ mobile: registeredNumber })).sms).toMatchObject([{ mobile: "139****2222" }])
    expect((await list({ mobile: "139****2222" })).total).toBe(1)
    expect((await list({ mobile: "4444" })).total).toBe(1)
    expect((await list({ mobile: "1111" })).total).toBe(0)
    expect((await list({ mobile: "%" })).total).toBe(0)
    expect((await list({ status: [SmsStatus.failed] })).sms).toMatchObject([{ mobile: "137****4444" }])
    expect((await list({ type: [CodeType.find_password], provider: ["smsHaomas"], user_id: [person.id] })).total).toBe(1)
    expect((await list({ created_at: ["2020-01-01", "2020-01-02"] })).total).toBe(0)
    expect((await list({ created_at: [new Date(Date.now() - 3_600_000).toISOString()] })).total).toBe(2)
    expect(await list({ page: 2, size: 1 })).toMatchObject({ total: 2, sms: [{ mobile: "139****2222" }] })
  })

  test("a whole number is revealed one at a time, and the access is recorded [security: 14.2.4]", async () => {
    const id = (await list({ mobile: registeredNumber })).sms[0]!.id
    expect(await app.call("GET /sms", { id }, admin)).toMatchObject({ ok: true, data: { id, mobile: registeredNumber } })
    expect(await app.database.db.select().from(auditTable).where(eq(auditTable.call, "GET /sms"))).toMatchObject([
      { user_id: admin.id, input: { id } },
    ])
    expect(await app.call("GET /sms", { id: 9_999 }, admin)).toMatchObject({ ok: false, status: 404, message: "短信记录不存在" })
  })

  test("can be seen and removed by staff only", async () => {
    for (const [key, input] of [
      ["GET /sms/list", {}],
      ["GET /sms", { id: 1 }],
      ["DELETE /sms", { id: [1] }],
    ] as const) {
      expect(await app.call(key, input)).toMatchObject({ ok: false, status: 401 })
      expect(await app.call(key, input, person)).toMatchObject({ ok: false, status: 403 })
    }
  })

  test("can be removed", async () => {
    const id = (await list({ mobile: "4444" })).sms[0]!.id
    expect(await app.call("DELETE /sms", { id: [id] }, admin)).toMatchObject({ ok: true })
    expect(await app.database.db.$count(smsTable, eq(smsTable.id, id))).toBe(0)
  })
})

describe("a test email", () => {
  const send = () => app.call("POST /config/email/test", { email: "staff@example.org" }, admin)

  test("is sent with the saved settings, enabled or not", async () => {
    await switchOnMail(app)
    await saveSettings(createCtx(app), "email", { enable: false, password: "s3cret-of-mail" })
    expect(await send()).toEqual({ ok: true, status: 200, data: {} })
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: "staff@example.org",
      subject: "【豆架】测试邮件",
      settings: { host: "smtp.example.org", port: 465, is_tls: true, password: "s3cret-of-mail" },
    })
  })

  test("reports an error in the words of the server", async () => {
    app.mail.fail(unreachable("smtp.example.org:465", "ECONNREFUSED"))
    expect(await send()).toEqual({
      ok: false,
      status: 400,
      message: "连不上邮件服务器 smtp.example.org:465，请检查地址、端口和网络（ECONNREFUSED）",
    })
    app.mail.fail(null)
    await saveSettings(createCtx(app), "email", { host: "" })
    expect(await send()).toEqual({ ok: false, status: 400, message: "邮件配置不完整，还没有填写“SMTP 服务器地址”" })
  })

  test("is for staff only", async () => {
    expect(await app.call("POST /config/email/test", { email: "a@example.org" }, await app.person())).toMatchObject({
      ok: false,
      status: 403,
    })
  })
})
