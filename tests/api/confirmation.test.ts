import { beforeAll, describe, expect, test } from "vitest"
import { callOf, keys } from "../../lib/contract/contract"
import { password } from "../setup/accounts"
import { confirmedAgo, wantsConfirmation } from "../setup/confirmation"
import { groupWith, staffWith } from "../setup/staff"
import { testApp, until, type Person, type TestApp } from "../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const done = { ok: true, status: 200 }
const confirm = (person: Person, given = password) => app.call("POST /user/confirm", { password: given }, person)
const confirmed = keys.filter((key) => callOf(key)?.confirmed)

describe("calls that want the password proven [security: confirmed-actions]", () => {
  test("are those of roles and of ways into an account", () => {
    expect(confirmed).toEqual(expect.arrayContaining(["POST /oauth/bind", "POST /user", "PUT /group/permission", "PUT /user"]))
  })

  test.each(confirmed)(
    "%s is refused in an old session, of user 1 as well, before its input is looked at [security: confirmed-actions]",
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

  test("who may not make the call hears that, and is not asked for a password", async () => {
    const person = await app.person()
    await confirmedAgo(app, person, 11)
    expect(await wantsConfirmation(app, "PUT /user", {}, person)).toBe(false)
    expect(await app.call("PUT /user", {}, person)).toMatchObject({ status: 403 })
  })
})

describe("POST /user/confirm", () => {
  test("confirms this session alone, for ten minutes", async () => {
    const staff = await staffWith(app, "GroupAPI/UpdateGroupPermission")
    const login = await app.call("POST /user/login", { username: staff.username, password })
    if (!login.ok) throw new Error(login.message)
    const elsewhere: Person = { ...staff, token: login.data.token }
    await confirmedAgo(app, staff, 11)
    const group_id = await groupWith(app, [])
    const grant = { group_id, permission_id: [] }
    expect(await wantsConfirmation(app, "PUT /group/permission", grant, staff)).toBe(true)
    expect(await confirm(staff)).toMatchObject(done)
    expect(await app.call("PUT /group/permission", grant, staff)).toMatchObject(done)
    expect(await wantsConfirmation(app, "PUT /group/permission", grant, elsewhere)).toBe(true)
  })

  test("is heard by every process within a second", async () => {
    const other = await testApp({ connection: app.database.pool.options })
    const staff = await staffWith(app, "UserAPI/SetUser")
    await confirmedAgo(app, staff, 11)
    other.sessions.forgetAll()
    expect(await wantsConfirmation(other, "PUT /user", {}, staff)).toBe(true)
    await confirm(staff)
    await until(async () => !(await wantsConfirmation(other, "PUT /user", {}, staff)), 1_000)
  })

  test("a wrong password confirms nothing and is counted with the other guesses at it", async () => {
    const staff = await staffWith(app, "UserAPI/SetUser")
    await confirmedAgo(app, staff, 11)
    for (let at = 0; at < 5; at++) expect(await confirm(staff, "wrong horse 7")).toMatchObject({ status: 400, message: "密码不正确" })
    expect(await wantsConfirmation(app, "PUT /user", {}, staff)).toBe(true)
    expect(await confirm(staff)).toMatchObject({ status: 429 })
  })

  test("nobody confirms without a login", async () => {
    expect(await app.call("POST /user/confirm", { password })).toMatchObject({ status: 401 })
  })
})
