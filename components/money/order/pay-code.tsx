"use client"

import { BusyButton } from "@/components/ui/busy-button"
import dynamic from "next/dynamic"
import { useState } from "react"

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false })
const codeSize = 200

/** The QR code for a payment app. The page updates automatically after payment; a button checks at once. */
export const PayCode = ({ text, onAsk }: { text: string; onAsk: () => Promise<void> }) => {
  const [busy, setBusy] = useState(false)
  const ask = () => {
    setBusy(true)
    void onAsk().finally(() => setBusy(false))
  }
  return (
    <figure className="pay-code">
      <div style={{ width: codeSize, height: codeSize }}>
        <QrCode text={text} size={codeSize} label="支付二维码" />
      </div>
      <figcaption>
        <span role="status">请用微信扫一扫付款</span>
        <BusyButton className="sm" busy={busy} disabled={busy} onClick={ask}>
          我已支付
        </BusyButton>
      </figcaption>
    </figure>
  )
}
