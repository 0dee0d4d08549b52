import dns from "node:dns"
import { createServer } from "node:http"
import { syncBuiltinESMExports } from "node:module"
import { mkdtemp, readdir, readFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { insideAddresses } from "../../../tests/security/inside-addresses"
import { mayCarryHeaders } from "./web.port"
import { createGuardedWeb } from "./guarded.web"
import { memoryWeb, type MemoryPage, type MemoryRequest } from "./memory.web"
import { isOutside } from "./outside"
import { webSuite } from "./web.suite"

webSuite("over the network", async () => {
  const pages: Record<string, MemoryPage> = {}
  const received: MemoryRequest[] = []
  const pageServer = createServer((req, res) => {
    const base = `http://${req.headers.host}`
    received.push({ url: `${base}${req.url}`, headers: req.headers as Record<string, string> })
    const page = pages[req.url!]
    if (!page) return void res.writeHead(404).end()
    const headers = {
      "content-type": page.type ?? "text/html",
      ...(page.disposition ? { "content-disposition": page.disposition } : {}),
      ...(page.location ? { location: page.location } : {}),
    }
    res.writeHead(page.status ?? (page.location ? 302 : 200), headers).end(page.body)
  })
  await new Promise<void>((done) => pageServer.listen(0, "127.0.0.1", done))
  const { port } = pageServer.address() as AddressInfo
  return {
    port: createGuardedWeb({ allowed: ["127.0.0.1", "::1"], anyPort: true }),
    address: (path, other) => `http://${other ? "localhost" : "127.0.0.1"}:${port}${path}`,
    serve: (path, page) => void (pages[path] = page),
    requests: () => received,
    close: () => {
      pageServer.closeAllConnections()
      pageServer.close()
    },
  }
})
webSuite("memory", async () => {
  const port = memoryWeb()
  const address = (path: string, other?: "other") => `https://${other ?? "wenku"}.example.org${path}`
  return {
    port,
    address,
    serve: (path, page) => void (port.pages[address(path)] = port.pages[address(path, "other")] = page),
    requests: () => port.requests,
    close: () => undefined,
  }
})

let site = ""
let folder = ""
let requests: string[] = []
const server = createServer((req, res) => {
  requests.push(req.url!)
  if (req.url === "/picture") return void res.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(2_000, 7))
  if (req.url === "/inside") return void res.writeHead(302, { location: "http://169.254.169.254/latest" }).end()
  if (req.url === "/file") return void res.writeHead(302, { location: "file:///etc/passwd" }).end()
  if (req.url === "/round") return void res.writeHead(302, { location: "/round" }).end()
  if (req.url === "/endless") {
    res.writeHead(200)
    const more = () => void (res.writableEnded || res.destroyed || res.write(Buffer.alloc(65_536), () => setImmediate(more)))
    return more()
  }
  if (req.url === "/silent") return undefined
  if (req.url === "/drip") {
    res.writeHead(200, { "content-type": "text/html" })
    const timer = setInterval(() => res.write("x"), 20)
    return void res.on("close", () => clearInterval(timer))
  }
  if (req.url?.endsWith("/headers")) return void res.writeHead(200, { "content-type": "text/html" }).end(JSON.stringify(req.headers))
  return void res.writeHead(404).end()
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), "web-"))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const limits = { maxBytes: 100_000, timeoutMs: 20_000 }
const open = createGuardedWeb({ allowed: ["127.0.0.1"], anyPort: true })
const refusal = (port: typeof open, url: string, more: Partial<typeof limits> = {}) =>
  port.download(url, join(folder, "refused"), { ...limits, ...more }).then(
    () => "fetched",
    (error: { reason?: string }) => error.reason,
  )

describe("fetching user-supplied URLs [security: ssrf-corpus, ssrf-bypasses]", () => {
  test("writes the file and returns its size", async () => {
    expect(await open.download(`${site}/picture`, join(folder, "a"), limits)).toBe(2_000)
    expect((await readFile(join(folder, "a"))).length).toBe(2_000)
  })

  test.each(insideAddresses)("%s is rejected before any request", async (url) => {
    expect(await refusal(createGuardedWeb(), url)).toBe("address")
  })

  test("the local machine is rejected even if a server listens there", async () => {
    requests = []
    expect(await refusal(createGuardedWeb({ anyPort: true }), `${site}/picture`)).toBe("address")
    expect(requests).toEqual([])
  })

  test("a redirect cannot lead to a private address, to a file or around in a loop", async () => {
    expect(await refusal(open, `${site}/inside`)).toBe("address")
    expect(await refusal(open, `${site}/file`)).toMatch(/address|unavailable/)
    requests = []
    expect(await refusal(open, `${site}/round`)).toBe("unavailable")
    expect(requests).toHaveLength(4)
  })

  test("an oversized, missing or silent file is aborted, and leaves nothing on disk", async () => {
    expect(await refusal(open, `${site}/endless`)).toBe("size")
    expect(await refusal(open, `${site}/missing`)).toBe("unavailable")
    expect(await refusal(open, `${site}/silent`, { timeoutMs: 300 })).toBe("unavailable")
    expect(await readdir(folder)).toEqual(["a"])
  })
})

