"use client"

import { useId, useState, type KeyboardEvent } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useSettings } from "@/components/providers/settings"
import { usePlaceOrder } from "./use-place-order"
import { OrderType } from "@/lib/contract/money/order.enums"
import { count } from "@/lib/rules/format"
import { maxRecharge, readTiers, rechargeCards, rechargePrice, type RechargePrice } from "@/lib/rules/money/recharge"
import { readNumber } from "@/lib/rules/typed-text"
import type { RechargeOffer } from "./use-recharge-offer"

/** Returns the error of a typed amount; "" for none. 0 is fine, but costs nothing and cannot be sent. */
const problemOf = (quantity: number, exchange: number): string => {
  if (Number.isNaN(quantity)) return "请输入数字，例如 100"
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > maxRecharge) return `请输入 1 到 ${count(maxRecharge)} 之间的整数`
  return quantity % exchange === 0 ? "" : `请输入 ${exchange} 的倍数`
}

type Props = { offer: RechargeOffer; onPlaced: () => void }

/** Lists preset amounts, a field for a custom one, and the price of the chosen amount. The server computes the price by the same rule. */
export const RechargePanel = ({ offer, onPlaced }: Props) => {
  const { recharge_discount: lines, credit_exchange: exchange } = offer
  const creditName = useSettings().system.credit_name
  const cards = rechargeCards(lines, exchange)
  const problemId = useId()
  const [chosen, choose] = useState(cards.length > 0 ? 0 : -1)
  const [amount, setAmount] = useState(String(cards[0]?.quantity ?? exchange))
  const { busy, place: placeOrder } = usePlaceOrder()
  const quantity = readNumber(amount) ?? 0
  const price = rechargePrice(readTiers(lines), exchange, quantity)
  // the amounts of the cards are the site's own and need not be multiples
  const problem = chosen < 0 ? problemOf(quantity, exchange) : ""
  const payable = price !== null && price.fen > 0 && problem === ""
  const type = (text: string) => {
    choose(-1)
    setAmount(text)
  }
  const step = (event: KeyboardEvent) => {
    const up = event.key === "ArrowUp"
    if (!up && event.key !== "ArrowDown") return
    event.preventDefault()
    const whole = Number.isFinite(quantity) ? quantity : 0
    const next = up ? Math.floor(whole / exchange) * exchange + exchange : Math.ceil(whole / exchange) * exchange - exchange
    if (next >= 0 && next <= maxRecharge) type(String(next))
  }

  const submit = async () => {
    if (price && payable && (await placeOrder({ order_type: OrderType.recharge, quantity: price.quantity }))) onPlaced()
  }
  return (
    <form
      noValidate
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
                // a native number field drops what it cannot read and explains itself in the browser's language
                role="spinbutton"
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                aria-label={`充值多少${creditName}`}
                aria-valuemin={0}
                aria-valuemax={maxRecharge}
                aria-valuenow={Number.isFinite(quantity) ? quantity : undefined}
                aria-invalid={problem !== ""}
                aria-describedby={problemId}
                value={amount}
                onChange={(event) => type(event.target.value)}
                onKeyDown={step}
              />
            </span>
            {creditName}
          </span>
          {price && !problem ? <Cost price={price} /> : null}
          <span id={problemId} className="tier-no" role="alert" hidden={!problem}>
            {problem}
          </span>
        </label>
      </fieldset>
      <div className="recharge-sum">
        <span aria-live="polite">
          应付 <b className="num">{price && !problem ? price.price : "–"}</b> 元
        </span>
        <BusyButton type="submit" className="p lg" busy={busy} disabled={!payable}>
          立即充值
        </BusyButton>
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
