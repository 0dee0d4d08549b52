import { MeHead } from "@/components/people/account/me/me-head"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { NoMatch } from "@/components/ui/my-list/no-match"
import { OrderTypePick } from "@/components/money/order/me/order-type-pick"
import { Orders } from "@/components/money/order/me/orders"
import { Tabs } from "@/components/people/account/me/tabs"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import { paths } from "@/lib/rules/path"
import { hrefOf, pageParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { numberParam, size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("我的订单")

export default async function MyOrdersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const status = numberParam(given, "status")
  const type = numberParam(given, "order_type")
  const query = { status, order_type: type }

  const [, reply] = await Promise.all([
    currentUser(paths.myOrders),
    serverApi("GET /user/order", {
      page,
      size,
      ...(status ? { status: [Number(status)] } : {}),
      ...(type ? { order_type: [Number(type)] } : {}),
    }),
  ])
  if (!reply.ok) throw pageError("订单列表没有读到", reply)
  const { total, order: rows } = reply.data
  stayWithin(given, paths.myOrders, query, total, rows.length)
  const tabs = [{ value: "", label: "全部订单" }, ...OrderStatus.options.map(({ value, label }) => ({ value: String(value), label }))]
  return (
    <>
      <MeHead title="我的订单" total={total} unit="笔" />
      <div className="tab-row">
        <Tabs
          label="订单状态"
          tabs={tabs.map(({ value, label }) => ({
            label,
            href: hrefOf(paths.myOrders, { status: value, order_type: type }),
            current: status === value,
          }))}
        />
        <OrderTypePick status={status} type={type} />
      </div>
      {rows.length > 0 ? (
        <Orders orders={rows} />
      ) : status || type ? (
        <NoMatch what="订单" cleared={paths.myOrders} />
      ) : (
        <NothingYet title="还没有订单" href={paths.category()} action="去逛逛">
          购买文档、开通 VIP 和充值的订单都在这里。
        </NothingYet>
      )}
      <Pager path={paths.myOrders} query={query} page={page} size={size} total={total} unit="笔" />
    </>
  )
}
