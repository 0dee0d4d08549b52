"use client"

import { useEffect, useState } from "react"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

export type RechargeOffer = Output<"GET /settings/recharge">

let asked: Promise<RechargeOffer | null> | null = null

/** One question for all pages that this tab opens; a failed one is asked again. */
const readOffer = (): Promise<RechargeOffer | null> =>
  (asked ??= api("GET /settings/recharge").then((reply) => {
    if (reply.ok) return reply.data
    asked = null
    return null
  }))

/** For tests: the next component asks anew. */
export const forgetRechargeOffer = (): void => void (asked = null)

/** What the site sells credits for; null while that is unknown and where it sells none. Asked for by what is drawn for a person, never by a page. */
export const useRechargeOffer = (): RechargeOffer | null => {
  const has = useOffers()
  const [offer, setOffer] = useState<RechargeOffer | null>(null)
  const sells = has("GET /settings/recharge")
  useEffect(() => {
    if (!sells) return
    let alive = true
    void readOffer().then((found) => alive && setOffer(found))
    return () => void (alive = false)
  }, [sells])
  return offer && offer.enable && offer.credit_exchange > 0 ? offer : null
}
