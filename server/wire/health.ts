import { createHash, timingSafeEqual } from "node:crypto"
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Services } from "../context"
import { notFound } from "../errors"
import { readMissingFiles } from "../modules/site/settings/missing-files.usecases"
import { derivedKey } from "../security/derived-key"
import { Registry } from "prom-client"
import { sendJson } from "./send"
import type { HttpExchange } from "../module"

const noneMissing = { count: 0 }
/** How long the database may take to answer the probe (ms): `/readyz` itself always answers within two seconds. */
const readyMs = 1_500

/**
 * Answers `/readyz`: ready while the database responds and the process is not stopping. The health query uses a separate connection: a site
 * whose connections are all busy, as in a flood of logins, is ready.
 */
export const serveReady = async (app: Services, res: ServerResponse): Promise<void> => {
  const status = app.stopping() ? "stopping" : (await app.database.isAnswering(readyMs).catch(() => false)) ? "ready" : "unavailable"
  // read from memory; a site that lacks files still serves all others
  const { count } = status === "ready" ? await readMissingFiles(app).catch(() => noneMissing) : noneMissing
  sendJson(res, status === "ready" ? 200 : 503, { status, ...(count > 0 && { missing_files: count }) })
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
 * Answers `/metrics`, in Prometheus's text format, with `token` as the Bearer token: METRICS_TOKEN in docs/configuration.md, or `metricsToken`.
 * @throws 404 for all others
 */
export const serveMetrics = async (read: () => Promise<string>, { req, res }: HttpExchange, token: string): Promise<void> => {
  if (!hasToken(req, token)) throw notFound()
  res.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(await read())
}
