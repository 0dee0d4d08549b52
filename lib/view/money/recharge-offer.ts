import type { Output } from "../../contract/types"

type Offer = Output<"GET /settings/recharge">

/** Returns the offer; null if it is unknown or the site sells no credits. */
export const soldOffer = (offer: Offer | null): Offer | null => (offer && offer.enable && offer.credit_exchange > 0 ? offer : null)
