import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { account } from "@/lib/contract/people/account"
import { callOf, keys } from "@/lib/contract/contract"
import type { Key } from "@/lib/contract/types"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { createCtx } from "@/server/context"
import { userTable } from "@/server/modules/people/user/user.table"
import { codeOf } from "@/server/modules/people/verification/code.rules"
import { codeTable } from "@/server/modules/people/verification/verification.table"
import { sendCode } from "@/server/modules/people/verification/verification.usecases"
import { password } from "../../setup/accounts"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/*
 * The attempts of a thief with an old, unconfirmed session: every call and field that opens, recovers or locks an account demands the password,
 * a code sent to the owner, or a recent login.
 */

let app: TestApp
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
})
const rowOf = async (id: number) => (await app.database.db.select().from(userTable).where(eq(userTable.id, id)))[0]!
const set = (id: number, values: Partial<typeof userTable.$inferInsert>) =>
  app.database.db.update(userTable).set(values).where(eq(userTable.id, id))

/** A user whose session was opened two hours ago: a stolen one, as far as the server can tell. */
const victim = async (values: Partial<typeof userTable.$inferInsert> = {}, base?: TestUser): Promise<TestUser> => {
  const person = base ?? (await app.person())
  if (Object.keys(values).length) await set(person.id, values)
  clock += 2 * 3_600_000
  await confirmedAgo(app, person, 120)
  return person
}
const codeFor = async (channel: "mail" | "sms", address: string) => {
  clock += 61_000
  const request = { ip: `198.51.100.${Math.floor(Math.random() * 250)}` }
  await sendCode(createCtx(app, { request }), { channel, address, type: CodeType.bind })
  const sent = (await app.database.db.select().from(codeTable).where(eq(codeTable.address, address))).at(-1)!
  return codeOf(app.secret, sent)
}

/** The fields of one's own profile. A new field needs a decision here. */
const profileFields: Record<string, string> = {
  id: "says whose profile",
  username: "public; the password stays the same",
  realname: "display",
  identity: "display",
  email: "opens: receives the link that sets a new password",
  mobile: "opens: receives the code that logs in",
  address: "display",
  signature: "display",
  avatar: "an image of one's own",
  remark: "staff only",
  code: "a proof",
  password: "a proof",
}

/** Every call of a logged-in user that changes an account: how it is protected. A new call needs a decision here. */
const decisions: Record<string, "confirmed" | "password" | "mixed" | { harmless: string }> = {
  "PUT /user/profile": "password",
  "PUT /user/password": "password",
  "PUT /user/email": "password",
  "PUT /user/mobile": "password",
  "POST /user/close": "password",
  "POST /user": "confirmed",
  "PUT /user": "confirmed",
  "DELETE /user/factor": "confirmed",
  "POST /user/token": "confirmed",
  "POST /user/totp": "confirmed",
  "PUT /user/totp": "confirmed",
  "DELETE /user/totp": "confirmed",
  "POST /user/passkey/begin": "confirmed",
  "POST /user/passkey": "confirmed",
  "DELETE /user/passkey": "confirmed",
  "POST /user/recovery": "confirmed",
  "POST /oauth/bind": "confirmed",
  "DELETE /user/oauth": "confirmed",
  "DELETE /user": { harmless: "asks for the operator's password in its use case (tests/api/people/privacy-closing.test.ts)" },
  "DELETE /user/session": { harmless: "the owner logs in again" },
  "DELETE /user/token": { harmless: "closes a way in" },
  "PUT /user/passkey": { harmless: "renames it" },
  "PUT /user/sign": { harmless: "daily sign-in" },
  "DELETE /user/close": { harmless: "keeps the account" },
}

