"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import { OrderStatus } from "@/lib/contract/money/order.enums"

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false })
const codeSize = 200

/** The QR code for a payment app. The page updates automatically after payment; a button checks at once. */
export const PayCode = ({ text, orderNo }: { text: string; orderNo: string }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const ask = async () => {
    const order = await call(() => api("GET /order/status", { order_no: orderNo }))
    if (!order) return
    if (order.status === OrderStatus.pending) feedback.info("还没有收到付款，到账后页面会自动更新")
    else router.refresh()
  }
  return (
    <figure className="pay-code">
      <div style={{ width: codeSize, height: codeSize }}>
        <QrCode text={text} size={codeSize} label="支付二维码" />
      </div>
      <figcaption>
        <span role="status">请用微信扫一扫付款</span>
        <button type="button" className={`bt sm${busy ? " busy" : ""}`} aria-busy={busy} onClick={() => void ask()}>
          我已支付
        </button>
      </figcaption>
    </figure>
  )
}
