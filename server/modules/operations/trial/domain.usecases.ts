import { originOf } from "@/lib/rules/path"
import type { LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { WebError } from "@/server/ports/web/web.port"
import { settingsOf } from "../../site/settings/settings.usecases"

/** The public settings are much smaller than this, and a user does not wait longer. */
const limits = { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000 }

const sentenceOf = ({ reason, status }: WebError): string => {
  if (reason === "address") return "这是内网的地址，或者用了 80 和 443 以外的端口，服务器不能替你检查，请在浏览器里打开看看"
  if (status) return `那里回答了错误 ${status}`
  return reason === "size" ? "那里回答的不是这个网站" : "那里没有回应：请看域名解析、证书和反向代理"
}

/** Returns the domain that the site at an address reports as its own; "" if no such site answers. */
const domainIn = (body: Buffer | null): string => {
  try {
    const { system } = JSON.parse(body?.toString("utf8") ?? "") as { system?: { domain?: unknown } }
    return typeof system?.domain === "string" ? system.domain : ""
  } catch {
    return ""
  }
}

/** Serves `GET /config/domain/test`: checks whether this very site answers at its saved address. If not, the result says so in `error`. */
export const checkDomain = async ({ app, request }: LoggedIn) => {
  const { domain } = await settingsOf(app, "system")
  const address = originOf(domain.trim())
  if (!address) throw invalid("还没有填写网站域名，请填好并保存后再试")
  try {
    const { body } = await app.web.read(`${address}/api/v1/settings`, { ...limits, accept: "application/json" })
    return { address, error: originOf(domainIn(body)) === address ? "" : "那里回答的不是这个网站" }
  } catch (error) {
    if (!(error instanceof WebError)) throw error
    app.log.warn({ err: error, request: request.id }, "网站域名没有应答")
    return { address, error: sentenceOf(error) }
  }
}
