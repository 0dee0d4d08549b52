import type { Ctx } from "@/server/context"
import { receiveNotice } from "./receipt.usecases"
import type { GatewayName } from "@/server/ports/payment/payment.port"
import { rawBodyOf } from "@/server/wire/raw-body"
import type { HttpExchange } from "@/server/module"

/** Limit on a notice's body, in bytes. Real notices have a few kilobytes. */
const maxBytes = 64 * 1024

/** Serves payment notices from a gateway: `POST /callback/{name}`. */
export const serveNotice =
  (name: GatewayName) =>
  async (ctx: Ctx, { req, res }: HttpExchange): Promise<void> => {
    const { status, type, body } = await receiveNotice(ctx, name, { headers: req.headers, body: await rawBodyOf(req, maxBytes) })
    res.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body)
  }
