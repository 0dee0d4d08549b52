import type { IncomingMessage } from "node:http"
import type { Ctx } from "../context"
import { tooLarge } from "../errors"
import { receiveNotice } from "../modules/order/receipt.usecases"
import type { GatewayName } from "../ports/payment/payment.port"
import type { Exchange } from "./streams"

/** Notices are a few kilobytes. */
const maxBytes = 64 * 1024

/** The body as it came: signatures are over its bytes. */
const rawBodyOf = async (req: IncomingMessage): Promise<string> => {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge("提交的内容太长")
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw tooLarge("提交的内容太长")
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}

/** Answers what a gateway calls: `POST /callback/{name}`. */
export const serveNotice =
  (name: GatewayName) =>
  async (ctx: Ctx, { req, res }: Exchange): Promise<void> => {
    const { status, type, body } = await receiveNotice(ctx, name, { headers: req.headers, body: await rawBodyOf(req) })
    res.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body)
  }
