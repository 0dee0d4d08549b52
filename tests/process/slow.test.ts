import { beforeAll, describe, expect, test } from "vitest"
import {
  attachmentOf,
  bearer,
  call,
  cookie,
  md5,
  multipartType,
  partHead,
  register,
  send,
  until,
  upload,
  type ClientUser,
  readMetrics,
} from "./support/client"
import { ownServer } from "./support/own-server"
import { rawConnect, rawHead, trickle, type RawConnection } from "./support/raw"
import { offsetOf, tusCreate, tusHead, tusPatch, tusLocation } from "./support/tus"
import { patience } from "../setup/patience"

/* Slow clients, and clients with many connections: sockets against the built site, with small limits. */

const { server, data } = ownServer({
  SAMPLES: "false",
  BODY_SECONDS: "1",
  MIN_BYTES_PER_SECOND: "2000",
  SLOW_TRANSFER_SECONDS: "1",
  MAX_CONNECTIONS_PER_ADDRESS: "12",
  RENDERINGS_PER_SECOND: "1",
})
let person: ClientUser
beforeAll(async () => {
  person = await register(server().url, "patient")
})

/** Returns addresses of this machine that do not belong to the trusted proxy. */
const stranger = (n: number) => `127.0.7.${n}`
const healthz = (from: string) => rawAnswer(from, rawHead("GET /healthz", { connection: "close" }))
const rawAnswer = async (from: string, text: string): Promise<string> => {
  const raw = await rawConnect(server().url, from)
  raw.write(text)
  await raw.closed
  return raw.text()
}

