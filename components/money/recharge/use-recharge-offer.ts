"use client"

import { useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { soldOffer } from "@/lib/view/money/recharge-offer"

export type RechargeOffer = Output<"GET /settings/recharge">

let pendingOffer: Promise<RechargeOffer | null> | null = null

/** Requests the offer once for all pages opened in this tab; retries after a failure. */
const readOffer = (): Promise<RechargeOffer | null> =>
  (pendingOffer ??= api("GET /settings/recharge").then((reply) => {
    if (reply.ok) return reply.data
    pendingOffer = null
    return null
  }))

/** For tests: makes the next component request the offer again. */
export const forgetRechargeOffer = (): void => void (pendingOffer = null)

/**
 * Returns the prices of the site's credits; null while they are unknown or if it sells none. Only components rendered for a logged-in user
 * request it, never a page.
 */
export const useRechargeOffer = (): RechargeOffer | null => {
  const [offer, setOffer] = useState<RechargeOffer | null>(null)
  useEffect(() => {
    let alive = true
    void readOffer().then((newOffer) => alive && setOffer(newOffer))
    return () => void (alive = false)
  }, [])
  return soldOffer(offer)
}
