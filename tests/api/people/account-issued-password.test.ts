import { beforeAll, expect, test } from "vitest"
import { renewPassword } from "@/server/modules/people/account/account.usecases"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const issued = async (as: TestUser) => {
  const reply = await app.call("GET /user", {}, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.password_issued
}
const logIn = async (username: string, secret: string): Promise<TestUser> => {
  const reply = await app.call("POST /user/login", { username, password: secret })
  if (!reply.ok) throw new Error(reply.message)
  return { id: reply.data.user.id, username, token: reply.data.token }
}
const chosenPassword = "only I know this 9"

test("the first password is marked as issued until its owner changes it, and nothing is blocked meanwhile [security: first-password-notice]", async () => {
  const admin = await app.admin()
  expect(await issued(admin)).toBe(true)
  expect(await app.call("PUT /config", { config: [{ category: "system", name: "title", value: "可以工作" }] }, admin)).toMatchObject({
    ok: true,
  })
  expect(await issued(await app.person())).toBe(false)
})

test("a password issued by staff or at the terminal of the operator is marked too [security: first-password-notice]", async () => {
  const admin = await app.admin()
  const [group] = (await app.call("GET /user", {}, await app.person()).then((reply) => (reply.ok ? reply.data.group_id : []))) as number[]
  await app.call("POST /user", { username: "newcomer", password: "given by staff 7", group_id: [group!] }, admin)
  const newcomer = await logIn("newcomer", "given by staff 7")
  expect(await issued(newcomer)).toBe(true)
  expect(await app.call("PUT /user/password", { old_password: "given by staff 7", new_password: chosenPassword }, newcomer)).toMatchObject({
    ok: true,
  })
  expect(await issued(newcomer)).toBe(false)

  await app.call("PUT /user/password", { id: newcomer.id, new_password: "given by staff 8" }, admin)
  expect(await issued(await logIn("newcomer", "given by staff 8"))).toBe(true)
  const person = await app.person()
  await app.call("PUT /user", { id: person.id, group_id: [group!], password: "given by staff 9" }, admin)
  expect(await issued(await logIn(person.username, "given by staff 9"))).toBe(true)
  const renewed = await renewPassword(app.database.db, person.username, app.passwords)
  expect(await issued(await logIn(person.username, renewed!))).toBe(true)
})
