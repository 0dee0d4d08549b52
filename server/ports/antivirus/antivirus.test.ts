import { createServer, type AddressInfo, type Socket } from "node:net"
import { once } from "node:events"
import { deflateSync } from "node:zlib"
import { strToU8, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import { eicar, startClamd } from "../../../tests/setup/clamd"
import { closeAtTheEnd } from "../../../tests/setup/opened"
import { patience } from "../../../tests/setup/patience"
import { antivirusSuite, testVirus } from "./antivirus.suite"
import { clamdAntivirus, clamdTarget } from "./clamd.antivirus"
import { memoryAntivirus } from "./memory.antivirus"

const clamd = await startClamd({ "Doujia.Test": testVirus, "Eicar.Test": eicar })

antivirusSuite("memory antivirus", async () => {
  const fake = memoryAntivirus()
  fake.words.set(testVirus, "Doujia.Test")
  return fake
})
antivirusSuite("clamd by its socket", async () => clamdAntivirus(clamd.socket))
antivirusSuite("clamd by its port", async () => clamdAntivirus(clamd.address))

async function* one(content: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

/** A PDF with one compressed stream. */
const pdfWith = (text: string): Buffer => {
  const stream = deflateSync(Buffer.from(text))
  const head = Buffer.from(
    `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n3 0 obj\n<</Length ${stream.length}/Filter/FlateDecode>>\nstream\n`,
  )
  return Buffer.concat([head, stream, Buffer.from("\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n")])
}
const docxWith = (text: string): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8(`<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`),
    "word/document.xml": strToU8("<w:document/>"),
    "word/embeddings/object.bin": strToU8(text),
  })

describe("a real clamd [security: 5.4.3, antivirus-sample]", () => {
  const scanner = clamdAntivirus(clamd.socket)
  const files: [string, (text: string) => Uint8Array][] = [
    ["a text", strToU8],
    ["a zip", (text) => zipSync({ "a/文件.txt": strToU8(text) }, { level: 9 })],
    ["a zip in a zip", (text) => zipSync({ "内.zip": zipSync({ "b.txt": strToU8(text) }) })],
    ["a docx", docxWith],
    ["a PDF", pdfWith],
  ]
  test.each(files)("recognizes the test file in %s", async (_, make) => {
    expect((await scanner.scan(one(make(eicar)))).signature).toContain("Eicar.Test")
    expect((await scanner.scan(one(make("正文".repeat(40))))).signature).toBeNull()
  })

  test("names its signatures in its version", async () => {
    expect(await scanner.version()).toMatch(/^ClamAV \d/)
  })

  test("streams 128 MB in little memory", async () => {
    const chunk = Buffer.alloc(64 * 1024, "正文 ")
    const megabytes = 128
    const before = process.memoryUsage.rss()
    let most = before
    async function* content() {
      for (let sent = 0; sent < megabytes * 16; sent++) {
        if (sent % 64 === 0) most = Math.max(most, process.memoryUsage.rss())
        yield chunk
      }
    }
    const begun = performance.now()
    expect(await scanner.scan(content())).toEqual({ signature: null })
    const perSecond = megabytes / ((performance.now() - begun) / 1000)
    expect((most - before) / 1024 / 1024, "megabytes of memory").toBeLessThan(20 * patience)
    expect(perSecond, "megabytes a second").toBeGreaterThan(50 / patience)
  })
})

/** A scanner with the behaviour of `serve`. */
const standIn = async (serve: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined))
    serve(socket)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  closeAtTheEnd(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(done))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answering = (text: string) => standIn((socket) => socket.resume().end(text))
async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024)
}

describe("a scanner that gives no verdict", () => {
  test.each([
    ["nobody listens", async () => "127.0.0.1:1", "unavailable"],
    ["no such socket", async () => "/nonexistent/clamd.ctl", "unavailable"],
    ["it hangs up", async () => standIn((socket) => socket.destroy()), "unavailable"],
    ["it answers nonsense", async () => answering("HTTP/1.1 400 Bad Request\r\n\r\n"), "unavailable"],
    ["it answers an error", async () => answering("stream: Can't allocate memory ERROR\0"), "unavailable"],
    ["the file is too large for it", async () => answering("INSTREAM size limit exceeded. ERROR\0"), "size"],
  ])("%s", async (_, make, fault) => {
    await expect(clamdAntivirus(await make()).scan(one(Buffer.alloc(100_000)))).rejects.toMatchObject({ fault })
  })

  test("a real one that refuses the size while the content is still sent", async () => {
    const small = await startClamd({ "Doujia.Test": testVirus }, { streamMegabytes: 1 })
    async function* content() {
      for (let sent = 0; sent < 400; sent++) yield Buffer.alloc(64 * 1024)
    }
    await expect(clamdAntivirus(small.socket).scan(content())).rejects.toMatchObject({ name: "AntivirusError" })
  })

  test.each([
    ["that reads and never answers", (socket: Socket) => void socket.resume()],
    ["that does not read", (socket: Socket) => void socket.pause()],
  ])("one %s is given up at the deadline", async (_, serve) => {
    const begun = performance.now()
    await expect(clamdAntivirus(await standIn(serve), 200).scan(endless())).rejects.toMatchObject({ fault: "timeout" })
    expect(performance.now() - begun).toBeLessThan(2_000 * patience)
  })
})

test("the address is a socket, or a host and a port", () => {
  expect(clamdTarget("/run/clamav/clamd.ctl")).toEqual({ path: "/run/clamav/clamd.ctl" })
  expect(clamdTarget("127.0.0.1:3310")).toEqual({ host: "127.0.0.1", port: 3310 })
  expect(clamdTarget("clamav.example.org:3310")).toEqual({ host: "clamav.example.org", port: 3310 })
  expect(clamdTarget("[::1]:3310")).toEqual({ host: "::1", port: 3310 })
})