describe("ways into an account [security: confirmed-actions]", () => {
  test("every field of one's own profile is decided", () => {
    const profile = account["PUT /user/profile"].input
    expect(Object.keys(profile.shape).toSorted()).toEqual(Object.keys(profileFields).toSorted())
  })

  test("every call of a logged-in user that changes an account is decided", () => {
    const changing = keys.filter(
      (key) => /^(POST|PUT|DELETE) \/(user|oauth)\b/.test(key) && callOf(key)?.access !== "public" && key !== "POST /user/confirm",
    )
    const missing = changing.filter((key) => !(key in decisions) && callOf(key)?.allowedWithoutFactor !== true)
    expect(missing).toEqual([])
  })

  test.each(Object.keys(decisions).filter((key) => decisions[key] === "confirmed") as Key[])(
    "%s is refused in an old session",
    async (key) => {
      const person = await victim({}, await app.admin())
      expect(await wantsConfirmation(app, key, {}, person)).toBe(true)
    },
  )

  const steals: readonly [string, Key, (address: string, code: string) => object, object][] = [
    ["a first e-mail address", "PUT /user/profile", (email) => ({ email }), { email: "" }],
    ["a first e-mail address with its code", "PUT /user/profile", (email, code) => ({ email, code }), { email: "" }],
    ["another e-mail address", "PUT /user/profile", (email, code) => ({ email, code, password }), {}],
    ["e-mail address and everything else of the row", "PUT /user/profile", (email) => ({ email, signature: "换了", address: "某地" }), {}],
    ["an e-mail address, bound", "PUT /user/email", (email, code) => ({ email, code }), { email: "" }],
    [
      "an e-mail address, bound, with a wrong password",
      "PUT /user/email",
      (email, code) => ({ email, code, password: "wrong horse 1" }),
      {},
    ],
    ["a password", "PUT /user/password", () => ({ new_password: "stolen horse 9" }), {}],
    ["a first password", "PUT /user/password", () => ({ new_password: "stolen horse 9" }), { password: "" }],
    ["closing the account", "POST /user/close", () => ({}), {}],
  ]
  test.each(steals)("%s: an old session changes nothing (%s)", async (_, key, input, values) => {
    const { password: hash } = await rowOf((await app.admin()).id)
    for (const base of [undefined, await app.admin()]) {
      const person = await victim(values, base)
      const before = await rowOf(person.id)
      const email = `thief${person.id}-${clock}@example.org`
      const reply = await app.call(key, input(email, await codeFor("mail", email)), person)
      expect([400, 403, 409]).toContain(reply.status)
      expect(await rowOf(person.id)).toEqual(before)
      await set(person.id, { email, password: hash })
    }
  })

  test("the first mobile number is as protected, also that of staff", async () => {
    const admin = await victim({ mobile: "" }, await app.admin())
    const code = await codeFor("sms", "13700000001")
    expect(await app.call("PUT /user/profile", { mobile: "13700000001" }, admin)).toMatchObject({
      status: 400,
      message: "请填写发到这个手机号的验证码",
    })
    expect(await app.call("PUT /user/profile", { mobile: "13700000001", code }, admin)).toMatchObject({
      status: 400,
      message: "密码不正确",
    })
    expect((await rowOf(admin.id)).mobile).toBe("")
  })

  test("with code and password the first address is set and proven; the code works once", async () => {
    const person = await victim({ email: "", mobile: "" })
    const email = `mine${person.id}@example.org`
    const code = await codeFor("mail", email)
    expect(await app.call("PUT /user/profile", { email, mobile: "13700000002", code, password }, person)).toMatchObject({ status: 400 })
    expect(await app.call("PUT /user/profile", { email, code, password, signature: "一起改" }, person)).toMatchObject({ ok: true })
    expect(await rowOf(person.id)).toMatchObject({ email, email_verified: true, signature: "一起改", mobile: "" })
    const other = await victim({ email: "" })
    expect(await app.call("PUT /user/profile", { email, code, password }, other)).toMatchObject({ status: 400 })
    expect((await rowOf(other.id)).email).toBe("")
  })

  test("an unchanged address is no change, so clients may send the whole row", async () => {
    const person = await victim({ mobile: "13700000003" })
    const { email, mobile } = await rowOf(person.id)
    expect(await app.call("PUT /user/profile", { email, mobile, signature: "只改这里" }, person)).toMatchObject({ ok: true })
    expect(await rowOf(person.id)).toMatchObject({ email, mobile, signature: "只改这里" })
  })
})
