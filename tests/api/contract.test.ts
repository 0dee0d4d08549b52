import { inArray } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import type { Call } from "../../lib/contract/area"
import { callOf, contract, keys, type Key } from "../../lib/contract/contract"
import { PunishmentType } from "../../lib/contract/people/punishment.enums"
import { openApiDocument } from "../../lib/contract/openapi/document"
import { permissionPath, permissionRows } from "../../lib/contract/permissions"
import { isSecretField } from "../../lib/contract/secret-input"
import { streams } from "../../lib/contract/streams"
import { createCtx, type LoggedIn } from "../../server/context"
import { endpointsOf, routesOf } from "../../server/module"
import { modules } from "../../server/modules"
import { mayUploadPicture } from "../../server/modules/library/attachment/picture.policy"
import { permissionTable, groupTable } from "../../server/modules/people/group/group.table"
import { pictureKinds } from "../../lib/rules/library/picture-rules"
import { staffWith } from "../setup/staff"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

let app: TestApp
let admin: TestUser
let user: TestUser
let other: TestUser
let punished: TestUser
/** The user who is granted and denied permissions, one call at a time. */
let staff: TestUser & { group_id: number }
let permissionIds: Map<string, number>
beforeAll(async () => {
  app = await testApp()
  ;[admin, user, other, punished, staff] = [
    await app.admin(),
    await app.person(),
    await app.person(),
    await app.person(),
    await staffWith(app),
  ]
  permissionIds = new Map((await app.database.db.select().from(permissionTable)).map((row) => [row.path, row.id]))
  expect(await app.call("POST /punishment", { user_id: [punished.id], type: [PunishmentType.account] }, admin)).toMatchObject({ ok: true })
})
const raw = async (key: string, input: unknown, as?: TestUser) => {
  const reply = await app.dispatch(key, input, { id: "t", ip: "203.0.113.9", user_agent: "", token: as?.token ?? "" })
  return reply.ok
    ? { ok: true as const, status: 200, message: "", data: reply.data }
    : { ok: false as const, status: reply.status, message: reply.body.message, field: reply.body.field }
}
const calls = keys.map((key) => [key, contract[key] as Call] as const)
const by = (...access: Call["access"][]) => calls.filter(([, call]) => access.includes(call.access))
/** Excludes logout, which would end the session that makes these calls. */
const walk = (...access: Call["access"][]) => by(...access).filter(([key]) => key !== "DELETE /user/logout")
/** Without an id, these calls return the caller's own data, so an anonymous user is asked to log in. */
const ownIfUnnamed = new Set<string>(["GET /user"])
const shapeOf = (call: Call): Record<string, z.ZodType> => ("shape" in call.input ? (call.input.shape as Record<string, z.ZodType>) : {})
const grant = (paths: string[]) =>
  app.call("PUT /group/permission", { group_id: staff.group_id, permission_id: paths.map((path) => permissionIds.get(path)!) }, admin)

describe("calls and handlers", () => {
  test("match one to one", () => {
    const handled = routesOf(modules).flatMap((module) => Object.keys(module.handlers))
    expect(handled.toSorted()).toEqual([...keys].toSorted())
    for (const { area, handlers } of routesOf(modules)) expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(area).toSorted())
  })

  test("every stream has exactly one endpoint", () => {
    expect(
      endpointsOf(modules)
        .map(({ stream }) => stream)
        .toSorted(),
    ).toEqual(Object.keys(streams).toSorted())
    expect(Object.keys(streams).filter((key) => key in contract)).toEqual([])
  })

  test("the calls whose rows are compared with If-Match declare it", () => {
    const compared = routesOf(modules).flatMap((module) => Object.keys(module.versioned ?? {}))
    expect(
      calls
        .filter(([, call]) => call.versioned)
        .map(([key]) => key)
        .toSorted(),
    ).toEqual(compared.toSorted())
  })

  test("every permission that a call requires has a row", () => {
    for (const [key, call] of calls) if (call.permission) expect(permissionIds.has(permissionPath(key)), key).toBe(true)
    expect(permissionIds.size).toBe(new Set(permissionRows().map((row) => row.path)).size)
  })
})

