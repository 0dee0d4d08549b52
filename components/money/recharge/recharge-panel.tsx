"use client"

import { useState } from "react"
import { usePlaceOrder } from "@/components/money/order/use-place-order"
import { OrderType } from "@/lib/contract/money/order.enums"
import { count } from "@/lib/rules/format"
import { maxRecharge, readTiers, rechargeCards, rechargePrice, type RechargePrice } from "@/lib/rules/money/recharge"
import type { RechargeOffer } from "./use-recharge-offer"

type Props = { offer: RechargeOffer; onPlaced: () => void }

/** Lists preset amounts, a field for a custom one, and the price of the chosen amount. The server computes the price by the same rule. */
export const RechargePanel = ({ offer, onPlaced }: Props) => {
  const { recharge_discount: lines, credit_exchange: exchange } = offer
  const creditName = offer.credit_name || "积分"
  const cards = rechargeCards(lines, exchange)
  const [chosen, choose] = useState(cards.length > 0 ? 0 : -1)
  const [amount, setAmount] = useState(String(cards[0]?.quantity ?? exchange))
  const { busy, place: placeOrder } = usePlaceOrder()
  const price = rechargePrice(readTiers(lines), exchange, amount.trim() === "" ? 0 : Number(amount))
  const payable = price !== null && price.fen > 0

  const submit = async () => {
    if (price && payable && (await placeOrder({ order_type: OrderType.recharge, quantity: price.quantity }))) onPlaced()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset className="tiers">
        <legend className="sr">充值数量</legend>
        {cards.map((card, at) => (
          <label key={card.quantity} className="tier">
            <input
              type="radio"
              name="recharge"
              checked={chosen === at}
              onChange={() => {
                choose(at)
                setAmount(String(card.quantity))
              }}
            />
            <span className="tier-a">
              <b className="num">{count(card.quantity)}</b> {creditName}
            </span>
            <Cost price={card} />
          </label>
        ))}
        <label className="tier tier-own">
          <input type="radio" name="recharge" checked={chosen < 0} onChange={() => choose(-1)} />
          <span className="tier-a">
            自定义
            <span className="in">
              <input
                type="number"
                inputMode="numeric"
                aria-label={`充值多少${creditName}`}
                min={0}
                max={maxRecharge}
                step={exchange}
                value={amount}
                onChange={(event) => {
                  choose(-1)
                  setAmount(event.target.value)
                }}
              />
            </span>
            {creditName}
          </span>
          {price ? <Cost price={price} /> : <span className="tier-no">请输入 1 到 {count(maxRecharge)} 之间的整数</span>}
        </label>
      </fieldset>
      <div className="recharge-sum">
        <span aria-live="polite">
          应付 <b className="num">{price ? price.price : "–"}</b> 元
        </span>
        <button type="submit" className={`bt p lg${busy ? " busy" : ""}`} disabled={!payable} aria-busy={busy}>
          {busy && <span className="spin" />}
          立即充值
        </button>
      </div>
    </form>
  )
}

const Cost = ({ price }: { price: RechargePrice }) => (
  <>
    <span className={`tier-off${price.fen < price.list_fen ? " less" : ""}`}>{price.badge}</span>
    <span className="tier-y num">
      <b>{price.price} 元</b>
      {price.fen < price.list_fen && <s>{price.list} 元</s>}
    </span>
  </>
)