describe("slow request bodies [security: slow-bodies]", () => {
  const json = { "content-type": "application/json", "content-length": 5_000 }
  test.each([
    ["a call", () => rawHead("POST /api/v1/user/login", json)],
    ["a call in chunks", () => rawHead("PUT /api/v1/comment", { "content-type": "application/json", "transfer-encoding": "chunked" })],
    ["a file's type at the address of a call", () => rawHead("POST /api/v1/user/login", { ...json, "content-type": multipartType })],
    ["a call beside the uploads", () => rawHead("POST /api/v1/upload/claim", { ...json, ...bearer(person) })],
    ["a page", () => rawHead("POST /", json)],
    ["an address that reads no body", () => rawHead("GET /healthz", { "content-length": 5_000 })],
  ])("%s: complete within the time, or the connection ends", async (_, head) => {
    const raw = await rawConnect(server().url)
    raw.write(head())
    const stop = trickle(raw, 100)
    const ms = await raw.closed
    stop()
    expect(ms).toBeLessThan(4_000 * patience)
    expect(raw.text()).not.toMatch(/^HTTP\/1.1 (2(?!00 OK\r\n[^]*"ok")|5)/)
  })

  test("a client that waits too long is told why", async () => {
    const raw = await rawConnect(server().url)
    raw.write(rawHead("POST /api/v1/user/login", json))
    const stop = trickle(raw, 100)
    await raw.closed
    stop()
    expect(raw.text()).toMatch(/^HTTP\/1.1 408 /)
    expect(raw.text()).toContain("内容传得太慢")
    expect(server().output()).not.toContain("请求出错")
  })

  test("a file may be slow but must not stall: below the minimum speed it is cut off, above it arrives", async () => {
    const body = Buffer.from(`${partHead({ name: "慢慢来.txt" })}${"正文".repeat(2_000)}\r\n------doujia-process-tests--\r\n`)
    const head = rawHead("POST /api/v1/upload/document", {
      ...bearer(person),
      "content-type": multipartType,
      "content-length": body.length,
      connection: "close",
    })
    const still = await rawConnect(server().url)
    still.write(head)
    still.write(body.subarray(0, 400))
    const stop = trickle(still, 100, 10)
    expect(await still.closed).toBeLessThan(5_000 * patience)
    stop()
    expect(still.text()).toContain("408")
    const steady = await rawConnect(server().url)
    steady.write(head)
    for (let at = 0; at < body.length; at += 1_500) {
      steady.write(body.subarray(at, at + 1_500))
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    await steady.closed
    expect(steady.text()).toMatch(/^HTTP\/1.1 200 /)
  })

  test("a part of a resumable upload that is cut off loses nothing: the rest follows later", async () => {
    const content = Buffer.from("断点续传".repeat(3_000))
    const uploadPath = tusLocation(await tusCreate(server().url, person, content.length, { filename: "续传.txt", md5: md5(content) }))
    const raw = await rawConnect(server().url)
    raw.write(
      rawHead(`PATCH ${uploadPath}`, {
        ...bearer(person),
        "tus-resumable": "1.0.0",
        "upload-offset": 0,
        "content-type": "application/offset+octet-stream",
        "content-length": content.length,
      }),
    )
    raw.write(content.subarray(0, 5_000))
    expect(await raw.closed).toBeLessThan(6_000 * patience)
    const offset = await until(
      "the bytes that came are kept",
      async () => offsetOf(await tusHead(server().url, uploadPath, person)) || null,
    )
    expect(offset).toBe(5_000)
    const end = await tusPatch(server().url, uploadPath, person, offset, content.subarray(offset))
    expect(end.status).toBe(204)
    expect(Number(end.headers["x-attachment-id"])).toBeGreaterThan(0)
    expect(attachmentOf(await upload(server().url, person, "别的.txt", "别的正文"))).toBeGreaterThan(0)
  })
})

describe("many connections [security: many-connections]", () => {
  test("idle ones of one address are closed; if all are busy the next is rejected, and other addresses are served", async () => {
    const from = stranger(1)
    const idle: RawConnection[] = []
    for (let n = 0; n < 12; n++) idle.push(await rawConnect(server().url, from))
    // a half-sent head also counts as idle
    for (const raw of idle) raw.write("GET /healthz HTTP/1.1\r\n")
    for (let n = 0; n < 3; n++) expect(await healthz(from)).toMatch(/^HTTP\/1.1 200 /)
    await Promise.all(idle.slice(0, 1).map(({ closed }) => closed))
    expect(idle.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThanOrEqual(9)
    for (const { socket } of idle) socket.destroy()
    const people = [await someone(), await someone(), await someone()]
    const busy = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const raw = await rawConnect(server().url, from)
        raw.write(rawHead("GET /api/v1/document/progress", bearer(people[n % 3]!)))
        return raw
      }),
    )
    await until("streams are open", async () => busy.every((raw) => raw.text().includes("event-stream")))
    expect(await healthz(from)).toMatch(/^HTTP\/1.1 503 [^]*连接太多/)
    expect(await healthz(stranger(2))).toMatch(/^HTTP\/1.1 200 /)
    expect(await healthz("127.0.0.1"), "a proxy stands for many").toMatch(/^HTTP\/1.1 200 /)
    for (const { socket } of busy) socket.destroy()
    await until("room again", async () => (await healthz(from)).startsWith("HTTP/1.1 200"))
  })

  let crowd = 0
  const someone = () => register(server().url, `crowd${++crowd}`)

  test("a user can hold five event streams; the sixth is rejected until one ends", async () => {
    const open = async (as: ClientUser) => {
      const raw = await rawConnect(server().url)
      raw.write(rawHead("GET /api/v1/document/progress", bearer(as)))
      await until("an answer", async () => raw.text().includes("\r\n\r\n"))
      return raw
    }
    const streams: RawConnection[] = []
    for (let n = 0; n < 5; n++) streams.push(await open(person))
    for (const raw of streams) expect(raw.text()).toMatch(/^HTTP\/1.1 200 /)
    const sixth = await open(person)
    expect(sixth.text()).toMatch(/^HTTP\/1.1 429 [^]*retry-after/i)
    const other = await open(await someone())
    expect(other.text()).toMatch(/^HTTP\/1.1 200 /)
    streams[0]!.socket.destroy()
    const again = await until("a place", async () => {
      const raw = await open(person)
      return raw.text().startsWith("HTTP/1.1 200") && raw
    })
    for (const { socket } of [...streams, sixth, other, again]) socket.destroy()
  })
})

