import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { answerRawAddresses, encodedAddress } from "./raw-address"

const server = createServer((req, res) => res.end(req.url))
beforeAll(async () => {
  answerRawAddresses(server)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
})
afterAll(() => void server.close())

const answerOf = (head: Buffer) =>
  new Promise<string>((done, failed) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    let answer = ""
    socket.setEncoding("utf8")
    socket.on("data", (data) => (answer += String(data)))
    socket.on("end", () => done(answer))
    socket.on("error", failed)
    socket.write(Buffer.concat([head, Buffer.from("\r\nHost: a\r\nConnection: close\r\n\r\n")]))
  })
/** Returns the status line of the response and the redirect target. */
const ask = async (head: Buffer) => (await answerOf(head)).split("\r\n").slice(0, 2).join(" | ")
const gbk = Buffer.from([0xba, 0xcf, 0xcd, 0xac])
const redirectReply = (address: string) => `HTTP/1.1 302 Found | Location: ${address}`

test("an unencoded address leads to the intended one, in UTF-8 and in GBK", async () => {
  const meant = redirectReply("/search?wd=%E5%90%88%E5%90%8C&type=0")
  expect(await ask(Buffer.from("GET /search?wd=合同&type=0 HTTP/1.1"))).toBe(meant)
  expect(await ask(Buffer.concat([Buffer.from("GET /search?wd="), gbk, Buffer.from("&type=0 HTTP/1.1")]))).toBe(meant)
  expect(await ask(Buffer.from("HEAD /合同 HTTP/1.1"))).toBe(redirectReply("/%E5%90%88%E5%90%8C"))
})

test("an address that the parser accepts is not changed, and a broken request is rejected", async () => {
  expect(await ask(Buffer.from("GET /search?wd=%E5%90%88 HTTP/1.1"))).toContain("HTTP/1.1 200 OK")
  expect(await ask(Buffer.from("GET nonsense HTTP/1.1"))).toContain("HTTP/1.1 400 Bad Request")
  expect(await ask(Buffer.from("POST /api/v1/x?wd=合同 HTTP/1.1"))).toContain("HTTP/1.1 400 Bad Request")
})

test("an unreadable request is explained in Chinese: ten thousand characters take 90,000 letters of an address", async () => {
  const long = await answerOf(Buffer.from(`GET /search?wd=${encodeURIComponent("长".repeat(10_000))} HTTP/1.1`))
  expect(long).toMatch(/^HTTP\/1\.1 431 [^]*charset=utf-8[^]*\r\n\r\n网址或请求头太长，请缩短后重试$/)
  expect(await answerOf(Buffer.from("GET nonsense HTTP/1.1"))).toMatch(/\r\n\r\n请求的格式不正确$/)
})

test("a call of the API that is too long is refused as JSON", async () => {
  const long = await answerOf(Buffer.from(`GET /api/v1/document/list?wd=${"a".repeat(40_000)} HTTP/1.1`))
  const [head = "", body = ""] = long.split("\r\n\r\n")
  expect(head).toMatch(/^HTTP\/1\.1 431 [^]*application\/json/)
  expect(JSON.parse(body)).toEqual({ code: 3, message: "网址或请求头太长，请缩短后重试" })
})

test.each([
  "GET //evil.example/合同 HTTP/1.1",
  "GET /\\evil.example/合同 HTTP/1.1",
  "GET https://evil.example/合同 HTTP/1.1",
  "GET /合同\nSet-Cookie: a=b HTTP/1.1",
  "GET /合同",
])("%j leads to no address", (line) => expect(encodedAddress(Buffer.from(`${line}\r\n`))).toBe(""))
