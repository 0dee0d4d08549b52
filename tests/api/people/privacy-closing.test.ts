import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { credits as creditsOf } from "@/lib/rules/money/money"
import { createCtx } from "@/server/context"
import { attachmentTable } from "@/server/modules/library/files/attachment.table"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { codeTable } from "@/server/modules/people/verification/verification.table"
import { commentTable } from "@/server/modules/community/comment/comment.table"
import { documentTable, downloadTable } from "@/server/modules/library/document/document.table"
import { favoriteFolderTable, favoriteTable } from "@/server/modules/community/favorite/favorite.table"
import { post } from "@/server/modules/money/ledger/ledger.usecases"
import { userOauthTable } from "@/server/modules/people/oauth/oauth.table"
import { reportTable } from "@/server/modules/community/report/report.table"
import { ratingTable, readingPositionTable } from "@/server/modules/library/reading/reading.table"
import { signTable } from "@/server/modules/money/sign-in/sign-in.table"
import { smsTable } from "@/server/modules/people/sms/sms.table"
import { eraseAccountsJob } from "@/server/modules/people/privacy/privacy.jobs"
import { userTable } from "@/server/modules/people/user/user.table"
import { sessionTable } from "@/server/modules/people/session/session.table"
import { memberships, staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
})
const day = 86_400_000
const done = { ok: true, status: 200 }
const db = () => app.database.db
const row = async (id: number) => (await db().select().from(userTable).where(eq(userTable.id, id)))[0]!
const close = (person: TestUser, password = "correct horse 7") => app.call("POST /user/close", { password }, person)
const sweep = () => eraseAccountsJob.run(createCtx(app), {}, new AbortController().signal)

