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
import { waiting, type WaitingAnswer } from "./waiting"
import { WaitingRows } from "./waiting-rows"
import { refusalText } from "@/lib/api/result"

/**
 * 等你处理: pending decisions, each with a link to the matching list; the first of them can be acted on in place. Entries with nothing to do
 * are dimmed. `onRead` is called when the height is final.
 */
export const WaitingCard = ({ onRead }: { onRead: () => void }) => {
  const may = useMay()
  const settings = useSettings()
  const mine = useMemo(() => waiting.filter(({ right, href }) => may(right) && !isMissingList(href, settings)), [may, settings])
  const [answers, setAnswers] = useState<{ of: Record<string, WaitingAnswer>; at: number } | null>(null)
  const [failure, setFailure] = useState("")
  const load = useCallback(async () => {
    setFailure("")
    const replies = await Promise.all(mine.map((one) => one.read()))
    const failed = replies.find((reply) => !reply.ok)
    if (failed && !failed.ok) setFailure(refusalText(failed, "待处理数量没有读到"))
    const of = Object.fromEntries(replies.flatMap((reply, at) => (reply.ok ? [[mine[at]!.label, reply.data]] : [])))
    setAnswers({ of, at: Date.now() })
    onRead()
  }, [mine, onRead])
  useEffect(() => void load(), [load])
  if (mine.length === 0) return null
  const isDone = answers !== null && !failure && mine.every(({ label }) => answers.of[label]?.total === 0)
  return (
    <section className="dash-todo" aria-label="等你处理">
      {failure ? <Failure text={failure} onRetry={() => void load()} /> : null}
      <ul className="dash-tiles">
        {mine.map(({ label, unit, href, rare }) => {
          const total = answers?.of[label]?.total
          if (rare && !total) return null
          return (
            <li key={label}>
              <Link className="card" href={href} data-todo={total ? true : undefined}>
                <b className="num">{answers === null ? <Skeleton width={40} height={28} /> : total === undefined ? "—" : count(total)}</b>
                <span>
                  <span className="sr">{unit}</span>
                  {label}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {answers ? (
        <div className="dash-rows">
          {mine.map((one) => {
            const answer = answers.of[one.label]
            return answer ? (
              <WaitingRows key={one.label} label={one.label} href={one.href} answer={answer} now={answers.at} onDone={() => void load()} />
            ) : null
          })}
        </div>
      ) : null}
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
