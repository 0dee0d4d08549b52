import wx from "weixin-js-sdk"
import { api } from "@/lib/api/client"
import { isIos } from "@/lib/rules/device"

/** WeChat on iOS checks the signature against the address with which the site was entered. */
const entered = location.href

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[property="${name}"], meta[name="${name}"]`)?.content.trim() ?? ""

/** The current page's card: the metadata of its head for other programs. */
const cardOfPage = () => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href || location.href.split("#")[0]!
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href ?? ""
  const title = meta("og:title") || document.title
  return { title, desc: meta("og:description") || title, link, imgUrl: meta("og:image") || icon, success: () => undefined }
}

/** Gives WeChat the card of this page. Without an account on the site, WeChat makes its own, as before. */
export const offerCard = async (isCurrent: () => boolean): Promise<void> => {
  const url = (isIos(navigator.userAgent) ? entered : location.href).split("#")[0]!
  const reply = await api("GET /oauth/wxshare/signature", { url })
  if (!reply.ok || !reply.data.appid || !isCurrent()) return
  const { appid, timestamp, noncestr, signature } = reply.data
  wx.config({
    debug: false,
    appId: appid,
    timestamp,
    nonceStr: noncestr,
    signature,
    jsApiList: ["updateAppMessageShareData", "updateTimelineShareData"],
  })
  wx.ready(() => {
    if (!isCurrent()) return
    const card = cardOfPage()
    wx.updateAppMessageShareData(card)
    wx.updateTimelineShareData(card)
  })
}
