import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { callOf, keys } from "@/lib/contract/contract"
import { password } from "../../setup/accounts"
import { sessionTable } from "@/server/modules/people/session/session.table"
import { confirmAs, confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { groupWith, staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
})
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { jti: string; exp: number }
const done = { ok: true, status: 200 }
const confirm = (person: TestUser, given = password) => app.call("POST /user/confirm", { password: given }, person)
const confirmed = keys.filter((key) => callOf(key)?.confirmed)

describe("calls that require a password confirmation [security: confirmed-actions]", () => {
  test("are those for roles and for ways into an account", () => {
    expect(confirmed).toEqual(expect.arrayContaining(["POST /oauth/bind", "POST /user", "PUT /group/permission", "PUT /user"]))
  })

  test.each(confirmed)(
    "%s is rejected in an old session, also of user 1, before its input is validated [security: confirmed-actions]",
    async (key) => {
      const admin = await app.admin()
      expect(await wantsConfirmation(app, key, {}, admin)).toBe(false)
      await confirmedAgo(app, admin, 11)
      expect(await wantsConfirmation(app, key, {}, admin)).toBe(true)
      expect(await app.call(key, {}, admin)).toMatchObject({ status: 403, message: expect.stringContaining("重新登录") as string })
      await confirmedAgo(app, admin, 9)
      expect(await wantsConfirmation(app, key, {}, admin)).toBe(false)
    },
  )

  test("a user without permission for the call is told so, and not asked for a password", async () => {
    const person = await app.person()
    await confirmedAgo(app, person, 11)
    expect(await wantsConfirmation(app, "PUT /user", {}, person)).toBe(false)
    expect(await app.call("PUT /user", {}, person)).toMatchObject({ status: 403 })
  })
})

describe("POST /user/confirm", () => {
  test("confirms only this session, for ten minutes", async () => {
    const staff = await staffWith(app, "GroupAPI/UpdateGroupPermission")
    const login = await app.call("POST /user/login", { username: staff.username, password })
    if (!login.ok) throw new Error(login.message)
    const elsewhere: TestUser = { ...staff, token: login.data.token }
    await confirmedAgo(app, staff, 11)
    const group_id = await groupWith(app, [])
    const grant = { group_id, permission_id: [] }
    expect(await wantsConfirmation(app, "PUT /group/permission", grant, staff)).toBe(true)
    await confirmAs(app, staff)
    expect(await app.call("PUT /group/permission", grant, staff)).toMatchObject(done)
    expect(await wantsConfirmation(app, "PUT /group/permission", grant, elsewhere)).toBe(true)
  })

  test("is known to every process within a second", async () => {
    const other = await testApp({ connection: app.database.pool.options, now: app.now })
    const staff = await staffWith(app, "UserAPI/SetUser")
    await confirmedAgo(app, staff, 11)
    other.sessions.forgetAll()
    expect(await wantsConfirmation(other, "PUT /user", {}, staff)).toBe(true)
    await confirmAs(app, staff)
    await until(async () => !(await wantsConfirmation(other, "PUT /user", {}, staff)), 1_000)
  })

  test("gives the session a new token, which alone is confirmed; the old one expires within half a minute [security: 7.2.4]", async () => {
    const person = await app.person()
    const old = { ...person }
    const key = "POST /user/recovery"
    await confirmedAgo(app, person, 11)
    await confirmAs(app, person)
    expect(person.token).not.toBe(old.token)
    expect([await wantsConfirmation(app, key, {}, old), await wantsConfirmation(app, key, {}, person)]).toEqual([true, false])
    // requests in flight are still answered, and using the old token does not extend it
    expect(await app.call("GET /user/session", {}, old)).toMatchObject(done)
    const devices = await app.call("GET /user/session", {}, person)
    expect(devices).toMatchObject({ ok: true, data: { session: [{ current: true }] } })
    clock += 31_000
    app.sessions.forgetAll()
    expect(await app.call("GET /user/session", {}, old)).toMatchObject({ status: 401 })
    expect(await app.call("GET /user/session", {}, person)).toMatchObject(done)
  })

  test("the exchanged session is the same login: it keeps its start time, and ends a year after it [security: 7.3.2]", async () => {
    const person = await app.person()
    const { exp, jti } = claimsOf(person.token)
    const rowOf = async (id: string) => (await app.database.db.select().from(sessionTable).where(eq(sessionTable.id, id)))[0]!
    clock += 20 * 86_400_000
    app.sessions.forgetAll()
    await confirmAs(app, person)
    const renewed = claimsOf(person.token)
    expect(Math.abs(renewed.exp - exp)).toBeLessThanOrEqual(1)
    expect((await rowOf(renewed.jti)).created_at).toEqual((await rowOf(jti)).created_at)
  })

  test("each of many parallel confirmations gets a session, and the old session still ends", async () => {
    const person = await app.person()
    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(person)))
    const tokens = new Set(replies.map((reply) => (reply.ok ? reply.data.token : "")))
    expect(tokens.size).toBe(4)
    clock += 31_000
    app.sessions.forgetAll()
    expect(await app.call("GET /user/session", {}, person)).toMatchObject({ status: 401 })
    for (const token of tokens) expect(await app.call("GET /user/session", {}, { ...person, token })).toMatchObject(done)
  })

  test("a wrong password confirms nothing and counts with the other password guesses", async () => {
    const staff = await staffWith(app, "UserAPI/SetUser")
    await confirmedAgo(app, staff, 11)
    for (let at = 0; at < 5; at++) expect(await confirm(staff, "wrong horse 7")).toMatchObject({ status: 400, message: "密码不正确" })
    expect(await wantsConfirmation(app, "PUT /user", {}, staff)).toBe(true)
    expect(await confirm(staff)).toMatchObject({ status: 429 })
  })

  test("requires a login", async () => {
    expect(await app.call("POST /user/confirm", { password })).toMatchObject({ status: 401 })
  })
})
