import { expect, test } from "vitest"
import { call, send, until } from "./support/client"
import { ownServer } from "./support/own-server"

/* A SEARCH_URL that is not an address: the site starts without its search engine. */

const { server } = ownServer({ SEARCH_URL: "https://library:hunter2/@search.example.com:9200" }, "samples")

test("the site starts, its log names the variable without the password, and searches find titles", async () => {
  expect((await send(`${server().url}/readyz`)).status).toBe(200)
  await until("the log", async () => server().output().includes("SEARCH_URL 写得不对"))
  expect(server().output()).not.toContain("hunter2")
  const reply = await call(server().url, `GET /search?wd=${encodeURIComponent("怎样变成你自己的")}&type=1`)
  expect(reply).toMatchObject({ status: 200, json: { total: 1, omission: "texts" } })
  expect((await send(`${server().url}/search?wd=${encodeURIComponent("文档")}`)).status).toBe(200)
})
