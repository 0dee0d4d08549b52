"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { useRechargeOffer, type RechargeOffer } from "./use-recharge-offer"

const RechargeDialog = dynamic(() => import("./recharge-dialog").then((module) => module.RechargeDialog), { ssr: false })

/** 积分充值 of a menu: a button with its dialog. Renders nothing if the site sells no credits. */
export const RechargeRow = ({ className, small = false }: { className: string; small?: boolean }) => {
  const offer = useRechargeOffer()
  return offer && <Opener offer={offer} className={className} small={small} label="积分充值" />
}

/** 充值 beside a balance. The page has read the offer, or reserves the place, so that a late button moves nothing. */
export const RechargeButton = ({ offer, className = "bt" }: { offer: RechargeOffer | null; className?: string }) =>
  offer && <Opener offer={offer} className={className} small label="充值" />

type OpenerProps = { offer: RechargeOffer; className: string; small: boolean; label: string }

const Opener = ({ offer, className, small, label }: OpenerProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MoreIcon name="coin" small={small} />
        {label}
      </button>
      {open && <RechargeDialog offer={offer} onClose={() => setOpen(false)} />}
    </>
  )
}