describe("properties of a call", () => {
  const certainlySecret = /password|secret|token|captcha/
  test.each(calls)("%s declares whether its input holds a secret", (key, call) => {
    const fields = Object.keys(shapeOf(call)).filter(isSecretField)
    // a code is secret if it proves something; a language code is not, except in calls whose input is part of the URL
    const secret = fields.some((name) => certainlySecret.test(name) || /^(GET|DELETE) /.test(key))
    if (secret) expect(call.secretInput, fields.join()).toBe(true)
    if (key.startsWith("GET ")) expect(call.secretInput).toBeUndefined()
  })
  test("a deletion with a secret is declared with a body, all others with a query", () => {
    const paths = openApiDocument("0.0.0-test").paths as Record<string, Record<string, { requestBody?: unknown; parameters?: unknown[] }>>
    for (const [key, call] of calls.filter(([key]) => key.startsWith("DELETE "))) {
      const operation = paths[key.split(" ")[1]!]!.delete!
      const fields = Object.keys(shapeOf(call)).length > 0
      expect(Boolean(operation.requestBody), key).toBe(call.secretInput === true && fields)
      expect(Boolean(operation.parameters), key).toBe(!call.secretInput && fields)
    }
  })
})

describe("a visitor [security: 8.2.1]", () => {
  test.each(by("login", "permission"))("%s returns 401", async (key) => {
    expect(await raw(key, {})).toMatchObject({ ok: false, status: 401 })
  })
  test.each(by("public"))("%s is allowed for visitors", async (key) => {
    const { status } = await raw(key, {})
    if (ownIfUnnamed.has(key)) expect(status).toBe(401)
    else expect([401, 403]).not.toContain(status)
  })
})

describe("a user", () => {
  test.each(walk("public", "login"))("%s is allowed for users", async (key) => {
    expect([401, 403]).not.toContain((await raw(key, {}, user)).status)
  })
  test.each(walk("permission"))("%s returns 403 [security: 8.2.1, 8.3.1, denied-is-403]", async (key) => {
    expect(await raw(key, {}, user)).toMatchObject({ ok: false, status: 403 })
  })
})

describe("a user sending the id of another user [security: 8.2.2]", () => {
  test.each(walk("permission"))("%s returns 403, and the other user is unchanged", async (key) => {
    expect(await raw(key, { id: user.id, user_id: user.id, group_id: 1 }, other)).toMatchObject({ ok: false, status: 403 })
  })
  test.each(["PUT /user/profile", "PUT /user/password"])("%s returns 403 for the id of another user", async (key) => {
    expect(await raw(key, { id: user.id, signature: "换了", new_password: "another horse 8" }, other)).toMatchObject({
      ok: false,
      status: 403,
    })
  })
})

describe("a user with a disabled account [security: 7.4.2, bans-hold]", () => {
  test.each(by("login", "permission"))("%s returns 401 for a disabled account", async (key) => {
    expect(await raw(key, {}, punished)).toMatchObject({ ok: false, status: 401 })
  })
})

