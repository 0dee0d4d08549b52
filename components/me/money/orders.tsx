"use client"

import { useSettings } from "@/components/providers/settings"
import { Link } from "@/components/ui/link"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/enums"
import type { Order } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"
import { minute } from "@/lib/domain/time"

const tones: Record<number, string> = { [OrderStatus.pending]: "warn", [OrderStatus.paid]: "ok", [OrderStatus.closed]: "" }

/** Orders as rows: product, amount, status. */
export const Orders = ({ orders }: { orders: Order[] }) => (
  <ul className="card up-rows">
    {orders.map((order) => (
      <li key={order.id} className="up-li flat order">
        <div>
          <h2>
            <Product order={order} />
          </h2>
          <p className="meta">
            <span>{OrderType.labelOf(order.order_type)}</span>
            <span>订单号 {order.order_no}</span>
            {order.created_at && <time dateTime={order.created_at}>{minute(order.created_at)}</time>}
            {order.status === OrderStatus.paid && order.payment_type > 0 && <span>{PaymentType.labelOf(order.payment_type)}</span>}
          </p>
        </div>
        <Amount order={order} />
        <span className={`tag ${tones[order.status] ?? ""}`}>{OrderStatus.labelOf(order.status)}</span>
      </li>
    ))}
  </ul>
)

const Product = ({ order }: { order: Order }) => {
  const { credit_name } = useSettings().system
  const name =
    order.order_type === OrderType.recharge
      ? `充值 ${count(order.quantity)} ${credit_name}`
      : order.product_name || OrderType.labelOf(order.order_type)
  return order.order_type === OrderType.document && order.product_uuid ? (
    <Link href={paths.document(order.product_uuid)}>{name}</Link>
  ) : (
    name
  )
}

const Amount = ({ order }: { order: Order }) => {
  const { credit_name } = useSettings().system
  return (
    <span className="order-sum num">
      {order.coupon_amount > 0 && (
        <s>
          <span className="sr">原价</span>
          {count(order.amount + order.coupon_amount)}
        </s>
      )}
      <b>{count(order.amount)}</b> {credit_name}
    </span>
  )
}
