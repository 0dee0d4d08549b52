import { count } from "@/lib/rules/format"
import { percent, tenthsOf } from "@/lib/rules/money/money"
import type { Benefits } from "@/lib/rules/money/membership-plan"

/** Formats a percentage of the price as "8.5 折", or "8 折" if it is whole; 0 and 100 mean no discount. */
export const discountText = (discount: number): string =>
  discount > 0 && discount < 100 ? `${tenthsOf(percent(discount)).replace(/\.0$/, "")} 折` : "不打折"

/** Returns the benefits of a membership, one per line. */
export const cardBenefits = ({ discount, download, times }: Benefits): string[] => [
  `VIP 文档免费下载 ${count(download)} 次`,
  times > 0 ? `每天最多免费下载 ${count(times)} 次` : "每天免费下载次数不限",
  `购买普通文档${discount > 0 && discount < 100 ? ` ${discountText(discount)}` : "不打折"}`,
]