describe("page renders [security: rendering-limited]", () => {
  const page = (path: string, from: string, headers: Record<string, string> = {}) =>
    send(`${server().url}${path}`, { headers: { "x-forwarded-for": from, ...headers } })
  const rendered = async () => {
    const text = await readMetrics(server().url, data().path)
    const of = (result: string) => Number(new RegExp(`page_cache_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
    return of("miss") + of("private")
  }
  const many = (count: number, path: (n: number) => string) => Array.from({ length: count }, (_, n) => path(n))

  test("invented addresses share one 404", async () => {
    await page("/no/such/page", "198.51.100.1")
    const before = await rendered()
    for (const path of [
      ...many(30, (n) => `/user/1/tab${n}`),
      ...many(10, (n) => `/zzz${n}/a`),
      "/_next/static/a.js",
      "/category/1/2",
      "/user/1/document/2",
    ])
      expect({ path, status: (await page(path, "198.51.100.2")).status }).toEqual({ path, status: 404 })
    expect((await rendered()) - before).toBe(0)
    // nor for a client that claims to have a session
    for (const path of many(10, (n) => `/user/1/own${n}`)) await page(path, "198.51.100.2", cookie(person))
    expect((await rendered()) - before).toBe(0)
  })

  test("invented headers of the router lead to the same responses", async () => {
    const from = "198.51.100.3"
    const tree = (n: number) => encodeURIComponent(JSON.stringify(["", { children: ["(site)", { children: [`made-up-${n}`, {}] }] }]))
    const ask = async (headers: Record<string, string>) => {
      const first = await page("/category?_rsc=x", from, { rsc: "1", ...headers })
      expect(first.status).toBe(307)
      const reply = await page(String(first.headers.location), from, { rsc: "1", ...headers })
      return { status: reply.status, etag: reply.headers.etag, type: reply.headers["content-type"] }
    }
    const right = await ask({ "next-router-state-tree": tree(0) })
    expect(right).toMatchObject({ status: 200, type: "text/x-component" })
    const before = await rendered()
    for (let n = 1; n < 25; n++) expect(await ask({ "next-router-state-tree": tree(n), "next-url": `/made-up/${n}` })).toEqual(right)
    expect(await rendered()).toBe(before)
  })

  test("each visitor gets a share of pages that are not cached; cached pages are for every visitor", async () => {
    const from = "198.51.100.4"
    await page("/article", "198.51.100.5")
    const replies = await Promise.all(many(16, (n) => `/search?wd=${encodeURIComponent(`词${n}`)}`).map((path) => page(path, from)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
    const refused = replies.find(({ status }) => status === 429)!
    expect(refused.headers["retry-after"]).toBeDefined()
    expect(refused.body.toString("utf8")).toContain("打开得太快了")
    expect((await page("/article", from)).status).toBe(200)
    expect((await page("/search?wd=new", "198.51.100.6")).status).toBe(200)
    // every user has a separate limit, independent of the address; a forged session has none
    const forged = await Promise.all(many(8, () => "/me").map((path) => page(path, from, { cookie: "doujia_session=a.b.c" })))
    expect(forged.map(({ status }) => status)).toContain(429)
    expect((await page("/me", from, cookie(person))).status).toBe(200)
    expect((await call(server().url, "GET /settings", {}, null, { "x-forwarded-for": from })).status).toBe(200)
  })

  test("a client that calls itself another crawler each time has one allowance", async () => {
    const paths = many(30, (n) => `/search?wd=${encodeURIComponent(`爬${n}`)}`)
    const named = (n: number) => ({ "user-agent": `Mozilla/5.0 (compatible; Crawler${n}bot/1.0)` })
    const replies = await Promise.all(paths.map((path, n) => page(path, "198.51.100.8", named(n))))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
  })
})
