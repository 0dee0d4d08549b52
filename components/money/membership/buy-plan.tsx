"use client"

import { usePlaceOrder } from "@/components/money/recharge/use-place-order"
import { OrderType } from "@/lib/contract/money/order.enums"

type Props = { type: number; name: string; best: boolean }

/** 立即开通 for one plan: the server computes the price, and the page is the same for all users. */
export const BuyPlan = ({ type, name, best }: Props) => {
  const { busy, place: placeOrder } = usePlaceOrder()
  return (
    <button
      type="button"
      className={`bt lg block${best ? " p" : ""}${busy ? " busy" : ""}`}
      aria-busy={busy}
      aria-label={`立即开通${name}`}
      onClick={() => void placeOrder({ order_type: OrderType.vip, product_id: type })}
    >
      {busy && <span className="spin" />}
      立即开通
    </button>
  )
}
