import type { Metadata } from "next"
import { redirect } from "next/navigation"
import "@/app/styles/money/order.css"
import { NoOrder } from "@/components/money/order/no-order"
import { OrderFacts } from "@/components/money/order/order-facts"
import { PrintButton } from "@/components/money/order/print-button"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { BodyClass } from "@/components/ui/body-class"
import { Link } from "@/components/ui/link"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import type { SearchParams } from "@/lib/view/library/list/query"
import { siteSettings } from "@/lib/view/site/site-settings"
import { readOrderOf } from "../read-order"

export const metadata: Metadata = { title: "收据", robots: { index: false } }

/** A paid order for printing, without page chrome; other orders have no receipt. */
export default async function ReceiptPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { order, user } = await readOrderOf(searchParams, paths.receipt)
  if (!order) return <NoOrder />
  if (order.status !== OrderStatus.paid) redirect(paths.order(order.order_no))
  const { system } = siteSettings((await readPageChrome()).settings)
  return (
    <main id="main" className="wrap order-page">
      <BodyClass name="receipt-page" />
      <div className="order-h">
        <h1>收据</h1>
        <span className="acts no-print">
          <PrintButton />
          <Link className="bt sm" href={paths.order(order.order_no)}>
            返回订单
          </Link>
        </span>
      </div>
      <section className="card pad" aria-label="收据">
        <p className="receipt-of">
          <b>{system.sitename}</b>
          <span>付款人 {user.username}</span>
        </p>
        <OrderFacts order={order} unit={system} />
        <p className="muted">打印于 {minute(Date.now())}。此收据仅用于核对，不是税务发票。</p>
      </section>
    </main>
  )
}
