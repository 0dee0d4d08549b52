import { createHash } from "node:crypto"
import { type JsonBody, type Net, objectOf } from "./bounded-fetch"
import { OauthError } from "./oauth.port"

export type WechatApp = { client_id: string; client_secret: string }
/** The JS ticket that signs pages inside WeChat. It is valid for about two hours and shared by the whole account. */
export type WechatShare = { jsTicket(app: WechatApp): Promise<string> }

export const wechatApi = "https://api.weixin.qq.com"
/**
 * How long before its expiry a ticket is renewed (ms), and how long a refusal is cached (ms). Without that cache every page view would call
 * WeChat again.
 */
const early = 300_000
const rest = 60_000
/**
 * From WeChat's global return codes: wrong id or secret, call not permitted, or this machine's address is not on the account's allowlist.
 */
const ofConfig = new Set(["40001", "40013", "40125", "40164", "41002", "41004", "48001", "50002", "89503"])

const checked = (body: JsonBody | null, name: string): { value: string; seconds: number } => {
  const code = String(body?.errcode ?? 0)
  if (code !== "0")
    throw new OauthError(ofConfig.has(code) ? "config" : "unavailable", /^-?\d{1,7}$/.test(code) ? `code ${code}` : "code unknown")
  const value = body?.[name]
  if (typeof value !== "string" || !value) throw new OauthError("unavailable", `no ${name}`)
  return { value, seconds: Number(body?.expires_in) || 0 }
}

/**
 * Returns the JS ticket of an official account (docs/reference/api.md 2.13), cached in memory until shortly before its expiry. The token
 * comes from WeChat's stable call, which returns the same token to every process, so that processes do not invalidate each other's.
 * @throws OauthError
 */
export const wechatShare = (net: Net, base: string, now: () => number): WechatShare => {
  const tickets = new Map<string, { until: number; ticket: Promise<string> }>()

  const ask = async ({ client_id, client_secret }: WechatApp): Promise<{ value: string; seconds: number }> => {
    const body = JSON.stringify({ grant_type: "client_credential", appid: client_id, secret: client_secret })
    const granted = await net.fetch(`${base}/cgi-bin/stable_token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    })
    const token = checked(objectOf(await granted.text()), "access_token")
    const query = new URLSearchParams({ access_token: token.value, type: "jsapi" })
    const given = await net.fetch(`${base}/cgi-bin/ticket/getticket?${query.toString()}`, { headers: { accept: "application/json" } })
    return checked(objectOf(await given.text()), "ticket")
  }

  return {
    jsTicket: (app) => {
      const key = createHash("sha256").update(`${app.client_id}\n${app.client_secret}`).digest("base64url")
      const cached = tickets.get(key)
      if (cached && cached.until > now()) return cached.ticket
      const asking = ask(app)
      const entry = { until: now() + rest, ticket: asking.then(({ value }) => value) }
      asking.then(
        ({ seconds }) => (entry.until = now() + Math.max(rest, seconds * 1000 - early)),
        () => (entry.until = now() + rest),
      )
      // Drop the tickets of an account that has been replaced in the settings.
      tickets.clear()
      tickets.set(key, entry)
      return entry.ticket
    },
  }
}
