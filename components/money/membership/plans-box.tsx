"use client"

import "@/app/styles/money/order-checkout.css"
import { Box } from "@/components/ui/box"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/rules/path"
import { soldPlans, type SoldPlan } from "@/lib/view/money/plans"
import { BuyPlan } from "./buy-plan"

const readPlans = () => api("GET /settings/vip")

/** Returns the plans for sale, or why there are none; null until they are loaded. */
const usePlans = (): SoldPlan[] | string | null => {
  const { data, failure } = useAnswer(readPlans, "会员价格没有读到，请稍后再试")
  if (failure || !data) return failure || null
  const plans = data.enable ? soldPlans(data, { creditName: "", exchange: 0 }) : []
  return plans.length > 0 ? plans : "网站没有开通 VIP"
}

/** The plans in a dialog over the page that needs one, so that the user can buy one without leaving the document. */
export const PlansBox = ({ onJoined, onClose }: { onJoined: () => void; onClose: () => void }) => {
  const plans = usePlans()
  return (
    <Box open title="开通 VIP" onClose={onClose} className="purchase">
      <div className="checkout">
        {plans === null ? (
          <Skeleton height={240} />
        ) : typeof plans === "string" ? (
          <p className="msg" role="alert">
            {plans}
          </p>
        ) : (
          <ul className="ck-plans">
            {plans.map(({ type, name, price, lines }, at) => (
              <li key={type}>
                <p>
                  <b>{name}</b>
                  <span className="num">¥{price}</span>
                </p>
                <p className="num">{lines.slice(0, 2).join("，")}</p>
                <BuyPlan type={type} name={name} best={at === 0} onJoined={onJoined} />
              </li>
            ))}
          </ul>
        )}
        <Link className="lk" href={paths.joinVip}>
          比较全部权益
        </Link>
      </div>
    </Box>
  )
}
