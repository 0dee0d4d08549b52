import { readFrameAddress } from "@/lib/rules/site/advertisement-frame"
import { createCtx, type Services } from "@/server/context"
import { notFound } from "@/server/errors"
import type { HttpExchange } from "@/server/module"
import { findCurrent } from "./advertisement.usecases"
import { frameHeaders, framePage } from "./frame.rules"

/** Serves the frame of a current advertisement. */
export const serveFrame = async (app: Services, { req, res, path }: HttpExchange): Promise<void> => {
  const about = readFrameAddress(path)
  const advertisement = about && (await findCurrent(createCtx(app), about.id))
  if (!advertisement) throw notFound("没有这条广告")
  sendFrame({ req, res }, (about.b && advertisement.content_b) || advertisement.content)
}

export const sendFrame = ({ req, res }: Pick<HttpExchange, "req" | "res">, content: string): void => {
  const body = framePage(content)
  res.writeHead(200, { ...frameHeaders, "content-length": body.length })
  res.end(req.method === "HEAD" ? undefined : body)
}
