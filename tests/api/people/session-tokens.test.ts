import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { SignJWT } from "jose"
import { beforeAll, describe, expect, test } from "vitest"
import { keys } from "@/lib/contract/contract"
import { sessionTable } from "@/server/modules/people/session/session.table"
import { signToken, verifyToken, type Purpose } from "@/server/security/token"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
})
const done = { ok: true, status: 200 }
const refused = { ok: false, status: 401 }
const read = (token: string, on = app) => on.call("GET /user", {}, { id: 0, username: "", token })
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { sub: string; jti: string; aud: string }
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
const inAnHour = () => new Date(app.now().getTime() + 3_600_000)
const login = async (person: TestUser, on = app) => {
  const reply = await on.call("POST /user/login", { username: person.username, password: "correct horse 7" })
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.token
}

describe("a token is valid for its purpose only [security: 9.2.2, 9.2.3, 9.2.4, token-kinds]", () => {
  const purposes: Purpose[] = ["download", "device", "reset", "oauth", "appeal"]
  test.each(purposes)("a token for %s opens no session, and a session token is valid for none of these", async (purpose) => {
    const { token } = await app.person()
    const { sub, jti } = claimsOf(token)
    expect(await read(await signToken(app.secret, purpose, { sub, jti }, inAnHour(), app.now()))).toMatchObject(refused)
    expect(await verifyToken(app.secret, purpose, token, app.now())).toBeNull()
    expect(await verifyToken(app.secret, "session", token, app.now())).toMatchObject({ sub, jti })
  })
})

describe("a forged token is rejected [security: 9.1.1, 9.1.2, default-secrets]", () => {
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const forgeries: Record<string, (token: string) => string | Promise<string>> = {
    "alg none": (token) => `${encoded({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`,
    "alg none with the old signature": (token) => `${encoded({ alg: "none" })}.${token.split(".").slice(1).join(".")}`,
    "alg NONE": (token) => `${encoded({ alg: "NONE" })}.${token.split(".")[1]}.`,
    "RS256 by a key of theirs": (token) => new SignJWT({ ...claimsOf(token) }).setProtectedHeader({ alg: "RS256" }).sign(key.privateKey),
    "RS256 in the header, our secret as HMAC": (token) => {
      const body = `${encoded({ alg: "RS256", typ: "JWT" })}.${token.split(".")[1]}`
      return `${body}.${createHmac("sha256", app.secret).update(body).digest("base64url")}`
    },
    "HS256 by a public key": (token) => {
      const body = `${encoded({ alg: "HS256", typ: "JWT" })}.${token.split(".")[1]}`
      return `${body}.${createHmac("sha256", key.publicKey.export({ type: "spki", format: "pem" }))
        .update(body)
        .digest("base64url")}`
    },
    "HS384 by our own secret": (token) => new SignJWT({ ...claimsOf(token) }).setProtectedHeader({ alg: "HS384" }).sign(app.secret),
    "a key named in the header": (token) =>
      new SignJWT({ ...claimsOf(token) })
        .setProtectedHeader({ alg: "RS256", jwk: key.publicKey.export({ format: "jwk" }) as object })
        .sign(key.privateKey),
    "another's claims under this signature": (token) =>
      [token.split(".")[0], encoded({ ...claimsOf(token), sub: "1" }), token.split(".")[2]].join("."),
    "user 1 under this session's id": (token) =>
      signToken(app.secret, "session", { sub: "1", jti: claimsOf(token).jti }, inAnHour(), app.now()),
    "a session that never was": (token) =>
      signToken(app.secret, "session", { sub: claimsOf(token).sub, jti: randomUUID() }, inAnHour(), app.now()),
    "another issuer": (token) =>
      new SignJWT({ ...claimsOf(token), iss: "elsewhere" }).setProtectedHeader({ alg: "HS256" }).sign(app.secret),
    "no audience": (token) => new SignJWT({ ...claimsOf(token), aud: undefined }).setProtectedHeader({ alg: "HS256" }).sign(app.secret),
    "the signature cut off": (token) => token.slice(0, -4),
    nonsense: () => "a.b.c",
    "a very long one": () => "x".repeat(100_000),
  }
  test.each(Object.keys(forgeries))("%s", async (name) => {
    const { token } = await app.person()
    expect(await read(await forgeries[name]!(token))).toMatchObject(refused)
    app.sessions.forgetAll()
    expect(await read(token)).toMatchObject(done)
  })
})

