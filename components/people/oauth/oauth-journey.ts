import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { tabStore } from "@/lib/browser-storage"
import type { OauthConfig } from "@/lib/contract/types"
import { oauthNameOf } from "@/lib/view/people/oauth"
import { authorizeUrl } from "@/lib/view/people/oauth-authorize"
import { ownPath } from "@/lib/rules/path"

/** The state of a third-party login started in this browser; required against login CSRF. `secret` is "" with older servers. */
export type Journey = { type: number; state: string; secret: string; redirect: string }

const key = "doujia:oauth"
/** How long the server remembers the state (ms). */
const lifeMs = 10 * 60_000

/** Returns false if the browser did not store it: the way back loads a new page, which would not know it. */
const keep = (journey: Journey): boolean => tabStore.setItem(key, JSON.stringify({ ...journey, at: Date.now() }))

/** Works once: a second landing finds no state. */
export const takeJourney = (): Journey | null => {
  const journey = tabStore.getJson(key) as (Journey & { at: number }) | null
  tabStore.removeItem(key)
  if (!journey || typeof journey.redirect !== "string" || Date.now() - journey.at > lifeMs) return null
  return { type: journey.type, state: journey.state, secret: journey.secret, redirect: ownPath(journey.redirect) }
}

const randomState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The statuses with which compatible servers without this call answer. */
const unknownCall = new Set([404, 405, 501])

/**
 * Returns the address for logging in with this provider, or a message why it is unavailable, and stores the state for the way back. Our
 * server builds the address; older servers leave that to the client, with a state that is checked here.
 */
export const beginJourney = async (provider: OauthConfig, redirect: string): Promise<{ url: string } | { message: string }> => {
  const reply = await api("POST /oauth/begin", { oauth_type: provider.type })
  const isLegacy = !reply.ok && unknownCall.has(reply.status)
  if (!reply.ok && !isLegacy) return { message: refusalText(reply, "登录失败") }
  const state = reply.ok ? reply.data.state : randomState()
  const secret = reply.ok ? reply.data.secret : ""
  const url = reply.ok ? reply.data.url : authorizeUrl(provider, window.location.origin, oauthNameOf(provider.type), state)
  if (!/^https?:\/\//i.test(url)) return { message: "第三方登录的配置有误，请联系管理员" }
  if (!keep({ type: provider.type, state, secret, redirect: ownPath(redirect) }))
    return { message: "浏览器不允许保存登录状态，请关闭无痕模式后再试" }
  return { url }
}
