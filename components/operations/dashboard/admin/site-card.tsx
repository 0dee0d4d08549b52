"use client"

import { useCallback, type ReactNode } from "react"
import { useMay } from "@/components/providers/use-may"
import { MoreIcon } from "@/components/ui/more-icon"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { relativeTime } from "@/lib/rules/time"
import { Failure } from "./card"

type Total = Output<"GET /dashboard">["total"]
type Figure = { label: string; value: number | undefined; note?: string }

/** Footer pages are articles that no list contains and no other number includes. */
const articleNote = ({ article_public, article_page }: Total): string =>
  `公开 ${count(article_public)}${article_page > 0 ? `，页脚单页 ${count(article_page)}` : ""}`

/** With `GET /dashboard`, returns all totals and how many of each are public; without it, the totals that every server counts. */
const figuresOf = (stats: Output<"GET /stats"> | null, total: Total | null): Figure[] => [
  { label: "文档", value: total?.document ?? stats?.document_count, note: total ? `公开 ${count(total.document_public)}` : undefined },
  { label: "文章", value: total?.article ?? stats?.article_count, note: total ? articleNote(total) : undefined },
  { label: "用户", value: total?.user ?? stats?.user_count },
  { label: "评论", value: total?.comment ?? stats?.comment_count },
]

const backupText = (backup_at: string, backup_proven_at: string | null): string =>
  `最近一次备份：${relativeTime(backup_at, Date.now())}；${backup_proven_at ? `最近一次证明能恢复：${relativeTime(backup_proven_at, Date.now())}` : "还没有证明过能恢复"}`

/** Height (px) of the placeholder for totals and all cards below. */
const waitHeight = 560

/**
 * Displays `first` below any problems that the server reports, then the totals of the site, and then `children`. They appear once the
 * problems are known, which would push them down. `total` is null while it loads and if it is unavailable.
 */
export const SiteCard = ({ total, first, children }: { total: Total | null; first: ReactNode; children: ReactNode }) => {
  const { data: stats, failure, load } = useAnswer(useCallback(() => api("GET /stats"), []))
  const counted = useMay()("DashboardAPI/GetDashboard")
  const waits = counted && !total
  if (!stats && !failure) return <Skeleton height={waitHeight} />
  return (
    <>
      {stats?.notices.map((notice) => (
        <div key={notice} className="alert warn dash-notice" role="note">
          <MoreIcon name="alert" />
          <p>{notice}</p>
        </div>
      ))}
      {first}
      {failure && !total ? (
        <Failure text={failure} onRetry={load} />
      ) : (
        <dl className="card dash-total">
          {figuresOf(waits ? null : stats, total).map(({ label, value, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">
                {value === undefined ? <Skeleton width={64} height={28} /> : count(value)}
                {note ? <small>{note}</small> : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {stats?.backup_at ? <p className="muted">{backupText(stats.backup_at, stats.backup_proven_at)}</p> : null}
      {children}
    </>
  )
}
