import { Link } from "@/components/ui/link"
import type { Dynamic } from "@/lib/contract/types"
import { byDay, sentenceOf } from "@/lib/view/people/my-activity"
import { count } from "@/lib/rules/format"
import { clock } from "@/lib/rules/time"

type Props = { dynamics: Dynamic[]; now: number; creditName: string; level?: "h2" | "h3" }

/** Renders +5 魔豆 or −5 魔豆; nothing for zero. */
export const Delta = ({ amount, creditName }: { amount: number; creditName: string }) =>
  amount === 0 ? null : (
    <span className={amount > 0 ? "delta up" : "delta dn"}>
      {amount > 0 ? "+" : "−"}
      {count(Math.abs(amount))} {creditName}
    </span>
  )

/** Activities, grouped by day along a timeline. */
export const Dynamics = ({ dynamics, now, creditName, level: Day = "h3" }: Props) => (
  <>
    {byDay(dynamics, now).map((day) => (
      <section key={day.key} className="day">
        <Day>
          {day.name || day.date}
          {day.name && <small className="num">{day.date}</small>}
        </Day>
        <ol>
          {day.rows.map((row) => (
            <li key={row.id} className={row.credit > 0 ? "in-c" : undefined}>
              {row.created_at && <time dateTime={row.created_at}>{clock(row.created_at)}</time>}
              <DynamicText row={row} />
              <Delta amount={row.credit} creditName={creditName} />
            </li>
          ))}
        </ol>
      </section>
    ))}
  </>
)

const DynamicText = ({ row }: { row: Dynamic }) => {
  const { before, title, after, href } = sentenceOf(row)
  return (
    <span>
      {before}
      {href ? <Link href={href}>{title}</Link> : title}
      {after}
    </span>
  )
}
