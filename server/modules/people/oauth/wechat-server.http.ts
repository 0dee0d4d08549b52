import { wechatTextMax, xmlNoticeMax } from "@/lib/contract/streams"
import { answerWechatServer } from "./wechat-server.usecases"
import type { Ctx } from "@/server/context"
import { rawBodyOf } from "@/server/wire/raw-body"
import type { HttpExchange } from "@/server/module"

/**
 * Serves `/api/v1/oauth/officialaccount/token`, which WeChat's server calls when the URL is entered in its console and for every message.
 */
export const serveWechatServer = async (ctx: Ctx, { req, res, query }: HttpExchange): Promise<void> => {
  const given = new URLSearchParams(query)
  const text = (name: string) => (given.get(name) ?? "").slice(0, wechatTextMax)
  const signed = { signature: text("signature"), timestamp: text("timestamp"), nonce: text("nonce"), echostr: "" }
  // the content of a message is not used
  if (req.method === "POST") await rawBodyOf(req, xmlNoticeMax)
  const answer = await answerWechatServer(ctx, req.method === "POST" ? signed : { ...signed, echostr: text("echostr") })
  res.writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }).end(answer)
}
