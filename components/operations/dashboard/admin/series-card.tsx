"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useCallback, useMemo, useState, type ComponentProps } from "react"
import { useMay } from "@/components/providers/use-may"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { clock } from "@/lib/rules/time"
import { areaPath, linePath, pointsOf } from "@/lib/view/operations/dashboard/line"
import { changeText, measures, valueText, type Measure } from "@/lib/view/operations/dashboard/measures"
import { lastDays, lengthOf, rangeQuery, shownRange, type DashboardRange } from "@/lib/view/operations/dashboard/range"
import { hrefOf } from "@/lib/view/library/list/query"
import { Failure } from "./card"
import { DayTable, LineChart } from "./chart"
import { RangeSwitch } from "./range-switch"
import { TodayNumbers } from "./today-numbers"

type Series = Output<"GET /dashboard/series">

/** The measures whose numbers of today stand above the chart. */
const todayMeasures: readonly string[] = ["view", "download", "income"]

/**
 * 每天的数据: the numbers of today if the selected days include it; the sums of the selected days, each with a sparkline; the selected measure
 * is a large chart. Days and measure are part of the URL.
 */
export const SeriesCard = ({ dashboard }: Pick<ComponentProps<typeof TodayNumbers>, "dashboard">) => {
  const may = useMay()
  const isAllowed = may("DashboardAPI/GetSeries")
  const [now] = useState(() => Date.now())
  const path = usePathname()
  const params = useSearchParams()
  const query = useMemo(() => Object.fromEntries(params), [params])
  const currentRange = shownRange(query, now)
  const { from, to } = currentRange
  const mine = measures.filter(({ orders }) => !orders || may("OrderAPI/ListOrder"))
  const chosen = mine.find(({ name }) => name === query.show) ?? measures[0]
  const { data, failure, busy, load } = useAnswer(
    useMemo(() => (isAllowed ? () => api("GET /dashboard/series", { from, to }) : null), [isAllowed, from, to]),
  )
  const go = useCallback(
    (range: DashboardRange, measure: Measure) => {
      const show = measure === measures[0] ? "" : measure.name
      window.history.pushState(null, "", hrefOf(path, { ...rangeQuery(range), show }))
    },
    [path],
  )
  if (!isAllowed) return null
  const today = lastDays(1, now).to
  return (
    <>
      {to === today && !(failure && !data) ? (
        <TodayNumbers
          measures={mine.filter(({ name }) => todayMeasures.includes(name))}
          days={data?.day ?? null}
          today={today}
          dashboard={dashboard}
        />
      ) : null}
      <section className="card dash-card" aria-label="每天的数据">
        <div className="dash-h">
          <h2>每天的数据</h2>
          <RangeSwitch range={currentRange} now={now} onChange={(range) => go(range, chosen)} />
        </div>
        {failure && !data ? <Failure text={failure} onRetry={load} /> : null}
        {failure && data ? (
          <p className="dash-old" role="alert">
            {failure}
          </p>
        ) : null}
        <div className="dash-measures" role="group" aria-label="看哪一项" aria-busy={busy}>
          {mine.map((measure) => (
            <Tile
              key={measure.name}
              measure={measure}
              series={data}
              days={lengthOf(currentRange)}
              chosen={measure === chosen}
              onChoose={() => go(currentRange, measure)}
            />
          ))}
        </div>
        {data && data.day.length > 0 ? (
          <>
            <LineChart key={chosen.name} measure={chosen} points={data.day.map((row) => ({ day: row.day, value: row[chosen.name] }))} />
            <div className="dash-foot">
              <DayTable measures={mine} days={data.day} />
              {data.counted_at ? <span className="muted num">统计到 {clock(data.counted_at)}</span> : null}
            </div>
          </>
        ) : failure ? null : (
          <Skeleton height={276} />
        )}
      </section>
    </>
  )
}

type TileProps = { measure: Measure; series: Series | null; days: number; chosen: boolean; onChoose: () => void }

const Tile = ({ measure, series, days, chosen, onChoose }: TileProps) => {
  const values = series?.day.map((row) => row[measure.name]) ?? []
  const sum = values.reduce((total, value) => total + value, 0)
  const change = series ? changeText(sum, series.before[measure.name]) : ""
  const places = pointsOf(values, Math.max(...values, 0))
  return (
    <button type="button" aria-pressed={chosen} onClick={onChoose}>
      <span className="dash-name">{measure.label}</span>
      <b className="num">{series ? `${measure.money ? "¥" : ""}${valueText(measure, sum)}` : <Skeleton width={56} height={24} />}</b>
      <span className="dash-change num">
        {change ? (
          <>
            <span className="sr">比前 {days} 天</span>
            {change}
          </>
        ) : null}
      </span>
      <svg viewBox="0 -4 100 108" preserveAspectRatio="none" aria-hidden="true">
        {values.length > 0 ? (
          <>
            <path className="fill" d={areaPath(places)} />
            <path className="line" d={linePath(places)} />
          </>
        ) : null}
      </svg>
    </button>
  )
}
