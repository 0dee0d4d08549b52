"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent, useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { payDeviceOf } from "@/lib/view/money/pay-device"
import { askWechatWhoPays, payByBridge, takeWechatCode } from "./wechat-bridge"

const currentDevice = () => {
  const touchOnly = window.matchMedia("(hover: none) and (pointer: coarse)").matches
  return payDeviceOf({ userAgent: navigator.userAgent, touchOnly })
}

/** Reports the payment and delivers the product: downloads the document's file, or refreshes the page. */
const useGoods = ({ order_type, product_id }: Order) => {
  const router = useRouter()
  const feedback = useFeedback()
  const reload = useSession((state) => state.reload)
  return async () => {
    feedback.success("恭喜你，支付成功")
    void reload()
    router.refresh()
    if (order_type !== OrderType.document) return
    const file = await api("GET /document/download", { id: product_id, ask: true })
    if (file.ok) location.assign(file.data.url)
    else feedback.error(refusalText(file, "下载失败"))
  }
}

/**
 * Pays an order. A gateway's page is opened; a URL that only the gateway's app can open becomes `code`, displayed as a QR code. Inside
 * WeChat its
 * bridge pays, after WeChat has identified the payer: it returns to this page, which then continues automatically (`choose` selects the
 * method).
 */
export const usePay = (order: Order, accountAppid: string, choose: (type: number) => void) => {
  const router = useRouter()
  const feedback = useFeedback()
  const giveGoods = useGoods(order)
  const { busy, call } = useCall()
  const [code, setCode] = useState("")

  const byBridge = async (extra: Record<string, string>) => {
    const result = await payByBridge(extra)
    if (result === "failed") feedback.error("微信没有完成支付，请再试一次")
    if (result !== "paid") return
    const { order_no } = order
    const now = await call(() => api("GET /order/status", { order_no }))
    if (now?.status === OrderStatus.paid) await giveGoods()
    else if (now) feedback.info("还没有收到付款，到账后页面会自动更新")
  }

  const send = async (payment_type: number, more: { code?: string; downcode?: string }) => {
    const is_wap = currentDevice() !== "computer"
    const input = { order_no: order.order_no, payment_type, is_wap, ...more }
    const reply = await call(() => api("POST /order/pay", input), {
      // it may have been closed or paid elsewhere
      onRefused: () => router.refresh(),
    })
    if (!reply) return
    if (reply.order_status === OrderStatus.paid) return giveGoods()
    if (Object.keys(reply.extra).length > 0) return byBridge(reply.extra)
    // the gateway's page returns the user here
    if (/^https?:/.test(reply.payment_url)) location.assign(reply.payment_url)
    else setCode(reply.payment_url)
  }

  /** `downcode`: the download code to pay with */
  const pay = async (payment_type: number, downcode = "") => {
    const inWechat = currentDevice() === "wechat"
    if (inWechat && payment_type === PaymentType.alipay) return feedback.info("微信里打不开支付宝，请在浏览器中打开本页付款")
    if (inWechat && payment_type === PaymentType.wechat && accountAppid) return askWechatWhoPays(accountAppid)
    await send(payment_type, payment_type === PaymentType.code ? { downcode } : {})
  }

  const goOn = useEffectEvent((wechatCode: string) => {
    choose(PaymentType.wechat)
    void send(PaymentType.wechat, { code: wechatCode })
  })
  useEffect(() => {
    const wechatCode = takeWechatCode()
    if (wechatCode) goOn(wechatCode)
  }, [])

  return { busy, pay, code, forgetCode: () => setCode("") }
}
