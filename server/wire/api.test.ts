import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import pino from "pino"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { queryOf, serveApi } from "./api"
import type { Dispatch } from "./dispatch"
import { isTooComplexJson } from "./json-limits"
import { createListener } from "./listener"
import { patience } from "../../tests/setup/patience"

const info = { id: "1", ip: "127.0.0.1", user_agent: "", token: "", device: "" }
const calls: { key: string; input: unknown }[] = []
const lines: string[] = []
let server: Server
let url = ""

beforeEach(async () => {
  calls.length = lines.length = 0
  const dispatch: Dispatch = async (key, input) => {
    calls.push({ key, input })
    return { ok: true, data: {} }
  }
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) })
  const listener = createListener(
    async (req, res, path, query) => void (await serveApi(dispatch, info, { req, res, path, query }, false)),
    log,
  )
  server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((done) => server.close(done)))

const remove = (query: string, body?: string, type = "application/json") =>
  fetch(`${url}/user${query}`, { method: "DELETE", ...(body === undefined ? {} : { body, headers: { "content-type": type } }) })

test("a deletion accepts its input in the query, in the body or in both", async () => {
  expect((await remove("?id=2&id=3&password=a%20secret")).status).toBe(200)
  expect((await remove("", JSON.stringify({ id: [2, 3], password: "a secret", reason: null }))).status).toBe(200)
  expect((await remove("?id=2", JSON.stringify({ password: "a secret" }))).status).toBe(200)
  expect((await remove("?id=2")).status).toBe(200)
  expect(calls.map(({ input }) => input)).toEqual([
    { id: ["2", "3"], password: "a secret" },
    // Null is for dispatch to interpret.
    { id: [2, 3], password: "a secret", reason: null },
    { id: "2", password: "a secret" },
    { id: "2" },
  ])
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(["DELETE /user"]))
})

test("double-encoded input stays encoded once: a query and a body are decoded a single time, before validation [security: 1.1.1]", async () => {
  expect(queryOf("wd=%2525&uuid=%252e%252e%252f&%2577d=a+%2b")).toEqual({ wd: "%25", uuid: "%2e%2e%2f", "%77d": "a +" })
  await fetch(`${url}/user?name=%253Cscript%253E`)
  await remove("", JSON.stringify({ name: "%3Cscript%3E &lt; \\u003c" }))
  expect(calls.map(({ input }) => input)).toEqual([{ name: "%3Cscript%3E" }, { name: "%3Cscript%3E &lt; \\u003c" }])
})

test("a deletion rejects an invalid body like every other call", async () => {
  expect((await remove("", "id=2", "application/x-www-form-urlencoded")).status).toBe(400)
  expect((await remove("", "[2]")).status).toBe(400)
  expect(calls).toEqual([])
})

test("a password never reaches the log, whichever way it is sent [security: 16.2.5]", async () => {
  await remove("?id=2&password=correct-horse")
  await remove("", JSON.stringify({ id: [2], password: "correct-horse" }))
  await remove("?password=correct-horse", "{broken correct-horse")
  await expect.poll(() => lines.length).toBe(3)
  expect(lines.join("")).toContain("/user")
  expect(lines.join("")).not.toContain("correct-horse")
})

describe("input that would block the process [security: 15.2.2, 2.2.1]", () => {
  const post = (body: string) =>
    fetch(`${url}/article`, { method: "POST", body, headers: { "content-type": "application/json" } }).then(async (reply) => ({
      status: reply.status,
      said: ((await reply.json()) as { message?: string }).message,
    }))
  /** About four megabytes of JSON, the maximum that is read. */
  const bodies: [string, string][] = [
    ["two million lists in each other", `{"id":${"[".repeat(1_900_000)}${"]".repeat(1_900_000)}}`],
    ["objects in each other", `{"id":${'{"a":'.repeat(600_000)}1${"}".repeat(600_000)}}`],
    ["levels that are never closed", `{"id":${"[".repeat(3_900_000)}`],
    ["hundreds of thousands of names", `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(",")}}`],
    ["a million objects", `{"id":[${"{},".repeat(1_300_000)}{}]}`],
    ["two million numbers", `{"id":[${"1,".repeat(1_900_000)}1]}`],
  ]
  test.each(bodies)("%s are rejected before they are parsed [security: 15.2.2]", async (_, body) => {
    const begun = performance.now()
    expect(isTooComplexJson(Buffer.from(body))).toBe(true)
    expect(performance.now() - begun).toBeLessThan(300 * patience)
    expect(await post(body)).toEqual({ status: 400, said: "提交的内容层数或项数太多" })
    expect(calls).toEqual([])
  })
  test("brackets and commas inside texts are not counted", async () => {
    const content = `${'[{,"\\'.repeat(50_000)}字`
    expect(await post(JSON.stringify({ content }))).toMatchObject({ status: 200 })
    expect(calls).toEqual([{ key: "POST /article", input: { content } }])
  })
  test("the largest lists that calls accept are parsed", async () => {
    const document = Array.from({ length: 1_000 }, (_, id) => ({ attachment_id: id, title: "题", category_id: [1, 2, 3], price: 0 }))
    expect(await post(JSON.stringify({ document }))).toMatchObject({ status: 200 })
  })
  test("a name repeated up to the maximum length of a URL costs no more than its length", () => {
    const begun = performance.now()
    expect(queryOf("a&".repeat(500_000))["a"]).toHaveLength(500_000)
    expect(performance.now() - begun).toBeLessThan(2_000 * patience)
  })
})
