"use client"

import { useRouter } from "next/navigation"
import { Offered, OfferedLink } from "@/components/ui/offered-link"
import { Bean } from "@/components/ui/logo"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { RechargeButton } from "../../recharge/recharge-row"
import type { RechargeOffer } from "../../recharge/use-recharge-offer"
import { SignInButton } from "../../sign-in/sign-in-button"

/** `month` is null if this month's sums could not be loaded. */
export type Balance = {
  credits: number
  month: { gained: number; spent: number } | null
  creditName: string
  signed: boolean
  /** the prices of the site's credits; null if it sells none */
  offer: RechargeOffer | null
}

/** The balance, this month's gains and expenses, and today's sign-in. */
export const BalanceCard = ({ credits, month, creditName, signed, offer }: Balance) => {
  const router = useRouter()
  return (
    <div>
      <p className="sub">{creditName}余额</p>
      <div className="bal">
        <b>
          {count(credits)}
          <Bean />
        </b>
        <span className="acts">
          <OfferedLink className="bt" href={paths.myCredits}>
            {creditName}明细
          </OfferedLink>
          <RechargeButton offer={offer} />
          <SignInButton signed={signed} onSigned={() => router.refresh()} />
        </span>
      </div>
      <Offered href={paths.myCredits}>
        <p className="note num">{month ? `本月获得 ${count(month.gained)}，用去 ${count(month.spent)}` : "本月的收支暂时没有读到"}</p>
      </Offered>
    </div>
  )
}
