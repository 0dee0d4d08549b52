import type { Metadata } from "next"
import "@/app/styles/money/order.css"
import { DownloadButton } from "@/components/library/document/download/download-button"
import { CloseOrder } from "@/components/money/order/close-order"
import { Countdown } from "@/components/money/order/countdown"
import { NextStep } from "@/components/money/order/next-step"
import { NoOrder } from "@/components/money/order/no-order"
import { OrderFacts } from "@/components/money/order/order-facts"
import { PayBox } from "@/components/money/order/pay-box"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { Link } from "@/components/ui/link"
import { serverApi } from "@/lib/api/server"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { textParam, type SearchParams } from "@/lib/view/library/list/query"
import { payMethods, paySiteOf } from "@/lib/view/money/pay-methods"
import { siteSettings } from "@/lib/view/site/site-settings"
import { readOrderOf } from "./read-order"

type Props = { searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ searchParams }: Props): Promise<Metadata> => ({
  title: { absolute: `订单详情 - 订单号:${textParam(await searchParams, "order_no")}` },
  robots: { index: false },
})

/** Reads the membership card that a paid order created; null for other orders. */
const readCard = async ({ order_type, status, order_no }: Order) => {
  if (order_type !== OrderType.vip || status !== OrderStatus.paid) return null
  const reply = await serverApi("GET /user/vip/order", { order_no })
  return reply.ok ? reply.data : null
}

export default async function OrderPage({ searchParams }: Props) {
  const { order, user } = await readOrderOf(searchParams, paths.order)
  if (!order) return <NoOrder />
  const [{ settings }, card] = await Promise.all([readPageChrome(), readCard(order)])
  const { system: unit } = siteSettings(settings)
  const pending = order.status === OrderStatus.pending
  const payable = pending && !order.file_missing
  const methods = payMethods(order, user.credit_count, paySiteOf(settings))
  return (
    <main id="main" className="wrap order-page">
      <div className="order-h">
        <h1>订单信息</h1>
        <span className="acts">
          {pending && <CloseOrder orderNo={order.order_no} />}
          {order.status === OrderStatus.paid && (
            <Link className="bt sm" href={paths.receipt(order.order_no)}>
              收据
            </Link>
          )}
          <Link className="bt sm" href={paths.myOrders}>
            订单列表
          </Link>
        </span>
      </div>
      {payable && order.closed_at && <Countdown orderNo={order.order_no} closesAt={order.closed_at} />}
      <section className="card pad" aria-label={payable ? "支付方式" : "下一步"}>
        {payable ? (
          <PayBox
            order={order}
            methods={methods}
            creditName={unit.credit_name}
            codeTip={settings.download.code_tip}
            accountAppid={settings.payment.official_account_appid}
          />
        ) : (
          <NextStep
            order={order}
            card={card}
            freeDays={settings.download.free_download_duration}
            creditName={settings.system.credit_name || "魔豆"}
            now={Date.now()}
            download={<DownloadButton id={order.product_id} uuid={order.product_uuid} icon />}
          />
        )}
      </section>
      <section className="card pad" aria-label="订单信息">
        <OrderFacts order={order} unit={unit} />
      </section>
    </main>
  )
}
