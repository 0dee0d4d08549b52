"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { Icon } from "@/components/ui/icon"
import { useRechargeOffer } from "./use-recharge-offer"

const RechargeDialog = dynamic(() => import("./recharge-dialog").then((module) => module.RechargeDialog), { ssr: false })

/** 积分充值: a button with its dialog. Renders nothing if the site sells no credits. */
export const RechargeRow = ({ className, small = false }: { className: string; small?: boolean }) => {
  const offer = useRechargeOffer()
  const [open, setOpen] = useState(false)
  if (!offer) return null
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="coin" small={small} />
        积分充值
      </button>
      {open && <RechargeDialog offer={offer} onClose={() => setOpen(false)} />}
    </>
  )
}
