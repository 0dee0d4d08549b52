import { beforeAll, expect, test } from "vitest"
import { readProxyNotice } from "../../server/wire/proxy-notice"
import { call, readMetrics, register, send, someAddress } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

/* The client address of a request: on a site behind a proxy, and on a site without a trusted proxy. */

const { start, server, data } = ownServer({ SAMPLES: "false" })
beforeAll(async () => void (await register(server().url, "bookkeeper")))

const addressOf = async (headers: Record<string, string>, url: string, dataDir: string) => {
  const reply = await call(url, "POST /user/login", { username: "bookkeeper", password: "correct horse 7" }, null, headers)
  if (reply.status !== 200) throw new Error(reply.body.toString("utf8"))
  const [row] = await query<{ ip: string }>(dataDir, "select ip from session order by created_at desc, expires_at desc limit 1")
  return row!.ip
}

test("behind a trusted proxy X-Forwarded-For is read from its end, and the client's own entries are ignored [security: 4.1.3, 15.3.4]", async () => {
  expect(await addressOf({ "x-forwarded-for": "203.0.113.9" }, server().url, data().path)).toBe("203.0.113.9")
  expect(await addressOf({ "x-forwarded-for": "1.2.3.4, 203.0.113.9, 127.0.0.1" }, server().url, data().path)).toBe("203.0.113.9")
  expect(await addressOf({ "x-forwarded-for": "nonsense, '; drop table" }, server().url, data().path)).toBe("127.0.0.1")
  expect(
    await addressOf({ "x-real-ip": "203.0.113.77", forwarded: "for=203.0.113.78", "client-ip": "203.0.113.79" }, server().url, data().path),
  ).toBe("127.0.0.1")
})

test("metrics are served to those who can read the data folder, not to a proxy on the same machine [security: 13.4.5]", async () => {
  expect(await readMetrics(server().url, data().path)).toContain("http_request_seconds")
  expect((await send(`${server().url}/metrics`)).status).toBe(404)
})

test("without a trusted proxy the header is ignored, and metrics are denied through a proxy [security: forwarded-address, address-from-header]", async () => {
  await server().stop()
  await start(undefined, { TRUSTED_PROXIES: "" })
  expect(await addressOf({ "x-forwarded-for": "203.0.113.9" }, server().url, data().path)).toBe("127.0.0.1")
  expect((await send(`${server().url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } })).status).toBe(404)
  // thirty wrong passwords from one connection are blocked, whatever address each of them claims
  const statuses: number[] = []
  for (let n = 0; n < 32; n++)
    statuses.push(
      (
        await call(server().url, "POST /user/login", { username: `nobody${n}`, password: "wrong one" }, null, {
          "x-forwarded-for": someAddress(),
        })
      ).status,
    )
  expect(statuses.at(-1)).toBe(429)
  expect(
    server()
      .output()
      .match(/TRUSTED_PROXIES=127\.0\.0\.1/g),
    "said once, with what to set",
  ).toHaveLength(1)
  expect(await readProxyNotice(data().path), "for the doctor").toBe("127.0.0.1")
})
