import { mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer, request, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Services } from "@/server/context"
import { createLog } from "@/server/security/log"
import { createListener } from "@/server/wire/listener"
import { receivePart } from "./multipart.http"
import { sendJson } from "@/server/wire/send"
import { patience } from "@/tests/setup/patience"

let dataDir: string
let server: Server

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "multipart-"))
  const listener = createListener(async (req, res) => {
    const { name, file } = await receivePart({ dataDir } as Services, req, async () => ({ megabytes: 1 }))
    await rm(file.path)
    sendJson(res, 200, { name, size: file.size })
  }, createLog("silent"))
  server = createServer((req, res) => void listener(req, res))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await rm(dataDir, { recursive: true })
})

type Answer = { status: number; body: { message?: string; name?: string; size?: number } }
const post = (type: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo
    const out = request({ port, method: "POST", headers: { "content-type": type, ...headers } }, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
      done({ status: reply.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Answer["body"] })
    })
    out.on("error", fail).end(body)
  })

const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
/** Builds a form of one part with these headers. */
const form = (headers: string, content = "hello") => `--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`
const plain = "multipart/form-data; boundary=b"

test("a form is received, whatever unusual headers its part has", async () => {
  const whole = { status: 200, body: { name: "a.txt", size: 5 } }
  for (const headers of [
    disposition,
    `${disposition}\r\nContent-Type`,
    `${disposition}\r\nContent-Type: ;`,
    `${disposition}\r\nContent-Type: text/plain; charset`,
    `${disposition}\r\nContent-Type: text/plain; charset=`,
    `${disposition}\r\nContent-Type: text/plain; charset=no-such; x`,
    `${disposition}\r\nContent-Transfer-Encoding:`,
    `${disposition}; =; ;;`,
    disposition.slice(0, -1),
    `${disposition}${"\r\nX: y".repeat(10_000)}`,
    `${disposition}\r\n${disposition}`,
    `${disposition}\r\n__proto__: 1\r\nconstructor: 2`,
  ])
    expect(await post(plain, form(headers)), headers).toEqual(whole)
})

describe("an invalid form is rejected with a message [security: odd-multipart]", () => {
  test.each([
    ["no boundary", "multipart/form-data; boundary=", form(disposition)],
    ["an empty boundary in quotes", 'multipart/form-data; boundary=""', form(disposition)],
    ["a boundary of another name", "multipart/form-data; xboundary=b", form(disposition)],
    ["a boundary as a word", "multipart/form-data; boundary=b", "boundary"],
    ["another boundary", "multipart/form-data; boundary=c", form(disposition)],
    ["a boundary of 10,000 letters", `multipart/form-data; boundary=${"b".repeat(10_000)}`, form(disposition)],
    ["no type of a form", "multipart/mixed; boundary=b", form(disposition)],
    ["no body", plain, ""],
    ["only the end", plain, "--b--\r\n"],
    ["no end", plain, `--b\r\n${disposition}\r\n\r\nhello`],
    ["headers without an end", plain, `--b\r\n${disposition}`],
    ["no headers", plain, "--b\r\n\r\nhello\r\n--b--\r\n"],
    ["a disposition without a value", plain, form("Content-Disposition:")],
    ["a disposition of another kind", plain, form('Content-Disposition: attachment; filename="a.txt"')],
    ["names with broken escapes", plain, form("Content-Disposition: form-data; name=%; filename*=utf-8''%E4%ZZ")],
    ["names in an unknown encoding", plain, form("Content-Disposition: form-data; name=x; filename*=no-such''%E4")],
    ["names without a value", plain, form("Content-Disposition: form-data; name; filename")],
    ["a file under another name", plain, form('Content-Disposition: form-data; name="other"; filename="a.txt"')],
    ["a field only", plain, form('Content-Disposition: form-data; name="file"')],
    ["a header of a megabyte", plain, form(`X: ${"y".repeat(1_000_000)}\r\nX-Other: ${disposition}`)],
    ["zero bytes", plain, "\u0000".repeat(10_000)],
    ["a hundred thousand boundaries", plain, "--b\r\n".repeat(100_000)],
    ["as many fields as there is room for", plain, `--b\r\n${disposition.replace("file", "x")}\r\n\r\n`.repeat(5_000)],
    ["two files", plain, `--b\r\n${disposition}\r\n\r\none\r\n${form(disposition)}`],
  ])("%s", async (_, type, body) => {
    const { status, body: said } = await post(type, body)
    expect(status).toBe(400)
    expect(said.message).toMatch(/[\u4e00-\u9fff]/)
  })

  test("random bodies between boundaries, and forms with a changed byte: always a response, never 500, and no leftovers", async () => {
    const whole = Buffer.from(form(`${disposition}\r\nContent-Type: text/plain; charset=utf-8`))
    for (let round = 0; round < 200; round++) {
      const body = Buffer.from(whole)
      for (let change = 0; change <= round % 3; change++) body[(round * 31 + change * 17) % body.length] = (round * 97 + change * 57) % 256
      const { status } = await post(plain, body)
      expect([200, 400, 413], `round ${round}`).toContain(status)
    }
    await expect.poll(async () => (await readdir(join(dataDir, "tmp", "incoming"))).length).toBe(0)
  })
})

test("content type parameters are parsed in linear time", async () => {
  const begun = performance.now()
  const odd = ['a="', "a=%;", "a*=utf-8''%", "\\", '"\\"', "; ;", "boundary="].map((part) => part.repeat(Math.floor(15_000 / part.length)))
  for (const rest of odd) expect((await post(`multipart/form-data; ${rest};boundary=`, "")).status).toBe(400)
  expect(performance.now() - begun).toBeLessThan(1_500 * patience)
})