describe("staff", () => {
  test.each(walk("permission"))(
    "%s returns 403 with every permission except its own, is allowed with that one alone, returns 403 once it is withdrawn [security: 8.2.1, rights-matrix]",
    async (key) => {
      const path = permissionPath(key as Key)
      const rest = [...permissionIds.keys()].filter((one) => one !== path)
      expect(await grant(rest)).toMatchObject({ ok: true })
      expect(await raw(key, {}, staff)).toMatchObject({ ok: false, status: 403, message: `你没有权限访问【${contract[key].title}】` })
      expect(await grant([path])).toMatchObject({ ok: true })
      expect([401, 403, 404]).not.toContain((await raw(key, {}, staff)).status)
      expect(await grant([])).toMatchObject({ ok: true })
      expect(await raw(key, {}, staff)).toMatchObject({ ok: false, status: 403 })
    },
  )

  test.each(pictureKinds.filter((kind) => kind !== "avatar" && kind !== "cover" && kind !== "report"))(
    "POST /upload/%s requires its permission; for articles the permission to publish is enough",
    async (kind) => {
      const may = async (person: TestUser) =>
        mayUploadPicture(createCtx(app, { user: await app.sessions.find(person.token) }) as LoggedIn, kind)
      const publishing = async (value: boolean) =>
        app.database.db
          .update(groupTable)
          .set({ enable_article: value })
          .where(inArray(groupTable.id, [2, staff.group_id]))
      await publishing(false)
      await grant([...permissionIds.keys()].filter((path) => path.startsWith("/api/v1/upload/") && path !== `/api/v1/upload/${kind}`))
      expect([await may(user), await may(staff), await may(admin)]).toEqual([false, false, true])
      await grant([`/api/v1/upload/${kind}`])
      expect(await may(staff)).toBe(true)
      await grant([])
      await publishing(true)
      expect([await may(user), await may(staff)]).toEqual(kind === "article" ? [true, true] : [false, false])
    },
  )
})

test("POST /upload/cover accepts covers from users with the permission to change documents", async () => {
  const may = async (person: TestUser) =>
    mayUploadPicture(createCtx(app, { user: await app.sessions.find(person.token) }) as LoggedIn, "cover")
  await grant([])
  expect([await may(user), await may(staff), await may(admin)]).toEqual([false, false, true])
  await grant([permissionPath("PUT /document")])
  expect(await may(staff)).toBe(true)
  await grant([])
})

