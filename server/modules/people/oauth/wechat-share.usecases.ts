import { createHash, randomBytes } from "node:crypto"
import { originOf } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { invalid, unavailable } from "@/server/errors"
import { OauthError } from "@/server/ports/oauth/oauth.port"
import { settingsOf } from "../../site/settings/settings.usecases"

const hostOf = (text: string) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).host : "")

/**
 * Returns the data with which a page inside WeChat is shared with its title and picture (docs/reference/api.md 2.13); empty without an
 * account. Only URLs of this site are signed. SHA-1 is required by the protocol; only WeChat's own check relies on it.
 */
export const signForWechat = async (ctx: Ctx, { url }: { url: string }) => {
  const [{ domain }, { client_id, client_secret }] = await Promise.all([
    settingsOf(ctx.app, "system"),
    settingsOf(ctx.app, "oauthOfficialAccount"),
  ])
  if (!client_id || !client_secret) return {}
  const siteHost = hostOf(originOf(domain))
  if (!siteHost || hostOf(url) !== siteHost) throw invalid("只能为本站的网址签名", "url")
  const ticket = await ctx.app.oauth.jsTicket({ client_id, client_secret }).catch((error: unknown) => {
    if (!(error instanceof OauthError)) throw error
    ctx.app.log.warn({ fault: error.fault, detail: error.detail, request: ctx.request.id }, "微信分享没有取到票据")
    throw error.fault === "unavailable" ? unavailable("微信暂时没有回应，请稍后再试") : invalid("微信公众号的配置有误，请联系管理员")
  })
  const timestamp = Math.floor(ctx.now().getTime() / 1000)
  const noncestr = randomBytes(12).toString("hex")
  const signed = `jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url.split("#")[0]}`
  return { appid: client_id, timestamp, noncestr, signature: createHash("sha1").update(signed).digest("hex") }
}
