import { OrderType, PaymentType } from "@/lib/contract/enums"
import type { Order } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"

/** A way to pay: `note` stands beside its name, `refusal` says why it cannot be chosen now. */
export type PayMethod = { type: number; label: string; note: string; refusal: string }

type Site = { creditName: string; vipByCredits: boolean }

/** Credits pay for documents, and for memberships where the site says so; never for credits (docs/reference/api.md 6.8). */
const creditPay = ({ order_type, amount }: Order, balance: number, { creditName, vipByCredits }: Site): PayMethod[] =>
  order_type === OrderType.document || (order_type === OrderType.vip && vipByCredits)
    ? [
        {
          type: PaymentType.credit,
          label: PaymentType.labelOf(PaymentType.credit),
          note: `剩余 ${count(balance)} ${creditName}`,
          refusal: balance < amount ? `还差 ${count(amount - balance)} ${creditName}` : "",
        },
      ]
    : []

/** The ways in which an order can be paid on this site, the one that is chosen at first in front. */
export const payMethods = (order: Order, balance: number, site: Site): PayMethod[] => creditPay(order, balance, site)
