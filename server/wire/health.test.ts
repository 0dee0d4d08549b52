import { createServer, request } from "node:http"
import { mkdtemp, readFile, stat } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { faultOf } from "../errors"
import { metricsToken, serveMetrics, serveReady, writeMetricsToken } from "./health"
import { createMetrics } from "./metrics"

const token = "a token of the monitoring system"
const metrics = createMetrics()
const server = createServer((req, res) => {
  serveMetrics(() => metrics.registry.metrics(), { req, res, path: "/metrics", query: "" }, token).catch((error: unknown) =>
    res.writeHead(faultOf(error).status).end(),
  )
})
beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)))
afterAll(() => new Promise((done) => server.close(done)))

/** Returns the status for a client on this machine. */
const statusFor = (headers: Record<string, string>) =>
  new Promise<number>((done, fail) => {
    const options = { port: (server.address() as AddressInfo).port, headers, agent: false }
    request(options, (reply) => reply.resume().on("end", () => done(reply.statusCode ?? 0)))
      .on("error", fail)
      .end()
  })

test("a proxy on the same machine that adds no header does not open the metrics [security: private-metrics, 13.4.5]", async () => {
  for (const host of ["localhost", "127.0.0.1:8880", "[::1]:8880", "library.example"]) expect(await statusFor({ host })).toBe(404)
})

test("the token gives access to the metrics; a wrong or missing one does not [security: private-metrics]", async () => {
  const host = "library.example"
  expect(await statusFor({ host, authorization: `Bearer ${token}` })).toBe(200)
  for (const authorization of [`Bearer ${token}x`, "Bearer undefined", token, ""])
    expect(await statusFor({ host, authorization })).toBe(404)
})

test("the token of a site that configures none is in a file of its owner [security: private-metrics]", async () => {
  const [folder, secret] = [await mkdtemp(join(tmpdir(), "metrics-")), new Uint8Array(32).fill(7)]
  await writeMetricsToken(folder, secret)
  const path = join(folder, "metrics-token")
  expect(await readFile(path, "utf8")).toBe(metricsToken(secret))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(metricsToken(secret)).toMatch(/^[\w-]{43}$/)
})

test("a site whose connections are all busy is ready, one whose database is silent or that is stopping is not", async () => {
  const statusOf = async ({ answers, stopping = false }: { answers: boolean; stopping?: boolean }) => {
    const busy = () => new Promise(() => undefined)
    const app = { stopping: () => stopping, database: { db: { execute: busy }, isAnswering: async () => answers } }
    const written: number[] = []
    const res = { writeHead: (status: number) => (written.push(status), res), end: () => undefined, setHeader: () => undefined }
    await serveReady(app as never, res as never)
    return written[0]
  }
  expect(await statusOf({ answers: true })).toBe(200)
  expect(await statusOf({ answers: false })).toBe(503)
  expect(await statusOf({ answers: true, stopping: true })).toBe(503)
})
