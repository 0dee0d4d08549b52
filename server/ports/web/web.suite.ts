import { mkdtemp, readdir, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { MemoryPage, MemoryRequest } from "./memory.web"
import type { WebError, WebPort } from "./web.port"

/** A port, and the sites that it reaches. */
export type WebWorld = {
  port: WebPort
  /** The address of a path, on the first site or on another host. */
  address: (path: string, other?: "other") => string
  /** Sets the answer of a path, on both hosts. */
  serve: (path: string, page: MemoryPage) => void
  /** All requests so far, oldest first. */
  requests: () => MemoryRequest[]
  close: () => void
}

const limits = { maxBytes: 5_000, timeoutMs: 20_000 }
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "fetched",
    (error: WebError) => error.reason,
  )

/** The test suite that the adapter and the fake must pass. */
export const webSuite = (title: string, open: () => Promise<WebWorld>): void => {
  describe(title, () => {
    let world: WebWorld
    let folder: string
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "web-suite-"))
      world.requests().length = 0
      world.serve("/picture", { type: "image/png", body: Buffer.alloc(2_000, 7) })
      world.serve("/file", { type: "application/pdf", disposition: 'attachment; filename="a.pdf"', body: "%PDF" })
    })

    test("a download is a new file, with its size and headers", async () => {
      const { port, address } = world
      expect(await port.download(address("/picture"), join(folder, "a"), limits)).toBe(2_000)
      expect(await readFile(join(folder, "a"))).toEqual(Buffer.alloc(2_000, 7))
      expect(await port.save(address("/file"), join(folder, "b"), limits)).toEqual({
        url: address("/file"),
        type: "application/pdf",
        disposition: 'attachment; filename="a.pdf"',
        bytes: 4,
      })
    })

    test("an answer of exactly the limit is accepted, a longer one is refused and leaves nothing on disk", async () => {
      const { port, address, serve } = world
      serve("/whole", { body: Buffer.alloc(5_000) })
      serve("/long", { body: Buffer.alloc(5_001) })
      expect((await port.read(address("/whole"), limits)).body).toHaveLength(5_000)
      expect(await reasonOf(port.read(address("/long"), limits))).toBe("size")
      expect(await reasonOf(port.save(address("/long"), join(folder, "long"), limits))).toBe("size")
      expect(await readdir(folder)).toEqual([])
    })

    test("a body is read only if its headers are accepted", async () => {
      const accepts = ({ type }: { type: string }) => type === "image/png"
      const { port, address } = world
      expect((await port.read(address("/picture"), { ...limits, accepts })).body).toHaveLength(2_000)
      expect(await port.read(address("/file"), { ...limits, accepts })).toMatchObject({ type: "application/pdf", body: null })
    })

    test("a missing page is unavailable, with its status", async () => {
      expect(await world.port.read(world.address("/none"), limits).catch((error: unknown) => error)).toMatchObject({
        name: "WebError",
        reason: "unavailable",
        status: 404,
      })
    })

    test("redirects are followed three times; the last address is the answer's", async () => {
      const { port, address, serve } = world
      for (const hop of [1, 2, 3]) serve(`/hop${hop}`, { location: `/hop${hop + 1}` })
      serve("/hop4", { body: "arrived" })
      serve("/hop0", { location: "/hop1" })
      expect(await port.read(address("/hop1"), limits)).toMatchObject({ url: address("/hop4"), body: Buffer.from("arrived") })
      expect(await reasonOf(port.read(address("/hop0"), limits))).toBe("unavailable")
    })

    test("inner addresses and other schemes are refused, also after a redirect [security: ssrf-corpus]", async () => {
      const { port, address, serve } = world
      const refused = ["http://10.0.0.1/", "http://169.254.169.254/latest", "http://[fd00::1]/", "file:///etc/passwd", "ftp://example.com/"]
      for (const url of [...refused, "http://user:pass@example.com/", "nothing"])
        expect(await reasonOf(port.read(url, limits)), url).toBe("address")
      for (const location of refused) {
        serve("/away", { location })
        expect(await reasonOf(port.read(address("/away"), limits)), location).toBe("address")
      }
    })

    test("headers reach only the host that they are for, and each request may be refused beforehand", async () => {
      const { port, address, serve, requests } = world
      const headers = { cookie: "s=1" }
      serve("/elsewhere", { location: address("/file", "other") })
      const addresses: string[] = []
      await port.read(address("/elsewhere"), { ...limits, headers, before: async (url) => void addresses.push(url) })
      expect(addresses).toEqual([address("/elsewhere"), address("/file", "other")])
      expect(requests().map((request) => request.headers["cookie"])).toEqual(["s=1", undefined])
      const before = () => Promise.reject(new Error("not now"))
      await expect(port.read(address("/file"), { ...limits, before })).rejects.toThrow("not now")
      expect(requests()).toHaveLength(2)
    })
  })
}
