"use client"

import { ProgressBar } from "@/components/ui/progress-bar"
import { MoreIcon } from "@/components/ui/more-icon"
import { count } from "@/lib/rules/format"
import { isBusy, type UploadItem } from "@/lib/upload/item"
import { bytesOf, type UploadCounts, type UploadFilter } from "@/lib/upload/rows"
import { useUpload, useUploadStore } from "./upload-context"
import { filterNames, totalText } from "./upload-messages"
import { useEffect, useState } from "react"

const seconds = 6

/** Returns the speed in bytes per second over the last six seconds; 0 while nothing is sent. */
const useSpeed = (active: boolean): number => {
  const store = useUploadStore()
  const [speed, setSpeed] = useState(0)
  useEffect(() => {
    if (!active) return setSpeed(0)
    const seen = [store.getState().moved]
    const timer = setInterval(() => {
      seen.push(store.getState().moved)
      if (seen.length > seconds + 1) seen.shift()
      setSpeed((seen.at(-1)! - seen[0]!) / (seen.length - 1))
    }, 1_000)
    return () => clearInterval(timer)
  }, [store, active])
  return speed
}

const keysOf = (items: UploadItem[], matches: (item: UploadItem) => boolean): ReadonlySet<string> =>
  new Set(items.filter(matches).map(({ key }) => key))

/** The overall progress, and actions for all files. */
export const ListHead = ({ items, counts }: { items: UploadItem[]; counts: UploadCounts }) => {
  const store = useUploadStore()
  const backoff = useUpload((state) => state.backoff)
  const busy = items.some(isBusy)
  const speed = useSpeed(busy && !backoff)
  const { pause, resume, remove, accept, submit, adopt } = store.getState()
  const begun = counts.all > counts.chosen
  const { sent, total } = bytesOf(items)
  const share = total > 0 ? sent / total : 0
  const suggested = keysOf(items, ({ phase, suggestion }) => phase === "ready" && Boolean(suggestion?.keywords.length))
  return (
    <div className="up-head">
      {backoff && (
        <p className="alert warn">
          <MoreIcon name="clock" />
          {backoff.message}
        </p>
      )}
      <div className="up-sum">
        <p className="num">
          <b>{begun ? `${count(counts.done)} / ${count(counts.all)} 份` : `${count(counts.all)} 份`}</b>
          {begun && <span className="muted">{totalText(items, speed)}</span>}
        </p>
        <div className="up-all">
          {counts.ready > 0 && counts.chosen + counts.paused > 0 && (
            <button type="button" className="bt sm" onClick={() => submit(keysOf(items, ({ phase }) => phase === "ready"))}>
              先提交 {count(counts.ready)} 份
            </button>
          )}
          {suggested.size > 1 && (
            <button type="button" className="bt sm" onClick={() => adopt(suggested)}>
              全部采用建议
            </button>
          )}
          {counts.duplicate > 1 && (
            <>
              <button type="button" className="bt sm" onClick={() => accept(keysOf(items, ({ phase }) => phase === "duplicate"))}>
                相同的也都上传
              </button>
              <button type="button" className="bt sm" onClick={() => remove(keysOf(items, ({ phase }) => phase === "duplicate"))}>
                相同的都不传
              </button>
            </>
          )}
          {busy && (
            <button type="button" className="bt sm" onClick={() => pause()}>
              全部暂停
            </button>
          )}
          {counts.paused > 0 && (
            <button type="button" className="bt sm" onClick={() => resume(undefined, ["paused"])}>
              全部继续
            </button>
          )}
          {counts.failed > 0 && (
            <button type="button" className="bt sm" onClick={() => resume(undefined, ["failed"])}>
              重试失败的 {count(counts.failed)} 份
            </button>
          )}
          {counts.done > 0 && counts.all > 1 && (
            <button type="button" className="bt sm text" onClick={() => remove(keysOf(items, ({ phase }) => phase === "done"))}>
              清除已完成
            </button>
          )}
        </div>
      </div>
      {begun && <ProgressBar label="总进度" value={share} />}
    </div>
  )
}

/** Filters by the state of a row; only states with rows are listed. */
export const FilterPills = ({
  counts,
  filter,
  onFilter,
}: {
  counts: UploadCounts
  filter: UploadFilter
  onFilter: (filter: UploadFilter) => void
}) => {
  const visibleFilters = (Object.keys(filterNames) as UploadFilter[]).filter(
    (name) => name === "all" || name === filter || counts[name] > 0,
  )
  if (visibleFilters.length < 3) return null
  return (
    <div className="up-pills" role="group" aria-label="筛选">
      {visibleFilters.map((name) => (
        <button key={name} type="button" aria-pressed={name === filter} onClick={() => onFilter(name)}>
          {filterNames[name]} <span className="num">{count(counts[name])}</span>
        </button>
      ))}
    </div>
  )
}
