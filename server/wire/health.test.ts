import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { faultOf } from "../errors"
import { serveMetrics } from "./health"
import { createMetrics } from "./metrics"

const token = "a token of the monitoring system"
let caller: { ip: string; token: string | undefined }
const metrics = createMetrics()
const server = createServer((req, res) => {
  serveMetrics(metrics, { req, res, path: "/metrics", query: "" }, caller.ip, caller.token).catch((error: unknown) =>
    res.writeHead(faultOf(error).status).end(),
  )
})
beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)))
afterAll(() => new Promise((done) => server.close(done)))

/** Returns the status for a client at `ip`; a missing Host is not sent at all. */
const statusFor = (ip: string, headers: Record<string, string>, given?: string) => {
  caller = { ip, token: given }
  return new Promise<number>((done, fail) => {
    const options = { port: (server.address() as AddressInfo).port, headers, agent: false }
    request(options, (reply) => reply.resume().on("end", () => done(reply.statusCode ?? 0)))
      .on("error", fail)
      .end()
  })
}

test("metrics are readable only from the local machine, under a local host name [security: private-metrics, 13.4.5]", async () => {
  for (const host of ["localhost", "localhost:8880", "127.0.0.1:8880", "[::1]:8880"])
    expect(await statusFor("127.0.0.1", { host })).toBe(200)
  // a page of another site in a browser on this machine, whose host name resolves to 127.0.0.1
  for (const host of ["library.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:8880", "127.0.0.1@evil.example"])
    expect(await statusFor("127.0.0.1", { host })).toBe(404)
  expect(await statusFor("203.0.113.9", { host: "localhost" })).toBe(404)
  expect(await statusFor("127.0.0.1", { host: "localhost", "x-forwarded-for": "203.0.113.9" })).toBe(404)
})

test("the configured token gives access to the metrics from anywhere; a wrong or missing token does not [security: private-metrics]", async () => {
  const host = "library.example"
  expect(await statusFor("203.0.113.9", { host, authorization: `Bearer ${token}` }, token)).toBe(200)
  expect(await statusFor("203.0.113.9", { host, authorization: `Bearer ${token}x` }, token)).toBe(404)
  expect(await statusFor("203.0.113.9", { host }, token)).toBe(404)
  expect(await statusFor("203.0.113.9", { host, authorization: "Bearer undefined" })).toBe(404)
})
