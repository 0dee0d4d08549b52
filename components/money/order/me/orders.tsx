"use client"

import { OrderTag } from "@/components/money/order/order-facts"
import { useSettings } from "@/components/providers/settings"
import { Link } from "@/components/ui/link"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { fullPrice, orderName, orderPrice, paymentName } from "@/lib/view/money/order-text"
import { refundedSum, refundWord } from "@/lib/view/money/refund-text"
import { OrderActs } from "./order-acts"

/** Orders as rows: product, amount, status. */
export const Orders = ({ orders }: { orders: Order[] }) => {
  const { credit_name } = useSettings().system
  return (
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
              {order.status === OrderStatus.paid && order.payment_type > 0 && <span>{paymentName(order.payment_type, credit_name)}</span>}
              {refundWord(order) && (
                <span>
                  {refundWord(order) === "退款中" ? "正在退" : "退回"} {refundedSum(order, credit_name)}
                </span>
              )}
            </p>
          </div>
          <Amount order={order} />
          <OrderTag order={order} />
          <OrderActs order={order} />
        </li>
      ))}
    </ul>
  )
}

const Product = ({ order }: { order: Order }) => {
  const { credit_name } = useSettings().system
  const name = orderName(order, credit_name)
  return order.order_type === OrderType.document && order.product_uuid ? (
    <Link href={paths.document(order.product_uuid)}>{name}</Link>
  ) : (
    name
  )
}

const Amount = ({ order }: { order: Order }) => {
  const { system } = useSettings()
  const before = fullPrice(order, system.credit_name)
  return (
    <span className="order-sum num">
      {before && (
        <s>
          <span className="sr">原价</span>
          {before}
        </s>
      )}
      <b>{orderPrice(order, system)}</b>
    </span>
  )
}
