import { beforeAll, expect, test } from "vitest"
import type { Input, Key } from "../../lib/contract/types"
import { PunishmentType } from "../../lib/contract/people/punishment.enums"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

let app: TestApp
let admin: TestUser
let person: TestUser
beforeAll(async () => {
  app = await testApp()
  ;[admin, person] = [await app.admin(), await app.person()]
})

const fieldOf = async <K extends Key>(key: K, input: Input<K>, as?: TestUser) => {
  const reply = await app.dispatch(key, input, { id: "t", ip: "203.0.113.7", user_agent: "", token: as?.token ?? "" })
  return reply.ok ? "no refusal" : reply.body.field
}

test("an error message about one input names its field, whatever its kind", async () => {
  const address = { username: "someone new", email: "new@example.com", password: "correct horse 8" }
  expect(await fieldOf("POST /user/register", address), "names have no spaces").toBe("username")
  expect(await fieldOf("POST /user", { ...address, username: "两个 字", group_id: [2] }, admin)).toBe("username")
  expect(await fieldOf("POST /user", { username: person.username, password: address.password, group_id: [2] }, admin)).toBe("username")
  expect(await fieldOf("POST /user", { username: "新来的人", password: "password1", group_id: [2] }, admin)).toBe("password")
  expect(await fieldOf("POST /user", { username: "新来的人", password: address.password, group_id: [999] }, admin)).toBe("group_id")
  expect(await fieldOf("PUT /user/password", { old_password: "not this one", new_password: "another horse 8" }, person)).toBe(
    "old_password",
  )
  expect(await fieldOf("PUT /user/password", { old_password: "not this one", new_password: "password1" }, person)).toBe("new_password")
  expect(await fieldOf("DELETE /user", { id: [person.id], password: "not this one" }, admin)).toBe("password")
  const yesterday = new Date(app.now().getTime() - 86_400_000).toISOString()
  expect(await fieldOf("POST /punishment", { user_id: [person.id], type: [PunishmentType.account], end_time: yesterday }, admin)).toBe(
    "end_time",
  )
})

test("a setting is named with its group", async () => {
  const config = [{ category: "email", name: "port", value: "99999999" }]
  expect(await fieldOf("PUT /config", { config }, admin)).toBe("email.port")
})

test("a duplicate is reported by the field that must be unique", async () => {
  const klingon = { language: "克林贡语", code: "tlh" }
  expect(await fieldOf("POST /language", klingon, admin)).toBe("no refusal")
  expect(await fieldOf("POST /language", klingon, admin)).toBe("code")
  await fieldOf("POST /favorite/folder", { title: "读过的" }, person)
  expect(await fieldOf("POST /favorite/folder", { title: "读过的" }, person)).toBe("title")
})

test("an error message that is not about an input names no field", async () => {
  expect(await fieldOf("POST /nothing" as Key, {} as never, admin)).toBeUndefined()
  expect(await fieldOf("PUT /user/profile", { id: admin.id, signature: "x" }, person)).toBeUndefined()
})
