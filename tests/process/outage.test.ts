import { afterEach, expect, test } from "vitest"
import { patience } from "../setup/patience"
import { call, send } from "./support/client"
import { ownServer } from "./support/own-server"
import { signal } from "../../scripts/lib/processes.mjs"
import { databaseProcesses } from "./support/processes"

const { server, data } = ownServer({ SAMPLES: "false" })

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
const open = async (path: string, headers: Record<string, string> = browser) => {
  const since = performance.now()
  const { status, headers: reply, body, json } = await send(`${server().url}${path}`, { headers })
  return { status, type: String(reply["content-type"]), text: body.toString("utf8"), json, ms: performance.now() - since }
}
const signalDatabase = (name: "SIGSTOP" | "SIGCONT") => {
  for (const pid of databaseProcesses(data().path)) signal(pid, name)
}
afterEach(() => signalDatabase("SIGCONT"))

test("while the database hangs, people get a page with a way home and programs JSON within two seconds, and cached pages come as before", async () => {
  expect((await open("/category")).status).toBe(200)
  signalDatabase("SIGSTOP")
  const page = await open("/category?sort=latest")
  expect(page).toMatchObject({ status: 503, type: "text/html; charset=utf-8" })
  expect(page.text).toContain("网站的数据库暂时没有回应，请稍后再试")
  expect(page.text).toContain('<a href="/">返回首页</a>')
  expect(page.ms).toBeLessThan(2_000 * patience)
  for (const [path, headers] of [
    ["/category?sort=latest", { accept: "application/json" }],
    ["/api/v1/document/list?page=2", browser],
  ] as const) {
    const reply = await open(path, headers)
    expect(reply).toMatchObject({ status: 503, json: { message: "网站的数据库暂时没有回应，请稍后再试" } })
    expect(reply.ms).toBeLessThan(2_000 * patience)
  }
  // also after the answer to "is the site closed" has expired
  await new Promise((done) => setTimeout(done, 1_100))
  const cached = await open("/category")
  expect(cached.status).toBe(200)
  expect(cached.ms).toBeLessThan(1_000 * patience)
  signalDatabase("SIGCONT")
  await expect.poll(async () => (await open("/category?sort=latest")).status, { timeout: 20_000 * patience }).toBe(200)
})

/** Longer than settings are cached; `npm run torture -- hang` lets the database hang for five minutes. */
const longMs = Math.max(64, Number(process.env["DOUJIA_HANG_SECONDS"] ?? 0)) * 1_000

test(
  "after more than a minute without the database cached pages and settings go on, /readyz answers in time, and a change ends with 503",
  { timeout: 200_000 * patience + longMs },
  async () => {
    expect((await open("/category")).status).toBe(200)
    expect((await open("/readyz")).status).toBe(200)
    signalDatabase("SIGSTOP")
    const begun = performance.now()
    const login = call(server().url, "POST /user/login", { username: "admin", password: "wrong password" })
    while (performance.now() - begun < longMs) {
      const ready = await open("/readyz")
      expect(ready).toMatchObject({ status: 503, json: { status: "unavailable" } })
      expect(ready.ms).toBeLessThan(2_000 * patience)
      await new Promise((done) => setTimeout(done, 4_000))
    }
    const reply = await login
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "5"])
    expect(reply.json.message).toContain("可能已经生效")
    for (let n = 0; n < 5; n++) {
      const page = await open("/category")
      expect(page.status).toBe(200)
      expect(page.ms).toBeLessThan(1_500 * patience)
    }
    const uncached = await open("/category?sort=latest&page=3")
    expect(uncached.status).toBe(503)
    expect(uncached.text).toContain('<a href="/">返回首页</a>')
    signalDatabase("SIGCONT")
    await expect.poll(async () => (await open("/readyz")).status, { timeout: 20_000 * patience }).toBe(200)
    expect(server().output()).not.toContain('"status":500')
  },
)

test("a database that is gone is a 503 everywhere, and comes back by itself", async () => {
  expect((await open("/category")).status).toBe(200)
  // PostgreSQL refuses connections while it recovers from a crash
  const statuses = new Set<number>()
  for (let round = 0; round < 3; round++) {
    for (const pid of databaseProcesses(data().path)) signal(pid, "SIGKILL")
    for (let n = 0; n < 12; n++) {
      const replies = await Promise.all([
        open(`/api/v1/document/list?page=${n}&size=${round + 5}`, { accept: "application/json" }),
        open(`/category?page=${n}&sort=${round}`),
        call(server().url, "POST /user/login", { username: "admin", password: "wrong password" }),
        open("/readyz"),
        open("/category"),
      ])
      for (const { status } of replies.slice(0, 4)) statuses.add(status)
      expect(replies[4]).toMatchObject({ status: 200 })
    }
  }
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
  await expect.poll(async () => (await open("/readyz")).status, { timeout: 30_000 * patience }).toBe(200)
})
