import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { createSite } from "@/server/wire/site"
import { elsewhere, password } from "../../setup/accounts"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp({ guessLimits: { name: 5, place: 12, known: 4 } })
})

type From = { ip?: string; device?: string }
const logIn = async (username: string, secret: string, { ip = elsewhere(), device }: From = {}) => {
  const reply = await app.dispatch(
    "POST /user/login",
    { username, password: secret },
    { id: "test", ip, user_agent: "test", token: "", device },
  )
  return reply.ok
    ? { status: 200, message: "", device: reply.device, retryAfter: 0 }
    : { status: reply.status, message: reply.body.message, device: undefined, retryAfter: reply.retryAfter ?? 0 }
}
const guess = async (username: string, times: number, from: () => From = () => ({})) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await logIn(username, `guess number ${n}`, from())).status)
  return statuses
}
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
/** Creates a registered user; `device` is the device cookie of their browser. */
const resident = async (): Promise<TestUser & { home: string; device: string }> => {
  const [home, person] = [elsewhere(), await app.person()]
  const { device } = await logIn(person.username, password, { ip: home })
  return { ...person, home, device: device ?? "" }
}

describe("guessing a password [security: 6.3.1, guesses-locked]", () => {
  test("a thousand guesses from many addresses are rejected, and the owner can still log in", async () => {
    const owner = await resident()
    const replies: Awaited<ReturnType<typeof logIn>>[] = []
    for (let n = 0; n < 1_000; n += 250)
      replies.push(...(await Promise.all(Array.from({ length: 250 }, (_, k) => logIn(owner.username, `guess number ${n + k}`)))))
    expect(
      count(
        replies.map(({ status }) => status),
        400,
      ),
    ).toBe(5)
    expect(
      count(
        replies.map(({ status }) => status),
        429,
      ),
    ).toBe(995)
    const refused = replies.find(({ status }) => status === 429)!
    expect(refused).toMatchObject({ message: "密码输错的次数太多，请稍后再试" })
    expect(refused.retryAfter).toBeGreaterThan(800)
    expect(refused.retryAfter).toBeLessThanOrEqual(900)
    // an unknown address is refused even with the right password: otherwise an attacker would learn that it is right
    expect((await logIn(owner.username, password)).status).toBe(429)
    expect((await logIn(owner.username, password, { device: owner.device })).status).toBe(200)
    expect((await logIn(owner.username, password, { ip: owner.home })).status).toBe(200)
  })

  test("an unknown name is rejected in the same way", async () => {
    const { username } = await app.person()
    expect(await guess("nobody-at-all", 8)).toEqual(await guess(username, 8))
    expect((await logIn("nobody-at-all", password)).message).toBe((await logIn(username, password)).message)
  })

  test("a rejected guess is answered without computing a hash", async () => {
    const { username } = await app.person()
    await guess(username, 5)
    const looked = vi.spyOn(app.passwords, "verify")
    expect((await logIn(username, "guess")).status).toBe(429)
    expect(looked).not.toHaveBeenCalled()
    expect((await logIn("somebody-unknown", "guess")).status).toBe(400)
    expect(looked).toHaveBeenCalledOnce()
  })

  test("guesses at many names from one address are rejected", async () => {
    const ip = elsewhere()
    const statuses = []
    for (let n = 0; n < 20; n++) statuses.push((await logIn(`spray-${n}`, "guess", { ip })).status)
    expect(count(statuses, 400)).toBe(12)
    expect((await logIn("spray-elsewhere", "guess")).status).toBe(400)
  })

  test("all addresses of the network of an IPv6 subscriber count as one", async () => {
    const statuses = []
    for (let n = 0; n < 20; n++) statuses.push((await logIn(`v6-${n}`, "guess", { ip: `2001:db8:1:2::${n.toString(16)}` })).status)
    expect(count(statuses, 400)).toBe(12)
  })

  test("another spelling of the name shares its limit", async () => {
    const { username } = await app.person()
    await guess(username.toUpperCase(), 3)
    expect(await guess(` ${username} `, 3)).toEqual([400, 400, 429])
  })

  test("the browser of the owner has a limit of its own", async () => {
    const owner = await resident()
    expect(await guess(owner.username, 5, () => ({ device: owner.device }))).toEqual([400, 400, 400, 400, 429])
    expect((await logIn(owner.username, password, { ip: owner.home })).status).toBe(200)
  })

  test("the device cookie of another user, a session token and an invented value are not accepted as device cookie", async () => {
    const [owner, other] = [await resident(), await resident()]
    await guess(owner.username, 5)
    for (const device of [other.device, owner.token, "nonsense"])
      expect((await logIn(owner.username, password, { device })).status).toBe(429)
  })

  test("a login resets the failures of that browser and not of other browsers", async () => {
    const owner = await resident()
    await guess(owner.username, 3, () => ({ device: owner.device }))
    expect((await logIn(owner.username, password, { device: owner.device })).status).toBe(200)
    expect(await guess(owner.username, 4, () => ({ device: owner.device }))).toEqual([400, 400, 400, 400])
    const ip = elsewhere()
    const ownAccount = await app.person()
    for (let n = 0; n < 10; n++) await logIn(`victim-${n}`, "guess", { ip })
    expect((await logIn(ownAccount.username, password, { ip })).status).toBe(200)
    expect(
      await Promise.all(Array.from({ length: 6 }, (_, n) => logIn(`victim-more-${n}`, "guess", { ip }).then(({ status }) => status))),
    ).toEqual(expect.arrayContaining([429]))
  })

  test("successful logins do not count", async () => {
    const owner = await app.person()
    for (let n = 0; n < 8; n++) expect((await logIn(owner.username, password)).status).toBe(200)
  })
})

test("over HTTP the device mark is a cookie of this browser, and a rejection has Retry-After", async () => {
  const { username } = await app.person()
  const site = createSite(app, { trustedProxies: ["127.0.0.1"], pages: null, log: app.log })
  const server = createServer((req, res) => void site(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  const post = (secret: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": elsewhere(), ...headers },
      body: JSON.stringify({ username, password: secret }),
    })
  const entered = await post(password)
  const mark = entered.headers.getSetCookie().find((one) => one.startsWith("doujia_device=")) ?? ""
  expect(mark).toMatch(/^doujia_device=ey[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
  expect(await entered.text()).not.toMatch(/argon2|correct horse|doujia_device/)
  for (let n = 0; n < 5; n++) expect((await post("guess")).status).toBe(400)
  const refused = await post("guess")
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800)
  expect((await post(password, { cookie: mark.split(";")[0]! })).status).toBe(200)
  server.closeAllConnections()
  server.close()
})
