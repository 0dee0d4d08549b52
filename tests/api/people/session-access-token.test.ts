import { beforeAll, describe, expect, test } from "vitest"
import type { Call } from "@/lib/contract/area"
import { contract, keys, type Key } from "@/lib/contract/contract"
import { ErrorCode } from "@/lib/contract/error-code"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { scopeOf } from "@/lib/contract/people/session.scopes"
import { streams, type Stream, type StreamKey } from "@/lib/contract/streams"
import { maxTokens, tokenScopeNames, type TokenScope } from "@/lib/contract/people/session.token-scopes"
import { createCtx } from "@/server/context"
import { requireAccess } from "@/server/wire/access"
import { renewPassword } from "@/server/modules/people/account/account.usecases"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { createRateLimits } from "@/server/security/rate-limits"
import { confirmedAgo } from "../../setup/confirmation"
import { shopOf } from "../../setup/shop"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* Access tokens for programs (docs/decisions/151). */

let app: TestApp
let admin: TestUser
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
  admin = await app.admin()
})
const all = [...tokenScopeNames]
const make = async (person: TestUser, scope: TokenScope[], days = 30) => {
  const reply = await app.call("POST /user/token", { name: "脚本", scope, days }, person)
  if (!reply.ok) throw new Error(reply.message)
  return { id: reply.data.id, token: reply.data.token, as: { ...person, token: reply.data.token } }
}
const ask = async (key: string, as: TestUser, input: unknown = {}, more = {}) => {
  const reply = await app.dispatch(key, input, { id: "t", ip: "203.0.113.9", user_agent: "", token: as.token, ...more })
  return reply.ok ? { status: 200, message: "" } : { status: reply.status, message: reply.body.message, code: reply.body.code }
}
const calls = keys.map((key) => [key, scopeOf(key, contract[key] as Call)] as const)
const aboutTokens = /访问令牌/

describe("every call and its scope [security: 8.2.1, access-token-scope]", () => {
  const tokens = new Map<string, TestUser>()
  beforeAll(async () => {
    tokens.set("all", (await make(admin, all)).as)
    for (const one of all) {
      tokens.set(`with ${one}`, (await make(admin, [one])).as)
      tokens.set(
        `without ${one}`,
        (
          await make(
            admin,
            all.filter((other) => other !== one),
          )
        ).as,
      )
    }
  })
  test.each(calls.filter(([, scope]) => scope === null))("%s accepts no token, whatever its scopes", async (key) => {
    expect(await ask(key, tokens.get("all")!)).toMatchObject({ status: 403, message: expect.stringMatching(aboutTokens) as string })
  })
  test.each(calls.filter(([, scope]) => scope !== null))(
    "%s returns 403 without %s, and does not mention tokens with it alone",
    async (key, scope) => {
      expect(await ask(key, tokens.get(`without ${scope}`)!)).toMatchObject({
        status: 403,
        message: expect.stringMatching(aboutTokens) as string,
      })
      expect((await ask(key, tokens.get(`with ${scope}`)!)).message).not.toMatch(aboutTokens)
    },
  )
  test.each(Object.entries(streams as Record<string, Stream>))("%s applies the same rule to files and events", async (key, entry) => {
    const scope = scopeOf(key, entry)
    const enter = async (as: TestUser) => {
      const user = await app.sessions.find(as.token)
      await requireAccess(app.admit, key as StreamKey, entry, createCtx(app, { user, request: { ip: "203.0.113.9" } }))
    }
    await expect(enter(tokens.get(scope ? `without ${scope}` : "all")!)).rejects.toMatchObject({ code: ErrorCode.permissionDenied })
    if (scope) await enter(tokens.get(`with ${scope}`)!)
  })
  test("calls that open an account, spend money or require the password again accept no token", () => {
    const closed =
      /^\S+ \/user\/(login|register|confirm|password|email|mobile|session|token|factor|totp|passkey|recovery|export|close|oauth|logout|findpassword)|^(POST|PUT|DELETE) \/order|^\S+ \/oauth\//
    for (const [key, scope] of calls) {
      if ((contract[key] as Call).confirmed) expect([key, scope]).toEqual([key, null])
      if (closed.test(key) && (contract[key] as Call).access !== "permission") expect([key, scope]).toEqual([key, null])
    }
  })
})

