"use client"

import { useState, type KeyboardEvent, type PointerEvent } from "react"
import { areaPath, labelsAt, linePath, nearestAt, pointsOf, shortNumber, ticksOf } from "@/lib/view/operations/dashboard/line"
import { valueText, type Measure } from "@/lib/view/operations/dashboard/measures"

type Point = { day: string; value: number }
type Props = { measure: Measure; points: Point[] }

const shortDay = (day: string) => `${Number(day.slice(5, 7))}-${Number(day.slice(8))}`
const longDay = (day: string) => `${Number(day.slice(0, 4))} 年 ${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Renders the daily values of one measure as a line. The pointer, a finger or the arrow keys select a day, whose value is displayed beside
 * the chart. For screen readers it is a slider over the days; the table below lists all values.
 */
export const LineChart = ({ measure, points }: Props) => {
  const [chosen, choose] = useState<number | null>(null)
  const last = points.length - 1
  const ticks = ticksOf(points.map(({ value }) => value))
  const top = ticks.at(-1)!
  const places = pointsOf(
    points.map(({ value }) => value),
    top,
  )
  const at = chosen === null ? null : Math.min(chosen, last)
  const [point, position] = at === null ? [undefined, undefined] : [points[at], places[at]]
  const said = ({ day, value }: Point) => `${longDay(day)}：${valueText(measure, value)} ${measure.unit}`

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (box.width > 0) choose(nearestAt((event.clientX - box.left) / box.width, points.length))
  }
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key]
    if (event.key === "Escape") choose(null)
    if (!to) return
    event.preventDefault()
    choose(Math.min(Math.max(to(at ?? last, last), 0), last))
  }

  return (
    <div className="dash-chart">
      <div className="dash-plot">
        <div className="dash-ticks num" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
              {shortNumber(measure.money ? tick / 100 : tick)}
            </span>
          ))}
        </div>
        <div
          className="dash-area"
          role="slider"
          tabIndex={0}
          aria-label={`每天的${measure.label}`}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={said(points[at ?? last]!)}
          onKeyDown={move}
          onFocus={() => choose((before) => before ?? last)}
          onBlur={() => choose(null)}
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerLeave={() => choose(null)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} className="grid" d={`M0 ${100 - (tick / top) * 100}H100`} />
            ))}
            <path className="fill" d={areaPath(places)} />
            <path className="line" d={linePath(places)} />
          </svg>
          {point && position ? (
            <>
              <i className="dash-rule" style={{ insetInlineStart: `${position.x}%` }} />
              <i className="dash-dot" style={{ insetInlineStart: `${position.x}%`, insetBlockStart: `${position.y}%` }} />
              <div className="dash-tip" data-right={position.x > 60 || undefined} style={{ insetInlineStart: `${position.x}%` }}>
                <b className="num">
                  {valueText(measure, point.value)} {measure.unit}
                </b>
                <span>{longDay(point.day)}</span>
              </div>
            </>
          ) : null}
        </div>
        <div className="dash-labels num" aria-hidden="true">
          {labelsAt(points.length, 5).map((label) => (
            <span key={label} style={{ insetInlineStart: `${places[label]!.x}%` }}>
              {shortDay(points[label]!.day)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Renders the same days as a table, newest first. */
export const DayTable = ({
  measures,
  days,
}: {
  measures: readonly Measure[]
  days: ({ day: string } & Record<string, number | string>)[]
}) => (
  <details className="dash-table">
    <summary>看每天的数字</summary>
    <div tabIndex={0} role="region" aria-label="每天的数字">
      <table>
        <thead>
          <tr>
            <th scope="col">日期</th>
            {measures.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row" className="num">
                {row.day}
              </th>
              {measures.map((measure) => (
                <td key={measure.name} className="num">
                  {valueText(measure, Number(row[measure.name]))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
