import type { IncomingMessage, ServerResponse } from "node:http"
import { sql } from "drizzle-orm"
import type { Services } from "../context"
import { notFound } from "../errors"
import type { Metrics } from "./metrics"
import { sendJson } from "./send"

/** `/readyz`: ready while the database answers. */
export const serveReady = async (app: Services, res: ServerResponse): Promise<void> => {
  const alive =
    !app.stopping() &&
    (await app.database.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ))
  sendJson(res, alive ? 200 : 503, { status: alive ? "ready" : "unavailable" })
}

/** Headers that a proxy adds: a request with one of these comes from outside, even where the configuration names no proxy. */
const forwarding = ["x-forwarded-for", "x-real-ip", "forwarded", "via"]

/** `/metrics`: for the machine itself and monitoring on it. @throws 404 for everybody else */
export const serveMetrics = async ({ registry }: Metrics, req: IncomingMessage, ip: string, res: ServerResponse): Promise<void> => {
  if (!/^(127\.|::1$)/.test(ip) || forwarding.some((name) => req.headers[name])) throw notFound()
  res.writeHead(200, { "content-type": registry.contentType }).end(await registry.metrics())
}
