import { createHash, timingSafeEqual } from "node:crypto"
import type { Ctx } from "@/server/context"
import { forbidden, notFound } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

/** The query parameters that WeChat adds when it calls a site; `echostr` only when the URL is entered in its console. */
export type WechatSigned = { signature: string; timestamp: string; nonce: string; echostr: string }

const isSigned = (token: string, { signature, timestamp, nonce }: WechatSigned): boolean => {
  const digest = Buffer.from(createHash("sha1").update([token, timestamp, nonce].toSorted().join("")).digest("hex"))
  const given = Buffer.from(signature)
  return given.length === digest.length && timingSafeEqual(given, digest)
}

/**
 * Proves to WeChat that the URL belongs to the official account's owner (docs/decisions/150): checks its signature with the token of the
 * settings and returns its `echostr`. Messages of followers get the response after which WeChat neither retries nor shows them an error.
 * SHA-1 is required by the protocol. @throws 404 while no token is set, 403 for a wrong signature
 */
export const answerWechatServer = async (ctx: Ctx, signed: WechatSigned): Promise<string> => {
  const { server_token } = await settingsOf(ctx.app, "oauthOfficialAccount")
  if (!server_token) throw notFound("没有设置公众号的服务器令牌")
  if (!isSigned(server_token, signed)) throw forbidden("签名不正确")
  return signed.echostr || "success"
}
