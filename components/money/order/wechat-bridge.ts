import { wechatPayerUrl } from "@/lib/view/money/pay-place"

/* Paying inside of WeChat: it is asked who pays, which leaves the page for a moment, and then its bridge opens the payment. */

type Bridge = { invoke: (name: string, parameters: Record<string, string>, done: (result: { err_msg?: string }) => void) => void }
declare global {
  interface Window {
    WeixinJSBridge?: Bridge
  }
}

const key = "wechat-payer"

/** Leaves for WeChat, which comes back to the order with a code. Only a return that this page began pays by itself. */
export const askWechatWhoPays = (appid: string): void => {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
  sessionStorage.setItem(key, state)
  location.assign(wechatPayerUrl(appid, location.href.split("#")[0]!, state))
}

/** The code that WeChat came back with, once; "" without one, and for one that this page has not asked for. */
export const takeWechatCode = (): string => {
  const query = new URL(location.href).searchParams
  const [code, state] = [query.get("code") ?? "", query.get("state") ?? ""]
  if (!code) return ""
  // the router knows the address as it was until the page stands
  window.setTimeout(forgetCode)
  const begun = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return state && state === begun ? code : ""
}

/** A code works once: it does not stay in the address, and nothing else of WeChat's does. */
const forgetCode = (): void => {
  const url = new URL(location.href)
  for (const name of ["code", "state"]) url.searchParams.delete(name)
  url.hash = ""
  window.history.replaceState(null, "", url)
}

/** The bridge is there a moment after the page. */
const bridge = (): Promise<Bridge> =>
  new Promise((found) => {
    if (window.WeixinJSBridge) found(window.WeixinJSBridge)
    else document.addEventListener("WeixinJSBridgeReady", () => found(window.WeixinJSBridge!), { once: true })
  })

/** Opens WeChat's payment with what `POST /order/pay` gave. WeChat's word is no proof: the order is asked for afterwards. */
export const payByBridge = async (extra: Record<string, string>): Promise<"paid" | "cancelled" | "failed"> => {
  const { invoke } = await bridge()
  const message = await new Promise<string>((done) => invoke("getBrandWCPayRequest", extra, ({ err_msg }) => done(err_msg ?? "")))
  if (message === "get_brand_wcpay_request:ok") return "paid"
  return message === "get_brand_wcpay_request:cancel" ? "cancelled" : "failed"
}
