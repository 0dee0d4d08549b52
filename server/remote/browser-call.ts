import type { IncomingMessage, ServerResponse } from "node:http"
import { callOf } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import { bodyOf, queryOf } from "../wire/api"
import { bearerOf } from "../wire/cookies"
import { sendJson } from "../wire/send"
import type { Log } from "../security/log"
import { sendFailure } from "./answer"
import { withCapabilities } from "./capabilities"
import { noReply, type AskRemote, type Dialect } from "./dialect"
import { failureOf, ill } from "./failures"
import type { SanitizeAnswer } from "./sanitized-answers"
import { hasOddToken, setSessionCookies } from "./session"
import { translate } from "./translate"
import type { RemoteCaller, Send } from "./transport"

type Exchange = { req: IncomingMessage; res: ServerResponse; key: Key; query: string }
type Options = { dialect: Dialect; send: Send; sanitize: SanitizeAnswer; visitor: string; log: Log; learn: (data: unknown) => void }

/** Calls the remote server on behalf of a visitor. */
export const askFor =
  (send: Send, caller: RemoteCaller, log: Log): AskRemote =>
  async (key, input) => {
    try {
      return await send(key, input, caller)
    } catch (error) {
      log.warn({ error: String(error), call: key }, "后端没有答复")
      return noReply
    }
  }

/** Answers a browser's call of the contract through a dialect: its answer completed by the contract, its refusals with their message. */
export const answerCall = async ({ req, res, key, query }: Exchange, options: Options): Promise<void> => {
  const { dialect, send, sanitize, visitor, log, learn } = options
  // Only the header counts: a cookie does not authorize calls.
  const caller: RemoteCaller = { token: bearerOf(req), forwardedFor: visitor, userAgent: req.headers["user-agent"] }
  const input = req.method === "GET" ? queryOf(query) : { ...queryOf(query), ...(await bodyOf(req)) }
  const reply = await translate(dialect, { key, input, ifMatch: req.headers["if-match"] }, askFor(send, caller, log))
  if (reply.isLocal) return sendJson(res, reply.status, reply.data)
  if (reply.status !== 200) {
    const wait = reply.headers?.["retry-after"]
    if (wait) res.setHeader("retry-after", wait)
    return sendFailure(
      req,
      res,
      failureOf({ method: req.method ?? "GET", status: reply.status, body: reply.data, signedIn: caller.token !== "" }),
    )
  }
  learn(reply.data)
  const parsed = callOf(key)!.output.safeParse(withCapabilities(dialect, key, reply.data))
  if (!parsed.success) {
    log.error({ call: key, error: String(parsed.error) }, "后端的答复不合约定")
    return sendFailure(req, res, ill())
  }
  if (hasOddToken(parsed.data)) return sendFailure(req, res, ill())
  await sanitize(key, parsed.data)
  setSessionCookies(req, res, key, parsed.data)
  sendJson(res, 200, parsed.data)
}
