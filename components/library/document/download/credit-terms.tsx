import type { ReactNode } from "react"
import { useSettings } from "@/components/providers/settings"
import { Skeleton } from "@/components/ui/skeleton"
import { count } from "@/lib/rules/format"

type Props = { amount: number; balance: number | null; action: ReactNode }

/**
 * The credit balance with what remains or is missing, and the benefits of the payment (docs/decisions/067). `balance` is null until loaded;
 * `action` stands beside it.
 */
export const CreditTerms = ({ amount, balance, action }: Props) => {
  const { system, download } = useSettings()
  const { free_download_duration: days, times_every_day, times_every_ip } = download
  const of = (credits: number) => `${count(credits)} ${system.credit_name}`
  return (
    <>
      {balance === null ? (
        <Skeleton height={24} />
      ) : balance < amount ? (
        <p className="purchase-short" role="status">
          余额 {of(balance)}，还差 {of(amount - balance)}。 {action}
        </p>
      ) : (
        <p role="status">
          余额 {of(balance)}，支付后还剩 {of(balance - amount)}。 {action}
        </p>
      )}
      <ul className="purchase-terms">
        <li>{days > 0 ? `购买后 ${count(days)} 天内重新下载不再收费` : "购买后可以随时重新下载，不再收费"}</li>
        <li>
          每个账号每天最多下载 {count(times_every_day)} 份，同一网络每天最多 {count(times_every_ip)} 份
        </li>
      </ul>
    </>
  )
}
