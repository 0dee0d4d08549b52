import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { sql } from "drizzle-orm"
import type { Services } from "../context"
import { notFound } from "../errors"
import type { Metrics } from "./metrics"
import { sendJson } from "./send"
import type { HttpExchange } from "../module"

/** Answers `/readyz`: ready while the database responds. */
export const serveReady = async (app: Services, res: ServerResponse): Promise<void> => {
  const alive =
    !app.stopping() &&
    (await app.database.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ))
  sendJson(res, alive ? 200 : 503, { status: alive ? "ready" : "unavailable" })
}

/** Headers that a proxy adds: a request with one of these comes from outside, even if no proxy is configured. */
const forwarding = ["x-forwarded-for", "x-real-ip", "forwarded", "via"]

/** Checks whether the request comes from the machine itself: a page of another site in a local browser sends that site's Host. */
const isLocal = ({ headers }: IncomingMessage, ip: string): boolean =>
  /^(127\.|::1$)/.test(ip) &&
  !forwarding.some((name) => headers[name]) &&
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(headers.host ?? "")

const digest = (text: string) => createHash("sha256").update(text).digest()
const hasToken = ({ headers }: IncomingMessage, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`))

/**
 * Answers `/metrics` for the machine itself, and from anywhere with `token` as the Bearer token (METRICS_TOKEN in docs/configuration.md).
 * @throws 404 for all others
 */
export const serveMetrics = async (
  { registry }: Metrics,
  { req, res }: HttpExchange,
  ip: string,
  token: string | undefined,
): Promise<void> => {
  if (!isLocal(req, ip) && !hasToken(req, token)) throw notFound()
  res.writeHead(200, { "content-type": registry.contentType }).end(await registry.metrics())
}
