import { Agent, request } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { contract } from "../../lib/contract/contract"
import { libraryOf } from "../setup/library"
import { siteOf } from "../setup/site"
import { testApp } from "../setup/test-app"
import { malformedQueries } from "./malformed-queries.fixture"

/* Whatever a query contains, a public call answers or refuses it: never with a 500. */

let base: string
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())
beforeAll(async () => {
  const app = await testApp()
  const library = libraryOf(app)
  base = await siteOf(app)
  const author = await app.person("malformed")
  await library.document(author, "有一份文档")
  await library.article(await app.admin(), "有一篇文章")
})

/** Sends the URL unchanged: `fetch` would correct its errors. */
const statusOf = (path: string) =>
  new Promise<number>((done, fail) => {
    request(base, { path, agent }, (reply) => reply.resume().on("end", () => done(reply.statusCode ?? 0)))
      .on("error", fail)
      .end()
  })

const calls = Object.entries(contract)
  .filter(([key, { access }]) => key.startsWith("GET ") && access === "public")
  .map(([key]) => key.slice("GET ".length))

test("there are calls to test", () => expect(calls.length).toBeGreaterThan(20))

test.each(calls)("GET %s answers every malformed query without a server error [security: 1.4.2]", async (path) => {
  const faults: string[] = []
  for (const query of malformedQueries) {
    const status = await statusOf(`/api/v1${path}?${query}`)
    if (![200, 400, 401, 403, 404, 422, 429].includes(status)) faults.push(`${status} ${query.slice(0, 80)}`)
  }
  expect(faults).toEqual([])
})

test("a duplicate name is rejected for a single value, and a query next to a body is ignored [security: 15.3.7]", async () => {
  for (const path of ["/document?id=1&id=2", "/document/list?page=1&page=2", "/user?id=1&id=1"])
    expect({ path, status: await statusOf(`/api/v1${path}`) }).toEqual({ path, status: 400 })
  const reply = await fetch(`${base}/api/v1/user/login?username=admin&password=whatever`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  })
  expect([reply.status, await reply.json()]).toMatchObject([400, { field: "username" }])
})
