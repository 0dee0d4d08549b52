import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { createCtx } from "@/server/context"
import { sendCode } from "@/server/modules/people/verification/verification.usecases"
import { codeOf } from "@/server/modules/people/verification/code.rules"
import { codeTable } from "@/server/modules/people/verification/verification.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
})
const row = async (id: number) => (await app.database.db.select().from(userTable).where(eq(userTable.id, id)))[0]!
const set = (id: number, values: Partial<typeof userTable.$inferInsert>) =>
  app.database.db.update(userTable).set(values).where(eq(userTable.id, id))
const me = async (person: TestUser, id?: number) => {
  const reply = await app.call("GET /user", id ? { id } : {}, person)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const changed = { ok: true, status: 200 }

describe("PUT /user/email, /user/mobile", () => {
  const code = async (channel: "mail" | "sms", address: string) => {
    clock += 61_000
    await sendCode(createCtx(app, { request: { ip: `198.51.100.${Math.floor(Math.random() * 250)}` } }), {
      channel,
      address,
      type: CodeType.bind,
    })
    const sent = (await app.database.db.select().from(codeTable).where(eq(codeTable.address, address))).at(-1)!
    return codeOf(app.secret, sent)
  }

  test("a correct code verifies the address, once", async () => {
    const person = await app.person()
    const given = await code("mail", "new@example.org")
    expect(
      await app.call(
        "PUT /user/email",
        { password: "correct horse 7", email: "new@example.org", code: given === "000000" ? "111111" : "000000" },
        person,
      ),
    ).toMatchObject({ status: 400 })
    expect((await me(person)).email).toBe(`${person.username}@example.org`)
    expect(await app.call("PUT /user/email", { password: "correct horse 7", email: "new@example.org", code: given }, person)).toMatchObject(
      changed,
    )
    expect(await me(person)).toMatchObject({ email: "new@example.org", email_verified: true })
    expect(await app.call("PUT /user/email", { password: "correct horse 7", email: "new@example.org", code: given }, person)).toMatchObject(
      { status: 400 },
    )
    const short = await code("sms", "13700137000")
    expect(await app.call("PUT /user/mobile", { password: "correct horse 7", mobile: "13700137000", code: short }, person)).toMatchObject(
      changed,
    )
    expect(await me(person)).toMatchObject({ mobile: "13700137000", mobile_verified: true })
  })

  test("binding requires the password, or a recent login for accounts without one [security: 7.5.1]", async () => {
    const person = await app.person()
    const given = await code("mail", "stolen@example.org")
    expect(await app.call("PUT /user/email", { email: "stolen@example.org", code: given }, person)).toMatchObject({
      status: 400,
      message: "密码不正确",
    })
    expect((await me(person)).email).toBe(`${person.username}@example.org`)
    await set(person.id, { password: "" })
    clock += 31 * 60_000
    expect(await app.call("PUT /user/mobile", { mobile: "13500135000", code: await code("sms", "13500135000") }, person)).toMatchObject({
      status: 403,
      message: "请重新登录后再试",
    })
  })

  test("a code is valid only for its address and purpose [security: 6.6.2]", async () => {
    const person = await app.person()
    const given = await code("mail", "bound@example.org")
    expect(
      await app.call("PUT /user/email", { password: "correct horse 7", email: "elsewhere@example.org", code: given }, person),
    ).toMatchObject({ status: 400 })
  })

  test("an address verified by another account is rejected; an unverified one can be bound", async () => {
    const [first, second] = [await app.person(), await app.person()]
    await set(first.id, { email: "taken@example.org", email_verified: true, mobile: "13600136000" })
    expect(
      await app.call(
        "PUT /user/email",
        { password: "correct horse 7", email: "Taken@example.org", code: await code("mail", "taken@example.org") },
        second,
      ),
    ).toMatchObject({ status: 409, message: "这个邮箱已经绑定了别的账号" })
    expect(
      await app.call(
        "PUT /user/mobile",
        { password: "correct horse 7", mobile: "13600136000", code: await code("sms", "13600136000") },
        second,
      ),
    ).toMatchObject(changed)
    expect(await row(first.id)).toMatchObject({ mobile_verified: false })
  })
})
