"use client"

import { useCallback, useEffect, useMemo, useState } from "react"
import { useMay } from "@/components/admin/use-may"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { DocumentStatus, ReviewStatus } from "@/lib/contract/enums"
import type { Output, Result, Right } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"

/** Counts of waiting work with the screen where it is done. Only those that the person may list are requested. */
const waiting: { label: string; right: Right; href: string; read: () => Promise<Result<{ total: number }>> }[] = [
  {
    label: "待审核的文档",
    right: "DocumentAPI/ListDocument",
    href: `/admin/document/list?status=${DocumentStatus.reviewing}`,
    read: () => api("GET /document/list", { status: [DocumentStatus.reviewing], page: 1, size: 1 }),
  },
  {
    label: "转换失败的文档",
    right: "DocumentAPI/ListDocument",
    href: `/admin/document/list?status=${DocumentStatus.failed}`,
    read: () => api("GET /document/list", { status: [DocumentStatus.failed], page: 1, size: 1 }),
  },
  {
    label: "待审核的文章",
    right: "ArticleAPI/ListArticle",
    href: `/admin/article/list?status=${ReviewStatus.pending}`,
    read: () => api("GET /article/list", { status: [ReviewStatus.pending], page: 1, size: 1 }),
  },
  {
    label: "待审核的评论",
    right: "CommentAPI/ListComment",
    href: `/admin/comment?status=${ReviewStatus.pending}`,
    read: () => api("GET /comment/list", { status: [ReviewStatus.pending], page: 1, size: 1 }),
  },
  {
    label: "待处理的举报",
    right: "ReportAPI/ListReport",
    href: "/admin/report?status=false",
    read: () => api("GET /report/list", { status: [false], page: 1, size: 1 }),
  },
  {
    label: "回收站里的文档",
    right: "RecycleAPI/ListRecycleDocument",
    href: "/admin/document/recycle",
    read: () => api("GET /document/recycle", { page: 1, size: 1 }),
  },
]
/** This count is for information: it is not highlighted as work. */
const informational = "回收站里的文档"

/** The site's totals and the counts of waiting work. */
export const Stats = () => {
  const may = useMay()
  const [stats, setStats] = useState<Output<"GET /stats"> | null>(null)
  const [totals, setTotals] = useState<Record<string, number>>({})
  const [failure, setFailure] = useState("")
  const mine = useMemo(() => waiting.filter(({ right }) => may(right)), [may])

  const load = useCallback(async () => {
    setFailure("")
    const [numbers, ...counts] = await Promise.all([api("GET /stats"), ...mine.map((one) => one.read())])
    if (numbers.ok) setStats(numbers.data)
    else setFailure(numbers.message)
    setTotals(Object.fromEntries(counts.flatMap((reply, at) => (reply.ok ? [[mine[at]!.label, reply.data.total]] : []))))
  }, [mine])
  useEffect(() => void load(), [load])

  if (failure)
    return (
      <div className="alert bad" role="alert">
        <Icon name="fail" />
        <b>{failure}</b>
        <button type="button" className="bt sm" onClick={() => void load()}>
          重新加载
        </button>
      </div>
    )
  const numbers: [string, number | undefined][] = [
    ["文档", stats?.document_count],
    ["文章", stats?.article_count],
    ["用户", stats?.user_count],
  ]
  return (
    <>
      {stats && stats.notices.length > 0 && (
        <div className="adm-notices">
          {stats.notices.map((notice) => (
            <div key={notice} className="alert warn" role="note">
              <Icon name="alert" />
              <p>{notice}</p>
            </div>
          ))}
        </div>
      )}
      <dl className="adm-stats">
        {numbers.map(([label, value]) => (
          <Figure key={label} label={label} value={value} />
        ))}
        {mine.map(({ label, href }) => (
          <Figure key={label} label={label} value={totals[label]} href={href} todo={label !== informational} />
        ))}
      </dl>
      <p className="adm-version muted">{stats ? `程序版本 ${stats.version}` : ""}</p>
    </>
  )
}

const Figure = ({ label, value, href, todo = false }: { label: string; value: number | undefined; href?: string; todo?: boolean }) => (
  <div className="card">
    <dt>{label}</dt>
    <dd className="num">
      {value === undefined ? (
        <Skeleton width={72} height={34} />
      ) : href ? (
        <Link href={href} className={todo && value > 0 ? "todo" : undefined} aria-label={`${count(value)} ${label}`}>
          {count(value)}
        </Link>
      ) : (
        count(value)
      )}
    </dd>
  </div>
)
