import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { OauthType } from "@/lib/contract/people/oauth.enums"
import { userOauthTable } from "@/server/modules/people/oauth/oauth.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { confirmAs, confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { elsewhere, mailTo, newMobile, password, switchOnMail } from "../../setup/accounts"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* An attacker creates an account in a victim's name, leaves a way in, and waits for the victim to register. */

let app: TestApp
let time = Date.parse("2026-11-20T04:00:00Z")
beforeAll(async () => {
  app = await testApp({ now: () => new Date(time) })
  await switchOnMail(app)
})

const fresh = "new staple battery 9"
const logIn = (username: string, secret = password) => app.call("POST /user/login", { username, password: secret }, undefined, elsewhere())
const linksTo = async (email: string) => {
  time += 61_000
  await app.call("POST /user/findpassword/stepone", { email }, undefined, elsewhere())
  const text = (await mailTo(app, email))?.text ?? ""
  return [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link).searchParams.get("token") ?? "")
}
const reset = (email: string, token: string) =>
  app.call("PUT /user/findpassword/steptwo", { email, token, password: fresh }, undefined, elsewhere())
const change = (person: TestUser, values: Partial<typeof userTable.$inferInsert>) =>
  app.database.db.update(userTable).set(values).where(eq(userTable.id, person.id))
const rowOf = async (person: TestUser) => (await app.database.db.select().from(userTable).where(eq(userTable.id, person.id)))[0]!
const bindings = (person: TestUser) => app.database.db.$count(userOauthTable, eq(userOauthTable.user_id, person.id))
const bind = (person: TestUser) =>
  app.database.db.insert(userOauthTable).values({ user_id: person.id, oauth_type: OauthType.github, openid: `hub ${person.id}` })

describe("an unverified address [security: pre-hijack]", () => {
  test("cannot be used to log in, not even with the correct password; the name can [security: pre-hijack]", async () => {
    const person = await app.person()
    const email = `${person.username}@example.org`
    expect(await logIn(email)).toMatchObject({ ok: false, status: 400, message: "用户名或密码错误" })
    expect(await logIn(person.username)).toMatchObject({ ok: true })
    await change(person, { email_verified: true })
    expect(await logIn(email.toUpperCase())).toMatchObject({ ok: true, data: { user: { id: person.id } } })
  })

  test("of several accounts: the email offers each by its name, and each link opens its own account", async () => {
    const [first, second, other] = [await app.person(), await app.person(), await app.person()]
    const email = "shared@example.org"
    for (const person of [first, second]) await change(person, { email })
    await app.call("POST /user/findpassword/stepone", { email }, undefined, elsewhere())
    const text = (await mailTo(app, email))?.text ?? ""
    expect([first, second, other].map(({ username }) => text.includes(`账号 ${username}：`))).toEqual([true, true, false])

    const [, ofSecond] = await linksTo(email)
    expect(await reset(email, ofSecond!)).toMatchObject({ ok: true })
    expect([(await logIn(second.username, fresh)).ok, (await logIn(first.username)).ok]).toEqual([true, true])
    // the account that has verified the address is listed first now, and the other is still offered
    expect(await rowOf(second)).toMatchObject({ email_verified: true })
    const [ofProven, ofFirst] = await linksTo(email)
    expect(await reset(email, ofFirst!)).toMatchObject({ ok: true })
    expect(await reset(email, ofProven!)).toMatchObject({ ok: false })
    expect([await rowOf(first), await rowOf(second)]).toMatchObject([{ email_verified: false }, { email_verified: true }])
  })
})

describe("a new password by email [security: pre-hijack]", () => {
  test("removes the ways into the account from before its address was verified", async () => {
    const person = await app.person()
    const email = `${person.username}@example.org`
    const mobile = newMobile()
    await bind(person)
    await change(person, { mobile, mobile_verified: true })
    expect(await reset(email, (await linksTo(email))[0]!)).toMatchObject({ ok: true })
    expect(await bindings(person)).toBe(0)
    expect(await rowOf(person)).toMatchObject({ email_verified: true, mobile: "", mobile_verified: false })
  })

  test("keeps them if the address was already verified", async () => {
    const person = await app.person()
    const email = `${person.username}@example.org`
    const mobile = newMobile()
    await bind(person)
    await change(person, { mobile, mobile_verified: true, email_verified: true })
    expect(await reset(email, (await linksTo(email))[0]!)).toMatchObject({ ok: true })
    expect(await bindings(person)).toBe(1)
    expect(await rowOf(person)).toMatchObject({ email_verified: true, mobile, mobile_verified: true })
  })
})

describe("only the owner adds a way into an account [security: binding-confirmed]", () => {
  test("a third-party proof is bound in a confirmed session only [security: binding-confirmed]", async () => {
    const person = await app.person()
    await confirmedAgo(app, person, 11)
    const proof = { oauth_type: OauthType.github, openid: "1", session: "x" }
    expect(await wantsConfirmation(app, "POST /oauth/bind", proof, person)).toBe(true)
    await confirmAs(app, person)
    expect(await wantsConfirmation(app, "POST /oauth/bind", proof, person)).toBe(false)
  })

  test("a user without a password must log in again to close the account", async () => {
    const person = await app.person()
    await change(person, { password: "" })
    await confirmedAgo(app, person, 11)
    expect(await wantsConfirmation(app, "POST /user/close", {}, person)).toBe(true)
    expect(await app.call("POST /user/confirm", { password: "anything" }, person)).toMatchObject({ status: 400 })
    await confirmedAgo(app, person, 1)
    expect(await app.call("POST /user/close", {}, person)).toMatchObject({ ok: true })
  })
})