describe("closing an account", () => {
  test("requires the password if there is one, is denied to user 1, and takes effect after the configured days", async () => {
    const person = await app.person()
    expect(await app.call("POST /user/close", {}, person)).toMatchObject({ status: 400, message: "密码错误" })
    expect(await close(await app.admin())).toMatchObject({ status: 403 })
    const reply = await close(person)
    expect(reply).toMatchObject(done)
    const at = new Date(reply.ok ? reply.data.closing_at! : 0).getTime()
    expect(Math.abs(at - app.now().getTime() - 7 * day)).toBeLessThan(10_000)
    expect(await app.call("GET /user", {}, person)).toMatchObject({ data: { closing_at: new Date(at).toISOString() } })
    clock += day
    expect(await close(person)).toMatchObject({ data: { closing_at: new Date(at).toISOString() } })
    await sweep()
    expect(await app.call("GET /user", {}, person)).toMatchObject(done)
    const without = await app.person()
    await db().update(userTable).set({ password: "" }).where(eq(userTable.id, without.id))
    expect(await app.call("POST /user/close", {}, without)).toMatchObject(done)
  })

  test("can be cancelled until that day", async () => {
    const person = await app.person()
    await close(person)
    expect(await app.call("DELETE /user/close", {}, person)).toMatchObject(done)
    clock += 8 * day
    await sweep()
    expect(await row(person.id)).toMatchObject({ username: person.username, closing_at: null, closed_at: null })
    expect(await app.call("POST /user/login", { username: person.username, password: "correct horse 7" })).toMatchObject(done)
  })

  test("erases all personal data and keeps published work under the name for erased accounts", async () => {
    const person = await staffWith(app, "UserAPI/ListUser")
    const { id, username } = person
    await db()
      .update(userTable)
      .set({
        mobile: "13800138000",
        mobile_verified: true,
        email_verified: true,
        realname: "真名",
        identity: "1101",
        address: "地址",
        signature: "签名",
        avatar: "/uploads/ab/me.webp",
        remark: "备注",
      })
      .where(eq(userTable.id, id))
    const email = (await row(id)).email
    const [document] = await db()
      .insert(documentTable)
      .values({
        uuid: "e".repeat(20),
        title: "留下的文档",
        user_id: id,
        attachment_id: 1,
        sha256: "a".repeat(64),
        favorite_count: 1,
        status: 2,
      })
      .returning()
    await db().insert(favoriteTable).values({ user_id: id, document_id: document!.id })
    await db().insert(favoriteFolderTable).values({ user_id: id, title: "私人" })
    await db().insert(readingPositionTable).values({ user_id: id, document_id: document!.id, page: 3 })
    await db().insert(ratingTable).values({ user_id: id, document_id: document!.id, score: 400 })
    await db().insert(commentTable).values({ user_id: id, document_id: document!.id, content: "留下的话", ip: "198.51.100.9" })
    await db().insert(downloadTable).values({ user_id: id, document_id: document!.id, ip: "198.51.100.9" })
    await db().insert(signTable).values({ user_id: id, sign_at: 20261120, ip: "198.51.100.9" })
    await db().insert(userOauthTable).values({ user_id: id, oauth_type: 3, openid: "gitee-1" })
    await db()
      .insert(codeTable)
      .values([
        { channel: "mail", address: email, type: CodeType.find_password, salt: "s", expires_at: app.now() },
        { channel: "sms", address: "13800138000", type: CodeType.login, salt: "s", expires_at: app.now() },
      ])
    await db().insert(smsTable).values({ type: 1, mobile: "13800138000", user_id: id, ip: "198.51.100.9", response: "13800138000 ok" })
    await db().insert(reportTable).values({ user_id: id, username, document_id: 77, reason: 1 })
    await db()
      .insert(attachmentTable)
      .values({ sha256: "b".repeat(64), hash: "c".repeat(32), user_id: id, type: 1, path: "/uploads/ab/me.webp", ip: "198.51.100.9" })
    await post(createCtx(app), { key: `gift ${id}`, kind: "test", remark: "赠送", sides: [{ user_id: id, amount: creditsOf(5) }] })
    const credits = (await row(id)).credit_count
    await close(person)
    clock += 8 * day
    await Promise.all([sweep(), sweep()])

    const erased = await row(id)
    expect(erased).toMatchObject({
      username: `已注销用户${id}`,
      password: "",
      email: "",
      mobile: "",
      realname: "",
      identity: "",
      address: "",
      signature: "",
      avatar: "",
      remark: "",
      register_ip: "",
      last_login_ip: "",
      email_verified: false,
      mobile_verified: false,
      credit_count: credits,
    })
    expect(erased.closed_at).toBeInstanceOf(Date)
    expect(await memberships(app, id)).toEqual([])
    for (const table of [favoriteTable, favoriteFolderTable, readingPositionTable, ratingTable, signTable, userOauthTable, sessionTable])
      expect(await db().$count(table, eq(table.user_id, id))).toBe(0)
    expect(await db().$count(codeTable)).toBe(0)
    // no text column of any table except the audit log contains the name, number, mail address or location
    const tables = (
      await db().execute(
        sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit'`,
      )
    ).rows as { table_name: string }[]
    for (const secret of [username, email, "13800138000", "真名", "198.51.100.9", "/uploads/ab/me.webp"]) {
      const tablesWithSecret: string[] = []
      for (const { table_name } of tables) {
        const [hit] = (
          await db().execute(sql`select count(*)::int as n from ${sql.identifier(table_name)} t where t::text like ${`%${secret}%`}`)
        ).rows as { n: number }[]
        if (hit!.n) tablesWithSecret.push(table_name)
      }
      expect(tablesWithSecret, secret).toEqual(secret.startsWith("/uploads") ? ["attachment"] : [])
    }
    expect((await db().select().from(attachmentTable).where(eq(attachmentTable.user_id, id)))[0]!.deleted_at).toBeInstanceOf(Date)
    expect((await db().select().from(documentTable).where(eq(documentTable.id, document!.id)))[0]).toMatchObject({
      user_id: id,
      favorite_count: 0,
    })
    expect((await db().select().from(commentTable).where(eq(commentTable.user_id, id)))[0]).toMatchObject({ content: "留下的话", ip: "" })

    expect(await app.call("GET /user", {}, person)).toMatchObject({ status: 401 })
    expect(await app.call("GET /user", { id })).toMatchObject({ status: 404 })
    expect(await app.call("POST /user/login", { username: erased.username, password: "correct horse 7" })).toMatchObject({
      status: 400,
      message: "用户名或密码错误",
    })
    expect(await app.call("GET /user/list", { id: [id] })).toMatchObject({ data: { total: 0 } })
    expect(await app.call("POST /user/register", { username, email, password: "correct horse 7" })).toMatchObject(done)

    const at = erased.closed_at
    clock += day
    await sweep()
    expect((await row(id)).closed_at).toEqual(at)
  })

  test("with 0 days the next sweep erases the account, also if the replacement name already exists", async () => {
    await saveSettings(createCtx(app), "security", { account_closing_days: 0 })
    const [person, squatter] = [await app.person(), await app.person()]
    await db()
      .update(userTable)
      .set({ username: `已注销用户${person.id}` })
      .where(eq(userTable.id, squatter.id))
    await close(person)
    await sweep()
    expect((await row(person.id)).username).toMatch(new RegExp(`^已注销用户${person.id}_[0-9a-f]{8}$`))
  })
})