test("it is created only after a password check, shown once, and stored as a hash [security: 11.4.1, access-token-secret]", async () => {
  const person = await app.person()
  await confirmedAgo(app, person, 11)
  expect(await ask("POST /user/token", person, { name: "x", scope: ["read"], days: 7 })).toMatchObject({
    code: ErrorCode.confirmationRequired,
  })
  await confirmedAgo(app, person, 1)
  const { token } = await make(person, ["document", "read"])
  expect(token).toMatch(/^dj_[\w-]{43}$/)
  const listed = await app.call("GET /user/token", {}, person)
  expect(listed).toMatchObject({ ok: true, data: { token: [{ name: "脚本", scope: ["read", "document"], hint: token.slice(0, 7) }] } })
  const seen = [
    listed,
    await app.call("GET /user/export", {}, person),
    await app.call("GET /audit/list", {}, admin),
    (await app.database.pool.query("select * from access_token")).rows,
    (await app.database.pool.query("select * from security_event")).rows,
  ]
  expect(JSON.stringify(seen)).not.toContain(token.slice(8))
  const hash = (await app.database.pool.query<{ hash: string }>("select hash from access_token where user_id = $1", [person.id])).rows[0]!
    .hash
  expect(JSON.stringify(seen.slice(0, 3))).not.toContain(hash)
  expect(JSON.stringify(seen[1])).toContain('"access_token":[{')
})

test("its first use from an address is recorded", async () => {
  const person = await app.person()
  const { as } = await make(person, ["read"])
  expect(await app.call("GET /user/token", {}, person)).toMatchObject({ data: { token: [{ last_used_ip: "" }] } })
  await app.call("GET /user", {}, as, "198.51.100.4")
  const reply = await app.call("GET /user/token", {}, person)
  expect(reply).toMatchObject({ data: { token: [{ last_used_ip: "198.51.100.4", last_used_at: expect.any(String) as string }] } })
})

describe("it ends [security: 7.4.1, access-token-ends]", () => {
  const dead = async (as: TestUser) => expect(await ask("GET /user/group", as)).toMatchObject({ status: 401 })
  const alive = async (as: TestUser) => expect(await ask("GET /user/group", as)).toMatchObject({ status: 200 })
  test("when its owner revokes it; other users and the token itself cannot", async () => {
    const [person, other] = [await app.person(), await app.person()]
    const { id, as } = await make(person, all)
    await alive(as)
    expect((await ask("DELETE /user/token", other, { id })).status).toBe(404)
    expect((await ask("DELETE /user/token", as, { id })).status).toBe(403)
    await alive(as)
    expect((await ask("DELETE /user/token", person, { id })).status).toBe(200)
    await dead(as)
  })
  test("after its number of days", async () => {
    const { as } = await make(await app.person(), ["read"], 7)
    clock = 7 * 86_400_000 - 60_000
    await alive(as)
    clock = 7 * 86_400_000 + 1_000
    await dead(as)
    clock = 0
  })
  test("with a new password, set by its owner or at the terminal; tokens of other users stay", async () => {
    const [person, other] = [await app.person(), await app.person()]
    const [one, theirs] = [await make(person, ["read"]), await make(other, ["read"])]
    const changed = await app.call("PUT /user/password", { old_password: "correct horse 7", new_password: "battery staple 8" }, person)
    expect(changed).toMatchObject({ ok: true })
    await dead(one.as)
    const again = await make(person, ["read"])
    await renewPassword(app.database.db, person.username)
    await dead(again.as)
    await alive(theirs.as)
  })
  test("while its owner is locked out", async () => {
    const person = await app.person()
    const { as } = await make(person, ["read"])
    await app.call("POST /punishment", { user_id: [person.id], type: [PunishmentType.account] }, admin)
    await dead(as)
  })
  test("a token that was never created belongs to no user", async () => {
    await dead({ id: 1, username: "admin", token: `dj_${"a".repeat(43)}` })
    expect((await ask("GET /settings", { id: 1, username: "", token: "dj_x" })).status).toBe(200)
  })
})

describe("permissions of staff [security: 8.3.1, access-token-scope]", () => {
  test("require the scope for them, are the current ones, and exclude calls that require the password", async () => {
    const staff = await staffWith(app, "BannerAPI/ListBanner", "BannerAPI/DeleteBanner")
    const [plain, full] = [
      await make(
        staff,
        all.filter((one) => one !== "admin"),
      ),
      await make(staff, ["admin"]),
    ]
    expect((await ask("DELETE /banner", plain.as, { id: [9] })).status).toBe(403)
    expect((await ask("DELETE /banner", full.as, { id: [9] })).status).toBe(200)
    expect((await ask("DELETE /friendlink", full.as, { id: [9] })).message).toMatch(/你没有权限/)
    await app.database.pool.query("delete from user_group where group_id = $1", [staff.group_id])
    expect((await ask("DELETE /banner", full.as, { id: [9] })).status).toBe(403)
  })
  test("settings of user 1 stay reserved for user 1, with the password", async () => {
    const { as } = await make(admin, ["admin"])
    const change = { config: [{ category: "email", name: "password", value: "another secret" }] }
    expect(await ask("PUT /config", as, change)).toMatchObject({ status: 403, code: ErrorCode.confirmationRequired })
  })
  test("a closed site accepts tokens of staff with that scope only", async () => {
    const [reads, administers] = [await make(admin, ["read"]), await make(admin, ["read", "admin"])]
    await saveSettings(createCtx(app), "security", { is_close: true })
    const seen = [(await ask("GET /favorite/list", reads.as)).status, (await ask("GET /favorite/list", administers.as)).status]
    await saveSettings(createCtx(app), "security", { is_close: false })
    expect(seen).toEqual([403, 200])
  })
})

