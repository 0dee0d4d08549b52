import dns from "node:dns"
import { createServer, type Server } from "node:http"
import { syncBuiltinESMExports } from "node:module"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { callOf, keys } from "../../lib/contract/contract"
import { settingGroups, type SettingValues } from "../../lib/contract/site/settings.groups"
import type { Setting } from "../../lib/contract/setting"
import { readEnv } from "../../server/env"
import { planOf } from "../../server/modules/operations/backup/plan.usecases"
import { openTarget } from "../../server/modules/operations/backup/target.usecases"
import { outgoingPorts } from "../../server/programs/outgoing"
import { createGuardedFetch } from "../../server/ports/web/guarded-fetch"
import { sampleMail } from "../../server/ports/mail/mail.suite"

/* One guard in front of every destination that a setting can make the server contact (docs/decisions/152). */

let server: Server
let port = 0
let connections = 0
beforeAll(async () => {
  server = createServer((_req, res) => res.writeHead(200, { "content-type": "application/json" }).end("{}"))
  server.on("connection", (socket) => {
    connections += 1
    // a mail server speaks first: a client that waits for that here is disconnected
    socket.setTimeout(500, () => void socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const message = { mobile: "13800138000", code: "246813", minutes: 5, type: 0 }
/** The ports of a site whose OUTGOING_ALLOW has these addresses. */
const portsFor = (allowed: string[]) => ({ ...outgoingPorts({ OUTGOING_ALLOW: allowed, PAYMENT_SANDBOX: undefined }), allowed })
type Ports = ReturnType<typeof portsFor>
/** The settings of user 1, by the port that contacts the destination; each returns how it was refused. */
const entries: Record<string, (ports: Ports, host: string, at: number) => Promise<unknown>> = {
  "a mail server": ({ mail }, host, at) =>
    mail.send(
      { host: host.replace(/^\[|\]$/g, ""), port: at, is_tls: false, username: "a@example.org", password: "", from_name: "" },
      sampleMail,
    ),
  "a third-party login": ({ oauth }, host, at) =>
    oauth.identify(
      {
        type: 6,
        client_id: "c",
        client_secret: "s",
        authorize_url: `https://${host}:${at}/a`,
        token_url: `https://${host}:${at}/t`,
        userinfo_url: `https://${host}:${at}/u`,
        id_field: "id",
      },
      { code: "c", redirectUri: "https://wenku.example.org/oauth/custom", verifier: "v".repeat(43) },
    ),
  "a payment gateway": ({ payments }, host, at) =>
    payments
      .xunhupay({ ...values("xunhupay"), gateway_url: `https://${host}:${at}`, app_id: "1", app_secret: "2" } as never)
      .query({ order_no: "1", payment_no: "" } as never),
  "a robot": ({ robots }, host, at) => robots.send({ name: "feishu", url: `http://${host}:${at}/hook/k`, secret: "" }, "x"),
  "a webhook": ({ webhooks }, host, at) => webhooks.post(`http://${host}:${at}/`, {}, "{}"),
  "a bucket for backups": ({ allowed }, host, at) => {
    const settings = {
      ...(values("backup") as SettingValues<"backup">),
      ...{ to: "s3://library/nightly", s3_endpoint: `http://${host}:${at}`, s3_path_style: true, s3_access_key: "k", s3_secret_key: "s" },
    }
    const { to, access } = planOf({ ...readEnv({}), OUTGOING_ALLOW: allowed }, settings)!
    return openTarget(to, { dataDir: "/nonexistent", access, passphrase: async () => null })
  },
  "an SMS platform": ({ sms }, host, at) =>
    sms.send(
      "smsAliyun",
      { ...values("smsAliyun"), access_key_id: "k", access_key_secret: "s", endpoint: `https://${host}:${at}` } as never,
      message as never,
    ),
}
const values = (group: string) =>
  Object.fromEntries(
    Object.entries((settingGroups as unknown as Record<string, Record<string, Setting>>)[group]!).map(([name, one]) => [
      name,
      one.kind === "text" && one.default === "" ? "x" : one.default,
    ]),
  )
const inside = ["127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"]
const walled = portsFor([])
const open = portsFor(["127.0.0.1"])
const attempt = async (work: () => Promise<unknown>) => {
  connections = 0
  const failed = await work().then(
    () => null,
    (error: unknown) => error,
  )
  return { failed, connections }
}

describe.each(Object.entries(entries))("%s set by user 1 [security: ssrf-corpus, 13.2.4]", (_, go) => {
  test.each(inside)("%s is rejected, and no connection is made", async (host) => {
    const { failed, connections } = await attempt(() => go(walled, host, port))
    expect(failed).toBeInstanceOf(Error)
    expect(connections).toBe(0)
  })
  test("is reached if OUTGOING_ALLOW names it", async () => {
    expect((await attempt(() => go(open, "127.0.0.1", port))).connections).toBeGreaterThan(0)
  })
  test("a private address that OUTGOING_ALLOW does not name is rejected", async () => {
    const other = portsFor(["10.0.0.5", "192.168.0.0/16"])
    expect((await attempt(() => go(other, "127.0.0.1", port))).connections).toBe(0)
  })
})

describe("a host name that resolves differently the second time [security: ssrf-bypasses]", () => {
  const real = { lookup: dns.lookup, promised: dns.promises.lookup }
  afterEach(() => {
    dns.lookup = real.lookup
    dns.promises.lookup = real.promised
    syncBuiltinESMExports()
    vi.restoreAllMocks()
  })
  test.each(Object.entries(entries))("%s is blocked as well", async (_, go) => {
    let lookups = 0
    const next = () => (lookups++ === 0 ? "93.184.216.34" : "127.0.0.1")
    dns.lookup = ((_name: string, options: unknown, done: (...answer: unknown[]) => void) => {
      const back = typeof options === "function" ? (options as typeof done) : done
      // the first address is outside of what a test may contact: the second one follows
      if (lookups === 0) lookups = 1
      const address = next()
      if (typeof options === "object" && (options as { all?: boolean }).all) back(null, [{ address, family: 4 }])
      else back(null, address, 4)
    }) as typeof dns.lookup
    syncBuiltinESMExports()
    const { failed, connections } = await attempt(() => go(walled, "rebinding.example.org", port))
    expect(failed).toBeInstanceOf(Error)
    expect(connections).toBe(0)
  })
})

test("a redirect is not followed", async () => {
  const away = createServer((_req, res) => res.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end()).listen(0, "127.0.0.1")
  await new Promise((done) => away.once("listening", done))
  connections = 0
  const reply = await createGuardedFetch(["127.0.0.1"])(`http://127.0.0.1:${(away.address() as AddressInfo).port}/`, {
    method: "POST",
    body: "{}",
  })
  away.closeAllConnections()
  away.close()
  expect([reply.status, connections]).toEqual([307, 0])
})

test("every call with which staff try out a service has a limit", () => {
  const trials = keys.filter((key) => key.endsWith("/test"))
  expect(trials.length).toBeGreaterThan(7)
  expect(trials.filter((key) => !callOf(key)?.limit)).toEqual([])
})
