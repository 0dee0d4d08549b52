import { Skeleton } from "@/components/ui/skeleton"
import type { ReadAnswer } from "@/components/ui/use-answer"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { changeText, valueText, type Measure } from "@/lib/view/operations/dashboard/measures"

type Days = Output<"GET /dashboard/series">["day"]
type Dashboard = Output<"GET /dashboard">

type Props = {
  /** the measures that the user may see, one number each */
  measures: readonly Measure[]
  /** null while they load */
  days: Days | null
  /** the site's date, as 2026-06-15 */
  today: string
  /** the answer with the queue; null for users who may not read it */
  dashboard: ReadAnswer<Dashboard> | null
}

/** The numbers of today, each with its change from yesterday, and the conversions that wait. Nothing if `days` do not end today. */
export const TodayNumbers = ({ measures, days, today, dashboard }: Props) => {
  const at = days ? days.findIndex(({ day }) => day === today) : -1
  if (days && at < 0) return null
  const [row, before] = days ? [days[at], days[at - 1]] : [undefined, undefined]
  return (
    <section className="card dash-today" aria-label="今天">
      <dl>
        {measures.map((measure) => (
          <Figure
            key={measure.name}
            label={`今天${measure.label}`}
            value={row && `${measure.money ? "¥" : ""}${valueText(measure, row[measure.name])}`}
            change={row && before ? changeText(row[measure.name], before[measure.name]) : ""}
          />
        ))}
        {dashboard ? <WaitingFigure dashboard={dashboard} /> : null}
      </dl>
    </section>
  )
}

const WaitingFigure = ({ dashboard: { data, failure } }: { dashboard: ReadAnswer<Dashboard> }) => (
  <Figure
    label="等待转换"
    value={data ? count(data.queue.waiting) : failure ? "—" : undefined}
    note={data && data.queue.converting > 0 ? `正在转换 ${count(data.queue.converting)} 份` : ""}
  />
)

type FigureProps = { label: string; value: string | undefined; change?: string; note?: string }

/** `value` is undefined while it loads. */
const Figure = ({ label, value, change = "", note = "" }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b className="num">{value ?? <Skeleton width={72} height={28} />}</b>
      <span className="dash-change num" data-up={change.startsWith("+") || undefined}>
        {change ? `比昨天 ${change}` : note}
      </span>
    </dd>
  </div>
)
