import { createHash, timingSafeEqual } from "node:crypto"
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Services } from "../context"
import { notFound } from "../errors"
import { derivedKey } from "../security/derived-key"
import type { Metrics } from "./metrics"
import { sendJson } from "./send"
import type { HttpExchange } from "../module"

/** How long the database may take to answer (ms): less than the two seconds that monitoring programs commonly wait. */
const readyMs = 1_500

/**
 * Answers `/readyz`: ready while the database responds. The question has a connection of its own: a site whose connections are all busy, as in
 * a flood of logins, is ready.
 */
export const serveReady = async (app: Services, res: ServerResponse): Promise<void> => {
  const alive = !app.stopping() && (await app.database.isAnswering(readyMs).catch(() => false))
  sendJson(res, alive ? 200 : 503, { status: alive ? "ready" : "unavailable" })
}

/**
 * The token of `/metrics` of a site that configures none: it is in a file that only users of the machine can read. An address cannot replace
 * it, because a proxy on the same machine need not add a header.
 */
export const metricsToken = (secret: Uint8Array): string => derivedKey(secret, "metrics").toString("base64url")

/** Writes the token for monitoring programs on the machine (`credentials_file` in Prometheus). */
export const writeMetricsToken = async (dataDir: string, secret: Uint8Array): Promise<void> => {
  const path = join(dataDir, "metrics-token")
  await writeFile(path, metricsToken(secret), { mode: 0o600 })
  await chmod(path, 0o600)
}

const digest = (text: string) => createHash("sha256").update(text).digest()
const hasToken = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`))

/**
 * Answers `/metrics` with `token` as the Bearer token: METRICS_TOKEN in docs/configuration.md, or `metricsToken`.
 * @throws 404 for all others
 */
export const serveMetrics = async ({ registry }: Metrics, { req, res }: HttpExchange, token: string): Promise<void> => {
  if (!hasToken(req, token)) throw notFound()
  res.writeHead(200, { "content-type": registry.contentType }).end(await registry.metrics())
}