test("every login has its own token, and a session row alone opens nothing [security: 7.2.1, 7.2.2]", async () => {
  const person = await app.person()
  const tokens = await Promise.all(Array.from({ length: 4 }, () => login(person)))
  expect(new Set(tokens.map((token) => claimsOf(token).jti)).size).toBe(4)
  expect(new Set(tokens).size).toBe(4)
  for (const token of tokens) expect(await read(claimsOf(token).jti)).toMatchObject(refused)
})

test("a login with an existing session ends it: its token is replaced, not added to; other devices stay logged in [security: 7.2.4]", async () => {
  const [person, stranger] = [await app.person(), await app.person()]
  const elsewhere = await login(person)
  const input = { username: person.username, password: "correct horse 7" }
  const reply = await app.call("POST /user/login", input, person)
  if (!reply.ok) throw new Error(reply.message)
  expect([await read(person.token), await read(elsewhere), await read(reply.data.token)]).toMatchObject([refused, done, done])
  // a wrong password ends no session, and neither does the session of another user
  expect(await app.call("POST /user/login", { ...input, password: "wrong horse 7" }, stranger)).toMatchObject({ ok: false })
  expect(await read(stranger.token)).toMatchObject(done)
})

test("no read call opens a session, with or without a login [security: 7.6.2]", async () => {
  const person = await app.person()
  const reading = keys.filter((key) => key.startsWith("GET "))
  expect(reading.length).toBeGreaterThan(60)
  const before = await app.database.db.$count(sessionTable)
  for (const key of reading)
    for (const token of ["", person.token])
      await app.dispatch(key, { token: "x", code: "x", state: "x" }, { id: "t", ip: "203.0.113.9", user_agent: "", token })
  expect(await app.database.db.$count(sessionTable)).toBe(before)
})

describe("an ended session is over everywhere within a second [security: 7.2.1]", () => {
  test("after a logout, a new password, or removal in the list of devices [security: 7.4.1, 7.5.2, session-after-logout, password-change-tokens]", async () => {
    const other = await testApp({ connection: app.database.pool.options, now: app.now })
    const person = await app.person()
    const ends: ((token: string) => Promise<unknown>)[] = [
      (token) => app.call("DELETE /user/logout", {}, { ...person, token }),
      (token) => app.call("DELETE /user/session", { id: [claimsOf(token).jti] }, person),
      () => app.call("PUT /user/password", { old_password: "correct horse 7", new_password: "another horse 8" }, person),
    ]
    for (const end of ends) {
      const token = await login(person)
      expect(await read(token, other)).toMatchObject(done)
      expect(await end(token)).toMatchObject(done)
      expect(await read(token)).toMatchObject(refused)
      await until(async () => (await read(token, other)).status === 401, 1_000)
    }
    expect(await read(person.token, other)).toMatchObject(done)
  })

  test("no user ends a session of another user [security: 8.2.2]", async () => {
    const [one, two] = [await app.person(), await app.person()]
    expect(await app.call("DELETE /user/session", { id: [claimsOf(one.token).jti] }, two)).toMatchObject(done)
    expect(await read(one.token)).toMatchObject(done)
  })

  test("thirty days without use, or a year with use, ends a session [security: 7.3.1, 7.3.2]", async () => {
    const person = await app.person()
    const rows = () => app.database.db.select().from(sessionTable).where(eq(sessionTable.user_id, person.id))
    clock += 29 * 86_400_000
    app.sessions.forgetAll()
    expect(await read(person.token)).toMatchObject(done)
    expect((await rows())[0]!.expires_at.getTime()).toBeGreaterThan(app.now().getTime() + 29 * 86_400_000)
    clock += 31 * 86_400_000
    app.sessions.forgetAll()
    expect(await read(person.token)).toMatchObject(refused)
    const token = await login(person)
    await app.database.db.update(sessionTable).set({ expires_at: new Date(app.now().getTime() + 400 * 86_400_000) })
    clock += 366 * 86_400_000
    app.sessions.forgetAll()
    expect(await read(token)).toMatchObject(refused)
  })
})