describe("a token is not a login [security: access-token-scope]", () => {
  test("in a cookie it opens neither pages nor files", async () => {
    const { as } = await make(await app.person(), all)
    expect((await ask("GET /user/group", as, {}, { rendering: true })).status).toBe(401)
    await saveSettings(createCtx(app), "security", { login_required: true })
    const site = await siteOf(app)
    const status = async (headers: Record<string, string>) => (await fetch(`${site}/view/watermark.svg`, { headers })).status
    const seen = [await status({ cookie: `doujia_session=${as.token}` }), await status({ authorization: `Bearer ${as.token}` })]
    await saveSettings(createCtx(app), "security", { login_required: false })
    expect(seen[0]).toBe(401)
    expect(seen[1]).not.toBe(401)
  })
  test("it never becomes a cookie", async () => {
    const person = await app.person()
    const { as } = await make(person, all)
    const site = await siteOf(app)
    const cookies = async (token: string) =>
      (await fetch(`${site}/api/v1/user`, { headers: { authorization: `Bearer ${token}` } })).headers.getSetCookie().join(" ")
    expect(await cookies(person.token)).toContain(person.token)
    expect(await cookies(as.token)).not.toContain("doujia_session")
  })
  test("a download that it started ends with it", async () => {
    const [person, author] = [await app.person(), await app.person()]
    const document = await shopOf(app).document(author, "令牌下载", {})
    const { id, as } = await make(person, ["download"])
    const begun = await app.call("GET /document/download", { id: document.id }, as)
    const site = await siteOf(app)
    const look = async () => (await fetch(site + (begun.ok ? begun.data.url : ""), { method: "HEAD" })).status
    expect(await look()).toBe(200)
    await app.call("DELETE /user/token", { id }, person)
    expect(await look()).not.toBe(200)
  })
  test("it spends no credits, not even where old clients buy by downloading", async () => {
    const shop = shopOf(app)
    const [buyer, author] = [await shop.buyer(1_000), await shop.buyer()]
    const document = await shop.document(author, "要钱的", { price: 5 })
    await shop.set("download", { enable_direct_purchase: true })
    const { as } = await make(buyer, ["download"])
    expect(await ask("GET /document/download", as, { id: document.id })).toMatchObject({ code: ErrorCode.purchaseRequired })
    expect((await ask("GET /document/download", buyer, { id: document.id })).status).toBe(200)
    await shop.set("download", { enable_direct_purchase: false })
  })
})

describe("limits", () => {
  test("twenty at a time, also if many are created in parallel", async () => {
    const person = await app.person()
    const replies = await Promise.all(
      Array.from({ length: maxTokens + 4 }, () => app.call("POST /user/token", { name: "多", scope: ["read"], days: 7 }, person)),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(maxTokens)
    expect(replies.find(({ ok }) => !ok)).toMatchObject({ status: 409 })
  })
  test("all tokens of a user share one count, whatever they call [security: 2.4.1]", async () => {
    const person = await app.person()
    const admit = createRateLimits(app.database.pool, 4 / 600)
    const users = await Promise.all([make(person, ["read"]), make(person, ["read"])])
    const key: Key = "GET /stats"
    const enter = async (token: string) =>
      requireAccess(
        admit,
        key,
        contract[key] as Call,
        createCtx(app, { user: await app.sessions.find(token), request: { ip: "203.0.113.9" } }),
      )
    for (const { token } of [...users, ...users]) await enter(token)
    await expect(enter(users[0].token)).rejects.toMatchObject({ code: ErrorCode.resourceExhausted })
    await requireAccess(admit, key, contract[key] as Call, createCtx(app, { user: await app.sessions.find(person.token) }))
  })
})

test("its creation and its end are security events, and its owner is notified", async () => {
  const person = await app.person()
  await app.database.pool.query(`update "user" set email_verified = true where id = $1`, [person.id])
  const { id } = await make(person, ["read"])
  await app.call("DELETE /user/token", { id }, person)
  const { rows } = await app.database.pool.query<{ type: number; detail: string; notice_to: string }>(
    "select type, detail, notice_to from security_event where user_id = $1 and type in (32, 33) order by id",
    [person.id],
  )
  expect(rows).toEqual([
    { type: 32, detail: "脚本", notice_to: `${person.username}@example.org` },
    { type: 33, detail: "脚本", notice_to: "" },
  ])
  await until(async () => (await app.queue.state()).some(({ name }) => name === "security-notice"))
})
