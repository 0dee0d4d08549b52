import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { userOauthTable } from "@/server/modules/people/oauth/oauth.table"
import { punishmentTable } from "@/server/modules/people/punishment/punishment.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { github, oauthWorld } from "../../setup/oauth-world"
import type { TestUser } from "../../setup/test-app"

/* Identities and accounts: which identities an account may have, who may not log in, and what can be unlinked. */

const { app, standIn, land, bound, newAccount, now } = oauthWorld()

describe("a logged-in user never changes account", () => {
  test("the identity of another account returns a conflict [security: 6.8.1]", async () => {
    await bound(github)
    expect(await land(github, await app().person())).toEqual({ ok: false, status: 409, message: "该第三方账号已绑定其他账号" })
  })

  test("binding the same identity again is accepted", async () => {
    const person = await bound(github)
    expect(await land(github, person)).toMatchObject({ ok: true, data: { bound: true, token: "", user: null } })
  })

  test("an account has one identity of each type", async () => {
    const person = await bound(github)
    standIn().setPerson(newAccount())
    expect(await land(github, person)).toEqual({ ok: false, status: 409, message: "你已绑定过GitHub" })
  })
})

describe("accounts that cannot log in", () => {
  test("a disabled account gets the reason and no session [security: bans-hold, 7.4.2]", async () => {
    const person = await bound(github)
    await app()
      .database.db.insert(punishmentTable)
      .values({ user_id: person.id, type: 1, reason: "群发广告", enable: true, end_time: null })
    const reply = await land(github)
    expect(reply).toMatchObject({ ok: false, status: 403 })
    expect(!reply.ok && reply.message).toContain("你的账号已被禁用，原因：群发广告")
  })

  test("the identity of an erased account is unknown", async () => {
    const person = await bound(github)
    await app().database.db.update(userTable).set({ closed_at: now() }).where(eq(userTable.id, person.id))
    expect(await land(github)).toMatchObject({ ok: false })
  })
})

describe("unbinding", () => {
  const idOf = async (person: TestUser) => {
    const reply = await app().call("GET /user/oauth", {}, person)
    return reply.ok ? reply.data.oauth[0]! : null
  }

  test("is allowed if a password is set, and the identity can be bound again", async () => {
    const person = await bound(github)
    expect(await app().call("DELETE /user/oauth", { id: (await idOf(person))!.id }, person)).toMatchObject({ ok: true })
    expect(await idOf(person)).toBeUndefined()
    expect(await land(github)).toMatchObject({ ok: true, data: { token: "", oauth: { oauth_type: github } } })
  })

  test("the last way to log in cannot be removed", async () => {
    const person = await bound(github)
    const { db } = app().database
    await db.update(userTable).set({ password: "" }).where(eq(userTable.id, person.id))
    const { id, last } = (await idOf(person))!
    expect(last).toBe(true)
    expect(await app().call("DELETE /user/oauth", { id }, person)).toEqual({
      ok: false,
      status: 400,
      message: "这是你唯一的登录方式，请先设置密码，或绑定邮箱、手机号，再解除绑定",
    })
    standIn().setPerson(newAccount())
    await land(3, person)
    const both = await app().call("GET /user/oauth", {}, person)
    const ids = both.ok ? both.data.oauth.map((row) => row.id) : []
    expect(both.ok && both.data.oauth.map((row) => row.last)).toEqual([false, false])
    const replies = await Promise.all(ids.map((one) => app().call("DELETE /user/oauth", { id: one }, person)))
    expect(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      "both at once leave one",
    ).toEqual([200, 400])
    await db.update(userTable).set({ email_verified: true }).where(eq(userTable.id, person.id))
    expect(await app().call("DELETE /user/oauth", { id: (await idOf(person))!.id }, person)).toMatchObject({ ok: true })
  })

  test("a binding of another user returns 404 [security: 8.2.2]", async () => {
    const [owner, other] = [await bound(github), await app().person()]
    expect(await app().call("DELETE /user/oauth", { id: (await idOf(owner))!.id }, other)).toEqual({
      ok: false,
      status: 404,
      message: "没有这个绑定",
    })
    expect(await app().database.db.$count(userOauthTable, eq(userOauthTable.user_id, owner.id))).toBe(1)
  })
})