describe("reading pages [security: ssrf-corpus, ssrf-bypasses]", () => {
  const whole = { maxBytes: 100_000, timeoutMs: 20_000 }
  const reasonOf = (reply: Promise<unknown>) =>
    reply.then(
      () => "fetched",
      (error: { reason?: string }) => error.reason,
    )

  test("a page that arrives byte by byte is aborted at its deadline", async () => {
    const begun = performance.now()
    expect(await reasonOf(open.read(`${site}/drip`, { ...whole, timeoutMs: 300 }))).toBe("unavailable")
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test.each([
    ["https://one.example/a", "https://one.example/b", true],
    ["http://one.example/a", "https://one.example/a", true],
    ["https://one.example/a", "http://one.example/a", false],
    ["https://one.example/a", "https://two.example/a", false],
    ["https://one.example/a", "https://one.example:8443/a", false],
  ])("headers for %s go to %s: %s [security: crawl-secrets]", (home, url, expected) => {
    expect(mayCarryHeaders(home, url)).toBe(expected)
  })

  test("a host name that resolves to a private address on the second lookup is still blocked", async () => {
    const answers = ["93.184.216.34", "127.0.0.1"]
    const rebinding = vi.spyOn(dns, "lookup").mockImplementation(((
      _name: string,
      options: { all?: boolean },
      done: (...words: unknown[]) => void,
    ) => {
      const address = answers.length > 1 ? answers.shift()! : answers[0]!
      return options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)
    }) as never)
    // The agent imports it by name.
    syncBuiltinESMExports()
    requests = []
    const port = new URL(site).port
    const guarded = createGuardedWeb({ anyPort: true })
    await reasonOf(guarded.read(`http://rebinding.example.com:${port}/picture`, { ...whole, timeoutMs: 500 }))
    expect(await reasonOf(guarded.read(`http://rebinding.example.com:${port}/picture`, { ...whole, timeoutMs: 500 }))).toBe("address")
    expect(rebinding.mock.calls.length).toBeGreaterThan(1)
    expect(requests).toEqual([])
    rebinding.mockRestore()
    syncBuiltinESMExports()
  })

  test("a proxy on a private address is used only if the operator allows it, and never for private targets", async () => {
    requests = []
    // The site itself acts as the proxy and receives the full address.
    const proxy = site
    const target = "http://93.184.216.34/headers"
    const outside = createGuardedWeb({ anyPort: true })
    expect(await reasonOf(outside.read(target, { ...whole, proxy }))).toBe("address")
    const allowed = createGuardedWeb({ anyPort: true, proxies: ["127.0.0.0/8"] })
    expect(await reasonOf(allowed.read(target, { ...whole, proxy }))).toBe("fetched")
    expect(requests).toEqual([target])
    for (const inside of [`${site}/headers`, "http://10.0.0.1/", "http://localhost/", "http://169.254.169.254/latest"])
      expect(await reasonOf(allowed.read(inside, { ...whole, proxy })), inside).toBe("address")
    expect(requests).toEqual([target])
  })
})

test.each([
  ["8.8.8.8", [], true],
  ["2606:4700::1111", [], true],
  ["10.0.0.5", [], false],
  ["10.0.0.5", ["10.0.0.0/24"], true],
  ["10.0.1.5", ["10.0.0.0/24"], false],
  ["::ffff:10.0.0.5", ["10.0.0.5"], true],
  ["::ffff:127.0.0.1", [], false],
  ["64:ff9b::7f00:1", [], false],
  ["fd00::1", ["fd00::/8"], true],
  ["fd00::1", ["10.0.0.0/8"], false],
  ["nonsense", [], false],
])("address %s with the allowed list %j is public: %s", (address, allowed, expected) => expect(isOutside(address, allowed)).toBe(expected))
