import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import pino from "pino"
import { afterEach, beforeEach, expect, test } from "vitest"
import { serveApi } from "./api"
import type { Dispatch } from "./dispatch"
import { createListener } from "./listener"

const info = { id: "1", ip: "127.0.0.1", user_agent: "", token: "", device: "" }
const asked: { key: string; input: unknown }[] = []
const lines: string[] = []
let server: Server
let url = ""

beforeEach(async () => {
  asked.length = lines.length = 0
  const dispatch: Dispatch = async (key, input) => {
    asked.push({ key, input })
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

test("a deletion is understood by its query, by its body, and by both", async () => {
  expect((await remove("?id=2&id=3&password=a%20secret")).status).toBe(200)
  expect((await remove("", JSON.stringify({ id: [2, 3], password: "a secret", reason: null }))).status).toBe(200)
  expect((await remove("?id=2", JSON.stringify({ password: "a secret" }))).status).toBe(200)
  expect((await remove("?id=2")).status).toBe(200)
  expect(asked.map(({ input }) => input)).toEqual([
    { id: ["2", "3"], password: "a secret" },
    // null is for dispatch to understand
    { id: [2, 3], password: "a secret", reason: null },
    { id: "2", password: "a secret" },
    { id: "2" },
  ])
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(["DELETE /user"]))
})

test("a body that is none is refused as everywhere", async () => {
  expect((await remove("", "id=2", "application/x-www-form-urlencoded")).status).toBe(400)
  expect((await remove("", "[2]")).status).toBe(400)
  expect(asked).toEqual([])
})

test("a password never reaches the log, by whichever way it came", async () => {
  await remove("?id=2&password=correct-horse")
  await remove("", JSON.stringify({ id: [2], password: "correct-horse" }))
  await remove("?password=correct-horse", "{broken correct-horse")
  await expect.poll(() => lines.length).toBe(3)
  expect(lines.join("")).toContain("/user")
  expect(lines.join("")).not.toContain("correct-horse")
})
