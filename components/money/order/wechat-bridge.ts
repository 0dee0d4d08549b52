import { tabStore } from "@/lib/browser-storage"
import { wechatPayerUrl } from "@/lib/view/money/pay-device"

/* Payment inside WeChat: a redirect identifies the payer, then WeChat's bridge opens the payment. */

type Bridge = { invoke: (name: string, parameters: Record<string, string>, done: (result: { err_msg?: string }) => void) => void }
/** A window inside WeChat. The types of WeChat's library do not contain the bridge. */
export type BridgedWindow = { WeixinJSBridge?: Bridge }
const bridged = (): BridgedWindow => window as unknown as BridgedWindow

const key = "wechat-payer"

/** Redirects to WeChat, which returns to the order with a code. Only a return that this page requested pays automatically. */
export const askWechatWhoPays = (appid: string): void => {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
  tabStore.setItem(key, state)
  location.assign(wechatPayerUrl(appid, location.href.split("#")[0]!, state))
}

/** Returns the code that WeChat returned, once; "" without one, or if this page did not request it. */
export const takeWechatCode = (): string => {
  const query = new URL(location.href).searchParams
  const [code, state] = [query.get("code") ?? "", query.get("state") ?? ""]
  if (!code) return ""
  // until the page is ready, the router still expects the original URL
  window.setTimeout(forgetCode)
  const begun = tabStore.getItem(key)
  tabStore.removeItem(key)
  return state && state === begun ? code : ""
}

/** Removes the code from the URL, since it works only once, and WeChat's other parameters. */
const forgetCode = (): void => {
  const url = new URL(location.href)
  for (const name of ["code", "state"]) url.searchParams.delete(name)
  url.hash = ""
  window.history.replaceState(null, "", url)
}

/** Resolves to the bridge, which appears shortly after the page loads. */
const bridge = (): Promise<Bridge> =>
  new Promise((resolve) => {
    const { WeixinJSBridge } = bridged()
    if (WeixinJSBridge) resolve(WeixinJSBridge)
    else document.addEventListener("WeixinJSBridgeReady", () => resolve(bridged().WeixinJSBridge!), { once: true })
  })

/** Opens WeChat's payment with the response of `POST /order/pay`. WeChat's result is no proof: the order is requested afterwards. */
export const payByBridge = async (extra: Record<string, string>): Promise<"paid" | "cancelled" | "failed"> => {
  const { invoke } = await bridge()
  const message = await new Promise<string>((done) => invoke("getBrandWCPayRequest", extra, ({ err_msg }) => done(err_msg ?? "")))
  if (message === "get_brand_wcpay_request:ok") return "paid"
  return message === "get_brand_wcpay_request:cancel" ? "cancelled" : "failed"
}
