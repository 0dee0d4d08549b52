import type { CreditEntry } from "@/lib/contract/types"
import { byDay } from "@/lib/view/people/my-activity"
import { count } from "@/lib/rules/format"
import { clock } from "@/lib/rules/time"
import { Delta } from "@/components/people/activity/me/dynamics"

type Props = { entries: CreditEntry[]; now: number; creditName: string }

/** All credit transactions, each with the resulting balance. */
export const Credits = ({ entries, now, creditName }: Props) => (
  <>
    {byDay(entries, now).map((day) => (
      <section key={day.key} className="day">
        <h2>
          {day.name || day.date}
          {day.name && <small className="num">{day.date}</small>}
        </h2>
        <ol>
          {day.rows.map((row) => (
            <li key={row.id} className={row.amount > 0 ? "in-c" : undefined}>
              {row.created_at && <time dateTime={row.created_at}>{clock(row.created_at)}</time>}
              <span>
                {row.remark || "余额变动"}
                <small className="muted num">余额 {count(row.balance)}</small>
              </span>
              <Delta amount={row.amount} creditName={creditName} />
            </li>
          ))}
        </ol>
      </section>
    ))}
  </>
)
