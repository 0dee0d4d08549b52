"use client"

import "@/app/styles/operations/review.css"
import { useEffect, useEffectEvent, useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import type { ReviewItem } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { timeLeft } from "@/lib/view/operations/time-left"
import { BatchBar } from "./batch-bar"
import { FailedVerdicts } from "./failed-verdicts"
import { ReviewPane } from "./review-pane"
import { isChoosable, useChosen } from "./use-chosen"
import { keyOf, useDesk, type DeskVerdict } from "./use-desk"
import { useItem } from "./use-item"
import { VerdictBar } from "./verdict-bar"

const factsOf = ({ kind, user, report_count, is_hidden, claim }: ReviewItem): string =>
  [
    ReviewKind.labelOf(kind),
    ...(report_count > 0 ? [`${report_count} 条`] : []),
    ...(is_hidden ? ["已隐藏"] : []),
    ...(user ? [user.username] : []),
    ...(claim ? [`${claim.username} 在看`] : []),
  ].join(" · ")

type QueueProps = {
  items: ReviewItem[]
  selected: ReviewItem | undefined
  chosen: readonly ReviewItem[]
  now: number
  onSelect: (item: ReviewItem) => void
  /** null: the user may not decide */
  onChoose: ((item: ReviewItem) => void) | null
}

const Queue = ({ items, selected, chosen, now, onSelect, onChoose }: QueueProps) => (
  <ol className="review-queue" aria-label="等待审核">
    {items.map((item) => {
      const left = timeLeft(item.due_at, now)
      return (
        <li key={keyOf(item)}>
          {onChoose && isChoosable(item) ? (
            <label className="review-tick">
              <input
                type="checkbox"
                checked={chosen.includes(item)}
                aria-label={`选择“${item.title || "没有标题"}”`}
                onChange={() => onChoose(item)}
              />
            </label>
          ) : null}
          <button type="button" aria-current={item === selected ? "true" : undefined} onClick={() => onSelect(item)}>
            <b>{item.title || "没有标题"}</b>
            <small>
              {factsOf(item)}
              <span className={`review-left ${left.tone}`}>{left.text}</span>
            </small>
          </button>
        </li>
      )
    })}
  </ol>
)

/** Keys that type text, or belong to a dialog or a shortcut of the browser, are not shortcuts of this page. */
const isForDesk = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], dialog")
}

/** 审核台: one queue of all waiting items, the selected item, and the verdict; the keys J K A R U operate it. */
export const ReviewDesk = () => {
  const may = useMay()
  const decides = may("ReviewAPI/DecideReview")
  const [kind, setKind] = useState(0)
  const [rejectingKey, setRejectingKey] = useState("")
  const { answer, failure, load, items, selected, ...desk } = useDesk(kind)
  const { select, move, decide, undo, isHeld, reasonOf } = desk
  const { chosen, toggle, clear } = useChosen(items)
  const opened = useItem(selected, decides, isHeld)
  const selectedKey = selected ? keyOf(selected) : ""
  const isRejecting = selectedKey !== "" && rejectingKey === selectedKey
  const isReady = decides && opened?.claimed === true && opened.refusal === ""

  const give = (verdict: DeskVerdict) => {
    if (!isReady) return
    setRejectingKey("")
    decide(verdict)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForDesk(event)) return
    const key = event.key.toLowerCase()
    if (key === "j") move(1)
    else if (key === "k") move(-1)
    else if (key === "u") undo()
    else if (key === "a") give({ approve: true })
    else if (key === "r" && isReady && selected?.kind === ReviewKind.comment) give({ approve: false })
    else if (key === "r" && isReady) setRejectingKey(selectedKey)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])

  const kinds = answer?.data.kinds ?? []
  const total = kinds.reduce((sum, one) => sum + one.total, 0)
  return (
    <section className="card adm-review" aria-label="审核台">
      <h1 className="sr">审核台</h1>
      <div className="review-kinds" role="group" aria-label="筛选">
        {[{ kind: 0, total }, ...kinds].map((one) => (
          <button key={one.kind} type="button" className="bt sm" aria-pressed={kind === one.kind} onClick={() => setKind(one.kind)}>
            {one.kind === 0 ? "全部" : ReviewKind.labelOf(one.kind)}
            <span className="num">{count(one.total)}</span>
          </button>
        ))}
      </div>
      <RefusalNote text={failure}>
        <button type="button" className="bt sm" onClick={() => void load()}>
          重新加载
        </button>
      </RefusalNote>
      <FailedVerdicts failed={desk.failedItems} onClose={desk.forgetFailed} />
      {!answer && !failure ? <Skeleton height={420} /> : null}
      {answer && items.length === 0 ? <p className="review-none">没有等待审核的内容。</p> : null}
      {answer && items.length > 0 ? (
        <div className="review-grid">
          <div className="review-side">
            <Queue items={items} selected={selected} chosen={chosen} now={answer.at} onSelect={select} onChoose={decides ? toggle : null} />
            {chosen.length > 0 ? (
              <BatchBar
                items={chosen}
                onDecide={(verdict) => {
                  desk.decideAll(chosen, verdict)
                  clear()
                }}
                onClear={clear}
              />
            ) : null}
            <p className="muted review-keys">J K 上下 · A 通过 · R 退回 · U 撤销（10 秒内）</p>
          </div>
          <div className="review-main">
            {opened?.detail ? <ReviewPane detail={opened.detail} /> : opened ? null : <Skeleton height={420} />}
            <RefusalNote text={opened?.refusal ?? ""} />
            {decides && selected && (
              <VerdictBar
                key={selectedKey}
                kind={selected.kind}
                rejecting={isRejecting}
                onRejecting={(open) => setRejectingKey(open ? selectedKey : "")}
                disabled={!isReady}
                draft={reasonOf(selected)}
                onDecide={give}
              />
            )}
          </div>
        </div>
      ) : null}
    </section>
  )
}
