import "server-only"
import { serverApi } from "@/lib/api/server"
import { soldOffer } from "@/lib/view/money/recharge-offer"
import type { RechargeOffer } from "./use-recharge-offer"

/** Reads the prices of the site's credits; null if it sells none. For pages of the logged-in user. */
export const readRechargeOffer = async (): Promise<RechargeOffer | null> => {
  const reply = await serverApi("GET /settings/recharge")
  return soldOffer(reply.ok ? reply.data : null)
}
