"use client"

import { useRouter } from "next/navigation"
import { Link } from "@/components/ui/link"
import { Bean } from "@/components/ui/logo"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { RechargeButton } from "../../recharge/recharge-row"
import type { RechargeOffer } from "../../recharge/use-recharge-offer"
import { SignInButton } from "../../sign-in/sign-in-button"

/** `month` is null if this month's sums could not be loaded; `listed` is false if the server has no credit list. */
export type Balance = {
  credits: number
  listed?: boolean
  month: { gained: number; spent: number } | null
  creditName: string
  signed: boolean
  /** what the site sells credits for; null if it sells none */
  offer: RechargeOffer | null
}

/** The balance, this month's gains and expenses, and today's sign-in. */
export const BalanceCard = ({ credits, listed = true, month, creditName, signed, offer }: Balance) => {
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
          {listed && (
            <Link className="bt" href={paths.myCredits}>
              {creditName}明细
            </Link>
          )}
          <RechargeButton offer={offer} />
          <SignInButton signed={signed} onSigned={() => router.refresh()} />
        </span>
      </div>
      {listed && (
        <p className="note num">{month ? `本月获得 ${count(month.gained)}，用去 ${count(month.spent)}` : "本月的收支暂时没有读到"}</p>
      )}
    </div>
  )
}
