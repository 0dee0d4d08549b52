"use client"

import { useCallback, useEffect, useState } from "react"
import { useMay } from "@/components/admin/use-may"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"

/** What is there, and what waits for somebody. */
export const Stats = () => {
  const may = useMay()
  const [stats, setStats] = useState<Output<"GET /stats"> | null>(null)
  const [reports, setReports] = useState<number | null>(null)
  const [failure, setFailure] = useState("")
  const mayReports = may("ReportAPI/ListReport")

  const load = useCallback(async () => {
    setFailure("")
    const [numbers, waiting] = await Promise.all([api("GET /stats"), mayReports ? api("GET /report/list", { status: [false], page: 1, size: 1 }) : null])
    if (numbers.ok) setStats(numbers.data)
    else setFailure(numbers.message)
    if (waiting?.ok) setReports(waiting.data.total)
  }, [mayReports])
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
      <dl className="adm-stats">
        {numbers.map(([label, value]) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd className="num">{value === undefined ? <Skeleton width={72} height={34} /> : count(value)}</dd>
          </div>
        ))}
        {mayReports ? (
          <div className="card">
            <dt>待处理的举报</dt>
            <dd className="num">
              {reports === null ? (
                <Skeleton width={72} height={34} />
              ) : (
                <Link href="/admin/report?status=false" className={reports > 0 ? "todo" : undefined}>
                  {count(reports)}
                </Link>
              )}
            </dd>
          </div>
        ) : null}
      </dl>
      <p className="adm-version muted">{stats ? `程序版本 ${stats.version}` : ""}</p>
    </>
  )
}
