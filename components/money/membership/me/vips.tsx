import { Link } from "@/components/ui/link"
import { VipType } from "@/lib/contract/money/membership.enums"
import type { UserVip } from "@/lib/contract/types"
import { isActive } from "@/lib/view/money/active-vip"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { day } from "@/lib/rules/time"
import { discountText } from "@/lib/view/money/benefits"

/** The user's VIP cards with their benefits. */
export const Vips = ({ cards, now }: { cards: UserVip[]; now: number }) => (
  <ul className="card up-rows">
    {cards.map((card) => {
      const active = isActive(card, now)
      // a card refunded before it began has no time left
      const waits = card.joined_at !== null && card.joined_at !== card.expired_at && new Date(card.joined_at).getTime() > now
      return (
        <li key={card.id} className="up-li flat vip-li">
          <div>
            <h2>
              <span className="vip">VIP</span> {VipType.labelOf(card.type)}
            </h2>
            <p className="meta">
              {card.joined_at && card.expired_at && (
                <span>
                  {day(card.joined_at)} 至 {day(card.expired_at)}
                </span>
              )}
              <span>普通文档{discountText(card.discount)}</span>
              <span>
                专享下载 {count(card.download_used)} / {count(card.download)} 次
              </span>
              <span>每天 {card.times > 0 ? `${count(card.times)} 次` : "不限次数"}</span>
              {card.order_no && (
                <span>
                  订单{" "}
                  <Link className="lk" href={paths.order(card.order_no)}>
                    {card.order_no}
                  </Link>
                </span>
              )}
            </p>
          </div>
          <span className={active ? "tag ok" : "tag"}>{active ? "生效中" : waits ? "待生效" : "已过期"}</span>
        </li>
      )
    })}
  </ul>
)
