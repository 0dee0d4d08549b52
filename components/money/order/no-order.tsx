import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

/** The page of an order number that does not belong to the user. */
export const NoOrder = () => (
  <main id="main" className="wrap">
    <Empty
      page
      searched
      level="h1"
      title="没有这个订单"
      action={
        <Link className="bt p" href={paths.myOrders}>
          看我的订单
        </Link>
      }
    >
      订单号不对，或是用别的账号下的单，或是已经被删除了。
    </Empty>
  </main>
)
