import { beforeAll, describe, expect, test } from "vitest"
import { callOf, contract, keys } from "../../lib/contract/contract"
import type { Call } from "../../lib/contract/area"
import { testApp, type TestApp } from "../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const raw = (key: string, input: unknown, token = "") => app.dispatch(key, input, { id: "t", ip: "203.0.113.9", user_agent: "", token })
const calls = keys.map((key) => [key, contract[key] as Call] as const)

describe("every call of the contract", () => {
  test.each(calls.filter(([, call]) => call.access !== "public"))("%s refuses a stranger", async (key) => {
    expect(await raw(key, {})).toMatchObject({ ok: false, status: 401 })
  })

  test.each(calls.filter(([, call]) => call.access === "permission"))("%s refuses who lacks the permission", async (key) => {
    expect(await raw(key, {}, (await app.person()).token)).toMatchObject({ ok: false, status: 403 })
  })

  test.each(calls)("%s ignores fields it does not know", async (key) => {
    const { token } = await app.person()
    const plain = await raw(key, {}, token)
    const more = await raw(key, { unknown_field: "x", __proto__: { root: true }, constructor: 1 }, token)
    if (key === "DELETE /user/logout") return expect(more.ok).toBe(true)
    expect(more.ok).toBe(plain.ok)
  })

  test.each(calls.filter(([, call]) => "shape" in call.input && Object.keys(call.input.shape as object).length > 0))("%s answers wrong types with 400 and Chinese words", async (key, call) => {
    const { token } = await app.person()
    const shape = (call.input as unknown as { shape: Record<string, unknown> }).shape
    const wrong = Object.fromEntries(Object.keys(shape).map((name) => [name, { not: "this" }]))
    const reply = await raw(key, wrong, token)
    expect(reply).toMatchObject({ ok: false, status: 400 })
    if (!reply.ok) expect(reply.body.message).toMatch(/\p{Script=Han}/u)
  })

  test("an undeclared call does not exist", async () => {
    expect(await raw("GET /nothing", {})).toMatchObject({ ok: false, status: 404, body: { code: 5 } })
    expect(await raw("GET constructor", {})).toMatchObject({ ok: false, status: 404 })
    expect(callOf("GET toString")).toBeUndefined()
  })

  test("an empty answer of a server that leaves zeros out parses to the same zeros", () => {
    const list = callOf("GET /document/list")!.output.parse({})
    expect(list).toEqual({ total: 0, document: [] })
    const settings = callOf("GET /settings")!.output.parse({ system: { sitename: "另一个库" } }) as { system: Record<string, unknown>; security: { is_close: boolean }; language: unknown[] }
    expect(settings.system.sitename).toBe("另一个库")
    expect(settings.system.icp).toBe("")
    expect(settings.security.is_close).toBe(false)
    expect(settings.language).toEqual([])
    const document = callOf("GET /document")!.output.parse({ id: 1, uuid: "0a", title: "样例", created_at: "0001-01-01T00:00:00Z" }) as Record<string, unknown>
    expect(document).toMatchObject({ status: 0, price: 0, created_at: null, category: [], page_sizes: [], user: null })
  })
})
