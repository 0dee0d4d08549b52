"use client"

import { Skeleton } from "@/components/ui/skeleton"
import { RefusalNote } from "@/components/ui/refusal-note"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { waitText } from "@/lib/view/operations/time-left"

type Figures = Output<"GET /review/figures">
const readFigures = () => api("GET /review/figures", {})
const share = ({ approved, decided }: Pick<Figures, "approved" | "decided">): string =>
  decided > 0 ? `${Math.round((100 * approved) / decided)}%` : "—"

/** 审核统计: each reviewer's decisions in the review queue in the last 30 days, and the median waiting time of the items. */
export const ReviewFigures = () => {
  const { data: figures, failure } = useAnswer(readFigures, "审核统计没有读到")
  return (
    <section className="card adm-review-figures" aria-label="审核统计">
      <h1>最近 30 天</h1>
      <RefusalNote text={failure} />
      {figures ? (
        <table>
          <thead>
            <tr>
              <th scope="col">审核员</th>
              <th scope="col">审核</th>
              <th scope="col">通过</th>
              <th scope="col">等待中位数</th>
            </tr>
          </thead>
          <tbody>
            {figures.reviewer.map((row) => (
              <tr key={row.user_id}>
                <th scope="row">{row.username || "已注销用户"}</th>
                <td>{count(row.decided)}</td>
                <td>{share(row)}</td>
                <td>{waitText(row.median_seconds)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">全部</th>
              <td>{count(figures.decided)}</td>
              <td>{share(figures)}</td>
              <td>{waitText(figures.median_seconds)}</td>
            </tr>
          </tbody>
        </table>
      ) : failure ? null : (
        <Skeleton height={160} />
      )}
    </section>
  )
}
