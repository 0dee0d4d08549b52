"use client"

import { useCallback, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { FailedJob } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { minute } from "@/lib/rules/time"
import { useRefreshed } from "./use-refreshed"

const size = 20
type Props = { name: string; title: string; total: number; mayDelete: boolean; onChange: () => Promise<void> }

/** The failed jobs of one kind: why, how often, when and for what; each or all of them can be run again. */
export const FailedJobs = ({ name, title, total, mayDelete, onChange }: Props) => {
  const may = useMay()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [page, setPage] = useState(1)
  const { answer, failure, load } = useRefreshed(useCallback(() => api("GET /job/failed", { name, page, size }), [name, page]))
  const last = Math.max(1, Math.ceil((answer?.data.total ?? total) / size))
  const reload = async () => {
    setPage(1)
    await Promise.all([load(), onChange()])
  }
  const retry = async (id?: string[]) => {
    const done = ({ count: retried }: { count: number }) =>
      retried > 0 ? `${count(retried)} 个任务重新排队了` : "这个任务已经不在失败的里面了"
    if (await call(() => api("POST /job/retry", { name, ...(id ? { id } : {}) }), { done })) await reload()
  }
  const retryAll = async () => {
    const content = "原因还在的话，它们会再失败一次。"
    if (await feedback.confirm({ title: `重试全部 ${count(answer?.data.total ?? total)} 个失败的“${title}”`, content, okText: "重试" }))
      await retry()
  }
  const remove = async (id: string) => {
    const content = "它要做的事不会再做，也不能恢复。"
    if (!(await feedback.confirm({ title: `删除这个失败的“${title}”`, content, okText: "删除", danger: true }))) return
    if (await call(() => api("DELETE /job", { name, id: [id] }), { done: "删除成功" })) await reload()
  }
  return (
    <div className="adm-job-failed" role="group" aria-label={`失败的${title}`}>
      <RefusalNote text={failure} />
      {answer ? (
        <ul>
          {answer.data.job.map((one) => (
            <li key={one.id}>
              <div>
                <p>{one.reason}</p>
                <p className="muted num">
                  {[`运行了 ${one.attempts} 次`, one.failed_at && `失败于 ${minute(one.failed_at)}`].filter(Boolean).join(" · ")}
                </p>
                <Subject job={one} />
              </div>
              <div className="adm-job-acts">
                {may("JobAPI/RetryJob") ? (
                  <button type="button" className="bt sm" disabled={busy} onClick={() => void retry([one.id])}>
                    重试
                  </button>
                ) : null}
                {mayDelete && may("JobAPI/DeleteJob") ? (
                  <button type="button" className="bt sm danger" disabled={busy} onClick={() => void remove(one.id)}>
                    删除
                  </button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : failure ? null : (
        <Skeleton height={64} />
      )}
      <div className="adm-job-foot">
        {may("JobAPI/RetryJob") ? (
          <button type="button" className="bt sm" disabled={busy} onClick={() => void retryAll()}>
            重试全部
          </button>
        ) : null}
        {last > 1 ? (
          <>
            <button type="button" className="bt sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              上一页
            </button>
            <span className="muted num">
              {page} / {last}
            </span>
            <button type="button" className="bt sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
              下一页
            </button>
          </>
        ) : null}
      </div>
    </div>
  )
}

const Subject = ({ job: { subject, subject_id, subject_title, path } }: { job: FailedJob }) => {
  if (!subject) return null
  const text = subject_title ? `${subject}《${subject_title}》` : `${subject} ${subject_id}`
  return <p>{path ? <Link href={path}>{text}</Link> : text}</p>
}
