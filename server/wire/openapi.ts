import { openApiDocument } from "../../lib/contract/openapi/document"
import { notFound } from "../errors"
import { compress, send, type Compressed } from "./compressed"
import type { HttpExchange } from "../module"

export const openApiPath = "/api/v1/openapi.json"

const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=300" }

/**
 * Serves `GET /api/v1/openapi.json`: the contract as an OpenAPI document, for client generators and for other sites that want to identify
 * the server (`productId`).
 * It is built and compressed at the first request and cached. It contains none of the site's data, so it is public, even while the site is
 * closed.
 */
export const createOpenApi = (version: string) => {
  let made: Promise<Compressed> | null = null
  return async ({ req, res }: Pick<HttpExchange, "req" | "res">): Promise<void> => {
    if (req.method !== "GET" && req.method !== "HEAD") throw notFound("没有这个接口")
    made ??= compress(200, headers, Buffer.from(JSON.stringify(openApiDocument(version))))
    send(await made, req, res)
  }
}
