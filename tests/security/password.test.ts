import { beforeAll, expect, test } from "vitest"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

let app: TestApp
let admin: TestUser
let group: number
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  const groups = await app.call("GET /group/list", { page: 1, size: 10 }, admin)
  if (!groups.ok) throw new Error(groups.message)
  group = groups.data.group.find(({ is_default }) => is_default)!.id
})

let count = 0
const made = async (password: string) => {
  const username = `of_any_kind_${++count}`
  return { username, reply: await app.call("POST /user", { username, password, group_id: [group] }, admin) }
}
const signsIn = async (username: string, password: string) =>
  (await app.call("POST /user/login", { username, password }, undefined, `198.51.100.${++count}`)).ok

test.each([
  ["small letters alone", "mvkqzpwtnrxl"],
  ["digits and signs alone", "84917263-0042"],
  ["Chinese", "湖边的豆架子开花了"],
  ["spaces inside", "ein kleines haus am see"],
  ["other alphabets and pictures", "пароль🫘длинный"],
  ["128 characters", "kd93-ma0x-22pq-".repeat(8) + "zwei-end"],
])("a password of %s is accepted and compared unchanged, to its last character [security: 6.2.5, 6.2.8, 6.2.9]", async (_, password) => {
  const { username, reply } = await made(password)
  expect(reply).toMatchObject({ ok: true })
  expect(await signsIn(username, password)).toBe(true)
  const other = password.toUpperCase() === password ? `${password}.` : password.toUpperCase()
  expect(await signsIn(username, other)).toBe(false)
  expect(await signsIn(username, password.slice(0, -1))).toBe(false)
  expect(await signsIn(username, `${password.slice(0, -1)}~`)).toBe(false)
})

test("seven characters are too short [security: 6.2.1]", async () => {
  expect((await made("k9-mx0q")).reply).toMatchObject({ ok: false, status: 400 })
  expect((await made("k9-mx0qz")).reply).toMatchObject({ ok: true })
})

test("a password is changed with the old one, and never expires [security: 6.2.2, 6.2.3, 6.2.10]", async () => {
  const person = await app.person()
  const change = (old_password: string) => app.call("PUT /user/password", { old_password, new_password: "湖边的豆架子开花了" }, person)
  expect(await change("not the old one")).toMatchObject({ ok: false })
  expect(await change("correct horse 7")).toMatchObject({ ok: true })
  expect(await signsIn(person.username, "湖边的豆架子开花了")).toBe(true)
})

test("a new site has one account, whose password is unpredictable [security: 6.3.2]", async () => {
  const other = await testApp()
  for (const password of ["admin", "admin123", "123456", "12345678", "password", "doujia", "root", ""])
    expect((await other.call("POST /user/login", { username: "admin", password }, undefined, `198.51.101.${++count}`)).ok).toBe(false)
  const people = await other.call("GET /user/list", { page: 1, size: 10 }, await other.admin())
  expect(people).toMatchObject({ ok: true, data: { total: 1 } })
})
