"use client"

import { useCallback, useEffect, useMemo, useState } from "react"
import { useSettings } from "@/components/providers/settings"
import { useMay } from "@/components/providers/use-may"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { count } from "@/lib/rules/format"
import { isMissingList } from "@/lib/view/admin-menu"
import { Failure } from "./card"
import { waiting } from "./waiting"
import { refusalText } from "@/lib/api/result"

/** 等你处理: pending decisions, each with a link to the matching list. Entries with nothing to do are dimmed. */
export const WaitingCard = () => {
  const may = useMay()
  const settings = useSettings()
  const mine = useMemo(() => waiting.filter(({ right, href }) => may(right) && !isMissingList(href, settings)), [may, settings])
  const [totals, setTotals] = useState<Record<string, number> | null>(null)
  const [failure, setFailure] = useState("")
  const load = useCallback(async () => {
    setFailure("")
    const replies = await Promise.all(mine.map((one) => one.read()))
    const failed = replies.find((reply) => !reply.ok)
    if (failed && !failed.ok) setFailure(refusalText(failed, "待处理数量没有读到"))
    setTotals(Object.fromEntries(replies.flatMap((reply, at) => (reply.ok ? [[mine[at]!.label, reply.data.total]] : []))))
  }, [mine])
  useEffect(() => void load(), [load])
  if (mine.length === 0) return null
  const isDone = totals !== null && !failure && mine.every(({ label }) => totals[label] === 0)
  return (
    <section className="dash-todo" aria-label="等你处理">
      {failure ? <Failure text={failure} onRetry={() => void load()} /> : null}
      <ul>
        {mine.map(({ label, unit, href, rare }) => {
          const total = totals?.[label]
          if (rare && !total) return null
          return (
            <li key={label}>
              <Link className="card" href={href} data-todo={total ? true : undefined}>
                <b className="num">{totals === null ? <Skeleton width={40} height={28} /> : total === undefined ? "—" : count(total)}</b>
                <span>
                  <span className="sr">{unit}</span>
                  {label}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <p className="dash-done" role="status">
        {isDone ? (
          <>
            <MoreIcon name="check" small />
            都处理完了
          </>
        ) : null}
      </p>
    </section>
  )
}