describe("input validation [security: 2.2.1, 2.2.2, 15.3.5, ui-rules-raw]", () => {
  test.each(calls.filter(([, call]) => Object.keys(shapeOf(call)).length > 0))(
    "%s answers wrong types with 400 and a Chinese message",
    async (key, call) => {
      const wrong = Object.fromEntries(Object.keys(shapeOf(call)).map((name) => [name, { not: "this" }]))
      const reply = await raw(key, wrong, admin)
      expect(reply).toMatchObject({ ok: false, status: 400 })
      expect(reply.message).toMatch(/\p{Script=Han}/u)
    },
  )

  const notFilters = new Set(["wd", "order", "sort", "field", "own", "with_document_title"])
  test.each(calls.filter(([, call]) => "limit" in shapeOf(call)))("%s treats an empty filter and `all` as any", (_, call) => {
    for (const name of Object.keys(shapeOf(call)).filter((name) => !notFilters.has(name)))
      for (const any of ["", "all"])
        expect((call.input.parse({ [name]: any }) as Record<string, unknown>)[name], `${name}=${any}`).toBeUndefined()
  })

  test.each(calls.filter(([, call]) => !call.input.safeParse({}).success))("%s names missing fields in Chinese", async (key) => {
    const reply = await raw(key, {}, admin)
    expect(reply).toMatchObject({ ok: false, status: 400 })
    expect(reply.message).toMatch(/\p{Script=Han}/u)
    expect(reply.message).not.toMatch(/[A-Z][a-z]+ input|undefined|expected/)
  })

  /** Values of which at least one is valid for most fields; the other fields are listed separately. */
  const fitting: unknown[] = [
    1,
    "aaaaaaaa",
    "a@example.com",
    "13800138000",
    "123456",
    "2026-01-01T00:00:00Z",
    "b1946ac92492d2347c6235b4d2611184",
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "login",
    "mail",
    "zh",
    "/a",
    [1],
    ["aaaaaaaa"],
    ["read"],
    ["order.paid"],
    [{ attachment_id: 1, title: "标题" }],
    [{ category: "system", name: "sitename", value: "x" }],
    [{ kind: 1, id: 1 }],
    3,
    true,
  ]
  const filled = (call: Call) =>
    Object.fromEntries(
      Object.entries(shapeOf(call)).map(([name, field]) => [name, fitting.find((value) => field.safeParse(value).success)] as const),
    )
  const wrongFields = calls.flatMap(([key, call]) =>
    Object.entries(shapeOf(call))
      .filter(([, field]) => !field.safeParse({ not: "this" }).success)
      .map(([name]) => [key, name, call] as const),
  )
  test("more than 400 fields reject some value", () => expect(wrongFields.length).toBeGreaterThan(400))
  test.each(wrongFields)("%s names the field %s in a rejection", async (key, name, call) => {
    const reply = await raw(key, { ...filled(call), [name]: { not: "this" } }, admin)
    expect(reply).toMatchObject({ ok: false, status: 400, field: expect.stringMatching(new RegExp(`^${name}(\\.|$)`)) })
  })

  test.each(calls)("%s ignores unknown fields", async (key, call) => {
    const unknown = { unknown_field: "x", ["__proto__"]: { root: true }, constructor: 1, is_admin: true }
    const [plain, more] = [call.input.safeParse({}), call.input.safeParse(unknown)]
    expect(more.success).toBe(plain.success)
    if (!plain.success) return
    expect(more.data).toEqual(plain.data)
    // a call that reads leaves its caller as it was
    const [first, second] = key.startsWith("GET ") ? [user, other] : [await app.person(), await app.person()]
    expect((await raw(key, unknown, second)).status).toBe((await raw(key, {}, first)).status)
  })

  /** Extreme values that a field must still accept. */
  const nasty: unknown[] = [
    "aaaaaaaa\u0000\ud800'\"\\%_",
    "aaaaaaaa'\"\\%_",
    999_999_999_999_999,
    -999_999_999_999_999,
    ["aaaaaaaa\u0000\ud800"],
    [999_999_999_999_999],
    true,
  ]
  test.each(walk("public", "login", "permission").filter(([, call]) => Object.keys(shapeOf(call)).length > 0))(
    "%s never returns 500, whatever the input",
    async (key, call) => {
      for (const values of [nasty, nasty.toReversed()]) {
        const input = Object.fromEntries(
          Object.entries(shapeOf(call)).flatMap(([name, field]) =>
            name === "config"
              ? []
              : values
                  .filter((value) => field.safeParse(value).success)
                  .slice(0, 1)
                  .map((value) => [name, value]),
          ),
        )
        expect((await raw(key, input, admin)).status, JSON.stringify(input)).not.toBe(500)
      }
    },
  )

  test("an undeclared call returns 404", async () => {
    expect(await app.dispatch("GET /nothing", {}, { id: "t", ip: "", user_agent: "", token: "" })).toMatchObject({
      ok: false,
      status: 404,
      body: { code: 5 },
    })
    expect(await raw("GET constructor", {})).toMatchObject({ ok: false, status: 404 })
    expect(callOf("GET toString")).toBeUndefined()
  })
})

test("a response without its zero values is parsed with the zeros restored", () => {
  const list = callOf("GET /document/list")!.output.parse({})
  expect(list).toEqual({ total: 0, document: [] })
  const settings = callOf("GET /settings")!.output.parse({ system: { sitename: "另一个库" } }) as {
    system: Record<string, unknown>
    security: { is_close: boolean }
    language: unknown[]
  }
  expect(settings.system.sitename).toBe("另一个库")
  expect(settings.system.icp).toBe("")
  expect(settings.security.is_close).toBe(false)
  expect(settings.language).toEqual([])
  const document = callOf("GET /document")!.output.parse({
    id: 1,
    uuid: "0a",
    title: "样例",
    created_at: "0001-01-01T00:00:00Z",
  }) as Record<string, unknown>
  expect(document).toMatchObject({ status: 0, price: 0, created_at: null, category: [], page_sizes: [], user: null })
})
