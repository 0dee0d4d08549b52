import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { MemoryDelivery, MemoryReceiver } from "./memory.webhook"
import { WebhookError, type WebhookPort } from "./webhook.port"

/** A port, and a site outside that receives its requests. */
export type WebhookWorld = {
  port: WebhookPort
  address: (path: string) => string
  receive: (path: string, receiver: MemoryReceiver) => void
  deliveries: () => MemoryDelivery[]
  /** An address without a server. */
  silent: string
  close: () => void
}

const running = new AbortController().signal

/** The test suite that the adapter and the fake must pass. */
export const webhookSuite = (title: string, open: () => Promise<WebhookWorld>): void => {
  describe(title, () => {
    let world: WebhookWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())
    beforeEach(() => void (world.deliveries().length = 0))
    const errorOf = (url: string) => world.port.post(url, {}, "{}", running).catch((error: unknown) => error)

    test("the body arrives byte for byte, with its headers", async () => {
      const { port, address, receive, deliveries } = world
      receive("/hook", { status: 200, body: "谢谢" })
      const body = '{"text":"磁盘\\u0000满了"} '
      expect(await port.post(address("/hook"), { "webhook-id": "msg_1" }, body)).toEqual({ status: 200, text: "谢谢", retryAfter: null })
      expect(deliveries()).toEqual([{ url: address("/hook"), headers: expect.objectContaining({ "webhook-id": "msg_1" }), body }])
    })

    test("of a long answer the beginning is kept", async () => {
      world.receive("/long", { status: 500, body: "x".repeat(50_000) })
      const { status, text } = await world.port.post(world.address("/long"), {}, "{}")
      expect([status, text]).toEqual([500, "x".repeat(1_000)])
    })

    test("a redirect is an answer like others and is not followed", async () => {
      const { port, address, receive, deliveries } = world
      receive("/away", { status: 302, headers: { location: "/hook" } })
      expect((await port.post(address("/away"), {}, "{}")).status).toBe(302)
      expect(deliveries()).toHaveLength(1)
    })

    test.each([
      ["120", 120],
      ["Wed, 21 Oct 2026 07:28:00 GMT", null],
      ["-1", null],
      ["99999999", null],
    ])("a retry-after of %s is %s seconds", async (header, seconds) => {
      world.receive("/busy", { status: 429, headers: { "retry-after": header } })
      expect((await world.port.post(world.address("/busy"), {}, "{}")).retryAfter).toBe(seconds)
    })

    test("an address where nothing answers is unavailable", async () => {
      const error = await errorOf(world.silent)
      expect(error).toBeInstanceOf(WebhookError)
      expect(error).toMatchObject({ fault: "unavailable" })
    })

    test.each(["http://10.0.0.1/", "http://[fd00::1]/", "http://169.254.169.254/latest"])(
      "the inner address %s is refused [security: ssrf-corpus]",
      async (url) => {
        expect(world.port.isInside(url)).toBe(true)
        expect(await errorOf(url)).toMatchObject({ name: "WebhookError", fault: "address" })
      },
    )

    test("names and public addresses are not inner ones", () => {
      for (const url of ["https://example.org/hook", "https://8.8.8.8/", "https://[2606:4700::1111]/"])
        expect(world.port.isInside(url), url).toBe(false)
    })

    test("a delivery that is stopped ends with the reason of the stop", async () => {
      const reason = new Error("the site is stopping")
      world.receive("/hook", { status: 204 })
      await expect(world.port.post(world.address("/hook"), {}, "{}", AbortSignal.abort(reason))).rejects.toThrow()
      expect(world.deliveries()).toEqual([])
    })
  })
}
