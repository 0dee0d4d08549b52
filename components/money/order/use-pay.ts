"use client"

import { useEffect, useEffectEvent, useState } from "react"
import { useCall, type CallRefusal } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { paths } from "@/lib/rules/path"
import { payDeviceOf } from "@/lib/view/money/pay-device"
import { askWechatWhoPays, payByBridge, takeWechatCode } from "./wechat-bridge"

const currentDevice = () => {
  const touchOnly = window.matchMedia("(hover: none) and (pointer: coarse)").matches
  return payDeviceOf({ userAgent: navigator.userAgent, touchOnly })
}

type Target = {
  /** Returns the number of the order to pay, which may be placed only now; null if that was refused. */
  placeOrder: () => Promise<string | null>
  /** called when the order is paid */
  onPaid: (orderNo: string) => void | Promise<void>
  /** called when the server refuses the payment: the order may have been closed or paid elsewhere; true = the message is displayed */
  onRefused: (refusal: CallRefusal) => boolean | void
  /** app ID of the official account that identifies the payer inside WeChat; "" if there is none */
  accountAppid: string
  /** true on the page of the order, to which WeChat returns after it has identified the payer */
  isOrderPage: boolean
}

/**
 * Pays an order. A gateway's page is opened; a URL that only the gateway's app can open becomes `code`, displayed as a QR code. Inside
 * WeChat its bridge pays, after WeChat has identified the payer: it returns to the order's page, which then continues automatically
 * (`choose` selects the method).
 */
export const usePay = ({ placeOrder, onPaid, onRefused, accountAppid, isOrderPage }: Target, choose: (type: number) => void) => {
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [code, setCode] = useState("")

  /** Asks whether the order is paid by now. */
  const askPaid = async () => {
    const order_no = await placeOrder()
    const now = order_no && (await call(() => api("GET /order/status", { order_no })))
    if (!order_no || !now) return
    if (now.status === OrderStatus.pending) feedback.info("还没有收到付款，到账后页面会自动更新")
    else await onPaid(order_no)
  }
  const byBridge = async (extra: Record<string, string>) => {
    const result = await payByBridge(extra)
    if (result === "failed") feedback.error("微信没有完成支付，请再试一次")
    if (result === "paid") await askPaid()
  }

  const send = async (payment_type: number, more: { code?: string; downcode?: string }) => {
    const order_no = await placeOrder()
    if (!order_no) return
    const is_wap = currentDevice() !== "computer"
    const reply = await call(() => api("POST /order/pay", { order_no, payment_type, is_wap, ...more }), { onRefused })
    if (!reply) return
    if (reply.order_status === OrderStatus.paid) return onPaid(order_no)
    if (Object.keys(reply.extra).length > 0) return byBridge(reply.extra)
    // the gateway's page returns the user to the order
    if (/^https?:/.test(reply.payment_url)) location.assign(reply.payment_url)
    else setCode(reply.payment_url)
  }

  /** `downcode`: the download code to pay with */
  const pay = async (payment_type: number, downcode = "") => {
    const inWechat = currentDevice() === "wechat"
    if (inWechat && payment_type === PaymentType.alipay) return feedback.info("微信里打不开支付宝，请在浏览器中打开本页付款")
    if (inWechat && payment_type === PaymentType.wechat && accountAppid) {
      if (isOrderPage) return askWechatWhoPays(accountAppid)
      const order_no = await placeOrder()
      return order_no ? location.assign(paths.order(order_no)) : undefined
    }
    await send(payment_type, payment_type === PaymentType.code ? { downcode } : {})
  }

  const goOn = useEffectEvent((wechatCode: string) => {
    choose(PaymentType.wechat)
    void send(PaymentType.wechat, { code: wechatCode })
  })
  useEffect(() => {
    const wechatCode = isOrderPage ? takeWechatCode() : ""
    if (wechatCode) goOn(wechatCode)
  }, [isOrderPage])

  return { busy, pay, code, askPaid, forgetCode: () => setCode("") }
}
