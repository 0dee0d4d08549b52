"use client"

import "@/app/styles/operations/job.css"
import { useCallback, useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { QueuedConversion } from "@/lib/contract/types"
import { count, fileSize } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { relativeTime } from "@/lib/rules/time"
import { useRefreshed } from "./use-refreshed"

const size = 50

/** 转换队列: the documents in the order of their turns. Each can be moved to the front. */
export const ConversionQueue = () => {
  const may = useMay()
  const { busy, call } = useCall()
  const [page, setPage] = useState(1)
  const { answer, failure, load } = useRefreshed(useCallback(() => api("GET /job/conversion", { page, size }), [page]))
  const move = async ({ id, title }: QueuedConversion) => {
    await call(() => api("PUT /job/conversion", { id }), { done: `《${title}》排到最前面了` })
    await load()
  }
  const last = Math.max(1, Math.ceil((answer?.data.total ?? 0) / size))
  return (
    <section className="card adm-jobs" aria-label="转换队列">
      <h1>转换队列</h1>
      <p className="muted">还没有页面的文档先转，小文件在大文件前面，几个人的文档轮着转，重新转换的排在最后。缺少程序的文档不在这里。</p>
      <RefusalNote text={failure}>
        <button type="button" className="bt sm" onClick={() => void load()}>
          重新加载
        </button>
      </RefusalNote>
      {answer && answer.data.total === 0 ? <p className="adm-job-none">没有文档在等待转换。</p> : null}
      {answer ? (
        <ol className="adm-job-queue">
          {answer.data.document.map((row) => (
            <li key={row.id}>
              <span className="adm-job-turn num" role="img" aria-label={row.position ? `第 ${row.position} 个` : "正在转换"}>
                {row.position || <span className="spin" />}
              </span>
              <div>
                <Link href={paths.document(row.uuid)}>{row.title}</Link>
                <p className="muted num">{factsOf(row, answer.at).join(" · ")}</p>
              </div>
              <div className="adm-job-acts">
                {row.first ? <span className="st wait">优先</span> : null}
                {row.state === "waiting" && !row.first && may("JobAPI/MoveConversion") ? (
                  <button
                    type="button"
                    className="bt sm"
                    disabled={busy}
                    aria-label={`把《${row.title}》排到最前面`}
                    onClick={() => void move(row)}
                  >
                    排到最前面
                  </button>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
      ) : failure ? null : (
        <Skeleton height={420} />
      )}
      {last > 1 ? (
        <div className="adm-job-foot">
          <button type="button" className="bt sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            上一页
          </button>
          <span className="muted num">
            {page} / {last}，共 {count(answer?.data.total ?? 0)} 个
          </span>
          <button type="button" className="bt sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
            下一页
          </button>
        </div>
      ) : null}
    </section>
  )
}

const states: Record<string, string> = { converting: "正在转换", yielding: "已经开始，先让给别的文档", waiting: "等待" }

const factsOf = ({ state, redrawn, ext, size: bytes, pages, drawn, since }: QueuedConversion, now: number): string[] => [
  states[state] ?? state,
  ...(redrawn ? ["重新转换"] : []),
  `${ext.replace(".", "").toUpperCase()} ${fileSize(bytes)}`,
  ...(pages > 0 ? [`${count(drawn)} / ${count(pages)} 页`] : drawn > 0 ? [`已有 ${count(drawn)} 页`] : []),
  ...(since ? [`${relativeTime(since, now)}进来`] : []),
]
