"use client"

import "@/app/styles/operations/job.css"
import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useMay } from "@/components/providers/use-may"
import { useSession } from "@/components/providers/session"
import { useCall } from "@/components/ui/form/use-call"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { JobKind } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { minute, relativeTime } from "@/lib/rules/time"
import { isRoot } from "@/lib/rules/people/staff"
import { FailedJobs } from "./failed-jobs"
import { useRefreshed } from "./use-refreshed"

const readJobs = () => api("GET /job/list", {})
const isQuiet = ({ waiting, active, failed, paused_at }: JobKind): boolean => waiting + active + failed === 0 && !paused_at
/** Kinds with failures first, then paused ones, then those with the most waiting jobs. */
const rank = (kind: JobKind): number[] => [-Number(kind.failed > 0), -Number(kind.paused_at !== null), -kind.waiting, -kind.active]
const byRank = (one: JobKind, other: JobKind): number => {
  const [a, b] = [rank(one), rank(other)]
  return a.map((value, at) => value - b[at]!).find((difference) => difference !== 0) ?? 0
}

/** 后台任务: how many of each kind wait, run and have failed; retrying, deleting and pausing. */
export const JobScreen = () => {
  const { answer, failure, load } = useRefreshed(readJobs)
  const kinds = answer?.data.job.toSorted(byRank) ?? []
  const quiet = kinds.filter(isQuiet)
  const listOf = (rows: JobKind[]) => (
    <ul className="adm-job-list">
      {rows.map((kind) => (
        <KindRow key={kind.name} kind={kind} now={answer!.at} onChange={load} />
      ))}
    </ul>
  )
  return (
    <section className="card adm-jobs" aria-label="任务">
      <h1>后台任务</h1>
      <p className="muted">网站在后台做的事。暂停一种任务后，正在运行的会做完，新的留在队列里等着，继续后再做；失败的任务保留七天。</p>
      <RefusalNote text={failure}>
        <button type="button" className="bt sm" onClick={() => void load()}>
          重新加载
        </button>
      </RefusalNote>
      {answer ? (
        <>
          {quiet.length < kinds.length ? listOf(kinds.filter((kind) => !isQuiet(kind))) : <p className="adm-job-none">现在没有任务。</p>}
          <details>
            <summary>空闲的 {quiet.length} 种</summary>
            {listOf(quiet)}
          </details>
        </>
      ) : failure ? null : (
        <Skeleton height={420} />
      )}
    </section>
  )
}

type RowProps = { kind: JobKind; now: number; onChange: () => Promise<void> }

const KindRow = ({ kind, now, onChange }: RowProps) => {
  const { name, title, schedule, waiting, later, active, failed, oldest_at, paused_at, vital } = kind
  const may = useMay()
  const root = useSession((state) => isRoot(state.user))
  const { busy, call } = useCall()
  const [opened, setOpened] = useState(false)
  const pause = async () => {
    const done = paused_at ? `“${title}”继续了` : `“${title}”已暂停`
    if (await call(() => api("PUT /job/pause", { name, paused: !paused_at }), { done })) await onChange()
  }
  return (
    <li>
      <div className="adm-job-name">
        <b>{title}</b>
        {schedule ? <span className="tag">定时</span> : null}
        {paused_at ? <span className="st wait">{minute(paused_at)} 起暂停</span> : null}
        <small className="muted">{name}</small>
      </div>
      <dl className="num">
        <Figure label="等待" value={waiting} note={later > 0 ? `其中 ${count(later)} 个还没到时间` : ""} />
        <Figure label="运行" value={active} />
        <Figure label="失败" value={failed} bad />
        <div>
          <dt>最早排队</dt>
          <dd>{oldest_at ? relativeTime(oldest_at, now) : "—"}</dd>
        </div>
      </dl>
      <div className="adm-job-acts">
        {failed > 0 && may("JobAPI/ListFailedJob") ? (
          <button type="button" className="bt sm" aria-expanded={opened} aria-label={`失败的${title}`} onClick={() => setOpened(!opened)}>
            {opened ? "收起" : "看失败的"}
          </button>
        ) : null}
        {may("JobAPI/PauseJob") && (root || !vital || paused_at) ? (
          <BusyButton
            className="sm"
            busy={busy}
            disabled={busy}
            aria-label={`${paused_at ? "继续" : "暂停"}${title}`}
            onClick={() => void pause()}
          >
            {paused_at ? "继续" : "暂停"}
          </BusyButton>
        ) : null}
      </div>
      {opened && failed > 0 ? <FailedJobs name={name} title={title} total={failed} mayDelete={root || !vital} onChange={onChange} /> : null}
    </li>
  )
}

const Figure = ({ label, value, note = "", bad = false }: { label: string; value: number; note?: string; bad?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd title={note || undefined}>{bad && value > 0 ? <span className="st bad">{count(value)}</span> : count(value)}</dd>
    {note ? <dd className="adm-job-note muted">{note}</dd> : null}
  </div>
)
