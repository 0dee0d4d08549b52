import { CopyOrderNo } from "./copy-order-no"
import { Link } from "@/components/ui/link"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { fullPrice, keptFen, orderName, orderPrice, paymentName, type CreditUnit } from "@/lib/view/money/order-text"
import { refundedSum, refundWord } from "@/lib/view/money/refund-text"

const tones: Record<number, string> = { [OrderStatus.pending]: " warn", [OrderStatus.paid]: " ok" }

/** The order's status; for a refunded order, the state of the refund. */
export const OrderTag = ({ order }: { order: Order }) => {
  const word = refundWord(order)
  if (word) return <span className={word === "退款中" ? "tag warn" : "tag"}>{word}</span>
  return <span className={`tag${tones[order.status] ?? ""}`}>{OrderStatus.labelOf(order.status)}</span>
}

type Props = { order: Order; unit: CreditUnit }

/** The product, time and amount of an order. */
export const OrderFacts = ({ order, unit }: Props) => (
  <dl className="order-facts">
    <Fact name="商品名称">
      <ProductName order={order} unit={unit} />
    </Fact>
    <Fact name="订单类型">{OrderType.labelOf(order.order_type)}</Fact>
    <Fact name="订单号">
      <span className="num">{order.order_no}</span>
      <CopyOrderNo orderNo={order.order_no} />
    </Fact>
    <Fact name="订单状态">
      <OrderTag order={order} />
    </Fact>
    <Moment name="下单时间" at={order.created_at} />
    {order.status === OrderStatus.paid && <Moment name="支付时间" at={order.paid_at} />}
    {order.status === OrderStatus.closed && <Moment name="关闭时间" at={order.closed_at} />}
    {order.status === OrderStatus.paid && <Fact name="支付方式">{paymentName(order.payment_type, unit.credit_name)}</Fact>}
    <Fact name="购买数量">{count(order.quantity)}</Fact>
    <Amount order={order} unit={unit} />
    <Refunded order={order} unit={unit} />
    <Moment name="退款时间" at={order.refunded_at} />
  </dl>
)

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Moment = ({ name, at }: { name: string; at: string | null }) =>
  at ? (
    <Fact name={name}>
      <time className="num" dateTime={at}>
        {minute(at)}
      </time>
    </Fact>
  ) : null

const ProductName = ({ order, unit }: Props) => {
  const name = orderName(order, unit.credit_name)
  return order.order_type === OrderType.document && order.product_uuid ? (
    <Link className="lk" href={paths.document(order.product_uuid)}>
      {name}
    </Link>
  ) : (
    name
  )
}

const Amount = ({ order, unit }: Props) => {
  const before = fullPrice(order, unit.credit_name)
  return (
    <Fact name={order.status === OrderStatus.paid ? "实付金额" : "应付金额"}>
      <b className="num">{orderPrice(order, unit)}</b>
      {before && (
        <s className="num">
          <span className="sr">原价</span>
          {before}
        </s>
      )}
    </Fact>
  )
}

const Refunded = ({ order, unit }: Props) => {
  const word = refundWord(order)
  if (!word) return null
  return (
    <>
      <Fact name={word === "退款中" ? word : "已退款"}>{refundedSum(order, unit.credit_name)}</Fact>
      {word === "部分退款" && order.refund_fen > 0 && <Fact name="退款后实付">{yuan(keptFen(order))} 元</Fact>}
    </>
  )
}
