"use client"

import { CheckoutDialog } from "@/components/money/order/checkout-dialog"
import { useSettings } from "@/components/providers/settings"
import { count } from "@/lib/rules/format"
import { documentProduct, type Purchasable } from "./order-document"

type Props = { purchasable: Purchasable; onPaid: () => void; onClose: () => void }

/** 文档下载: a document's price and the ways to pay it (docs/decisions/067, 077, 210). */
export const PurchaseBox = ({ purchasable, onPaid, onClose }: Props) => (
  <CheckoutDialog
    title="文档下载"
    sale={purchasable}
    product={documentProduct(purchasable.product_id)}
    note={<Terms />}
    onPaid={onPaid}
    onClose={onClose}
  />
)

/** How long a purchase is valid, and how many downloads a day are possible. */
const Terms = () => {
  const { free_download_duration: days, times_every_day, times_every_ip } = useSettings().download
  return (
    <ul className="ck-terms">
      <li>{days > 0 ? `购买后 ${count(days)} 天内重新下载不再收费` : "购买后可以随时重新下载，不再收费"}</li>
      <li>
        每个账号每天最多下载 {count(times_every_day)} 份，同一网络每天最多 {count(times_every_ip)} 份
      </li>
    </ul>
  )
}
