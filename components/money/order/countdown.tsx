"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent, useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { minute } from "@/lib/rules/time"
import { countdownText } from "@/lib/view/money/countdown"

/** The remaining time to pay the order. After that it is closed, as the server does on its own. */
export const Countdown = ({ orderNo, closesAt }: { orderNo: string; closesAt: string }) => {
  const router = useRouter()
  const [text, setText] = useState("-分-秒")
  const over = useEffectEvent(async () => {
    await api("PUT /order/close", { order_no: orderNo })
    router.refresh()
  })
  useEffect(() => {
    const tick = () => {
      const left = new Date(closesAt).getTime() - Date.now()
      setText(countdownText(left))
      if (left > 0) return
      window.clearInterval(timer)
      void over()
    }
    const timer = window.setInterval(tick, 1_000)
    // the server renders the page without this browser's time
    const first = window.setTimeout(tick)
    return () => {
      window.clearTimeout(first)
      window.clearInterval(timer)
    }
  }, [closesAt])
  return (
    <div className="alert warn">
      <MoreIcon name="clock" />
      <span>
        请在 <time dateTime={closesAt}>{minute(closesAt)}</time> 前支付，还剩 <b className="num">{text}</b>，过后订单会自动关闭。
      </span>
    </div>
  )
}
