import type { ReactNode } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { OfferedLink } from "@/components/ui/offered-link"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order, Output, UserVip } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { day, minute } from "@/lib/rules/time"
import { cardBenefits } from "@/lib/view/money/benefits"
import { isGone } from "@/lib/view/money/refund-text"
import { redownloadUntil } from "@/lib/view/money/redownload"

type OrderDetail = Output<"GET /order">
type Props = {
  order: OrderDetail
  card: UserVip | null
  freeDays: number
  creditName: string
  now: number
  /** the button that downloads the document of the order */
  download: ReactNode
}

/** The next step for a paid or closed order, or for a document without its file. */
export const NextStep = ({ order, card, freeDays, creditName, now, download }: Props) => {
  if (order.status === OrderStatus.paid && isGone(order)) return <Gone order={order} />
  if (order.file_missing) return <FileMissing order={order} />
  if (order.status === OrderStatus.closed) return <Closed order={order} />
  if (order.status !== OrderStatus.paid) return null
  if (order.order_type === OrderType.document) return <Bought order={order} freeDays={freeDays} now={now} download={download} />
  if (order.order_type === OrderType.vip) return <Member card={card} />
  return (
    <Done title="充值成功">
      <OfferedLink className="bt p" href={paths.myCredits}>
        {`查看${creditName}明细`}
      </OfferedLink>
    </Done>
  )
}

const Done = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="order-next">
    <h2>
      <MoreIcon name="success" />
      {title}
    </h2>
    {children}
  </div>
)

const Bought = ({ order, freeDays, now, download }: Pick<Props, "freeDays" | "now" | "download"> & { order: Order }) => {
  const until = redownloadUntil(order.paid_at, freeDays)
  if (until !== null && until <= now)
    return (
      <Done title="购买已经过期">
        <p className="sub">可以免费下载到 {minute(until)}，现在需要重新购买。</p>
        <Link className="bt" href={paths.document(order.product_uuid)}>
          回到文档
        </Link>
      </Done>
    )
  return (
    <Done title="文档已经是你的了">
      {until !== null && <p className="sub">{minute(until)} 以前可以随时再下载，不再收费。</p>}
      <p className="acts no-print">
        {download}
        <Link className="bt" href={paths.document(order.product_uuid)}>
          继续阅读
        </Link>
      </p>
    </Done>
  )
}

const missingText = "原文件缺失，暂不能下载"

/** The outlook for a document without its file: a buyer waits for it or is refunded, others pay nothing. */
const nextOfMissing: Record<number, string> = {
  [OrderStatus.pending]: "现在不用付款，订单会自动关闭。",
  [OrderStatus.paid]: "网站会补上文件，或者给你退款。",
  [OrderStatus.closed]: "订单已经关闭，没有扣款。",
}

const FileMissing = ({ order }: { order: Order }) => (
  <div className="order-next">
    <h2>{missingText}</h2>
    <p className="sub">{nextOfMissing[order.status]}</p>
    <Link className="bt" href={paths.document(order.product_uuid)}>
      回到文档
    </Link>
  </div>
)

const Member = ({ card }: { card: UserVip | null }) => (
  <Done title="你已经是 VIP 了">
    {card && (
      <ul className="gains">
        {card.joined_at && card.expired_at && (
          <li>
            有效期 {day(card.joined_at)} 至 {day(card.expired_at)}
          </li>
        )}
        {cardBenefits(card).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
    <Link className="bt p" href={paths.myVip}>
      查看我的 VIP
    </Link>
  </Done>
)

const again: Record<number, string> = { [OrderType.vip]: paths.joinVip, [OrderType.recharge]: paths.me }

const targetOf = (order: Order): string =>
  order.order_type === OrderType.document ? paths.document(order.product_uuid) : (again[order.order_type] ?? paths.me)

/** Displayed if the full payment was refunded, or the refund is in progress. */
const Gone = ({ order }: { order: OrderDetail }) => (
  <div className="order-next">
    <h2>{order.refunded_at ? "订单已经退款" : "订单正在退款"}</h2>
    <p className="sub">
      款项按原来的支付方式退回，买到的内容同时收回。{order.file_missing ? `${missingText}。` : "还想要的话，可以重新下单。"}
    </p>
    <OfferedLink className="bt" href={targetOf(order)}>
      {order.file_missing ? "回到文档" : "重新下单"}
    </OfferedLink>
  </div>
)

const Closed = ({ order }: { order: Order }) => (
  <div className="order-next">
    <h2>订单已经关闭</h2>
    <p className="sub">没有扣款。还想要的话，可以重新下单。</p>
    <Link className="bt p" href={targetOf(order)}>
      重新下单
    </Link>
  </div>
)
