import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { readToken } from "@/lib/api/token"
import type { Output, PendingOauth } from "@/lib/contract/types"
import { oauthTypeOf } from "@/lib/view/people/oauth"
import { takeJourney } from "./oauth-journey"

/** `appeal`: the account is disabled, and its user may appeal once. */
export type Landed = { target: string } & ({ message: string; appeal?: string } | { reply: Output<"POST /oauth/login"> })

/** Completes the login of an account with a second factor, which is requested on the way (`lib/api/client.ts`). */
const withFactor = ({ openid, oauth_type, session }: PendingOauth) => api("POST /oauth/factor", { openid, oauth_type, session })

/** Handles the answer of a provider. Only a login that this browser started is sent to the server. */
const land = async (type: number | null, answer: URLSearchParams): Promise<Landed> => {
  const journey = takeJourney()
  const target = journey?.redirect ?? "/me"
  if (type === null) return { target, message: "未知授权类型" }
  const error = answer.get("error")
  if (error) return { target, message: error === "access_denied" ? "已取消授权" : "登录平台没有同意授权，请重新登录" }
  const code = answer.get("code")
  if (!code) return { target, message: `请从${readToken() ? "个人中心" : "登录页"}重新进入第三方登录` }
  const state = answer.get("state")
  if (!journey || !state || journey.type !== type || journey.state !== state) return { target, message: "授权已失效，请重新登录" }
  const reply = await api("POST /oauth/login", { oauth_type: type, code, ...(journey.secret && { state, secret: journey.secret }) })
  const done = reply.ok && reply.data.factor && reply.data.oauth ? await withFactor(reply.data.oauth) : reply
  return done.ok ? { target, reply: done.data } : { target, message: refusalText(done, "登录失败"), appeal: done.appeal }
}

let arrived: { name: string; at: number; landing: Promise<Landed> } | null = null
const rememberMs = 30_000

/**
 * Reads the parameters from the address, removes them at once (so that neither the history nor an onlooker gets the code), and handles
 * them. If the page is rendered again, it finds no parameters and gets the same result, because a code works once.
 */
export const landOnce = (name: string): Promise<Landed> => {
  const { search, pathname } = window.location
  if (!search && arrived?.name === name && Date.now() - arrived.at < rememberMs) return arrived.landing
  window.history.replaceState(null, "", pathname)
  arrived = { name, at: Date.now(), landing: land(oauthTypeOf(name), new URLSearchParams(search)) }
  return arrived.landing
}
