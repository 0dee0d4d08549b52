import { afterEach, expect, test } from "vitest"
import { patience } from "../setup/patience"
import { send } from "./support/client"
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
