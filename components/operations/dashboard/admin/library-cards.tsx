"use client"

import { useMay } from "@/components/providers/use-may"
import { badgeOf, kindOf, kinds } from "@/lib/contract/library/document.formats"
import type { Output } from "@/lib/contract/types"
import { BarsCard, type Bar } from "./bars-card"
import type { ReadAnswer } from "@/components/ui/use-answer"

const maxBars = 8

/** Merges extensions of the same format: .doc and .docx are both Word. */
const formatsOf = (formats: Output<"GET /dashboard">["format"]): Bar[] => {
  const bars = new Map<string, Bar & { ext: string[] }>()
  for (const { ext, count } of formats) {
    const kind = kindOf(ext)
    const isSeparate = kind === "other" || kind === "txt"
    const key = isSeparate ? ext : kind
    const bar = bars.get(key) ?? { key, label: isSeparate ? badgeOf(ext) : kinds[kind].label, value: 0, tone: kinds[kind].style, ext: [] }
    bars.set(key, { ...bar, value: bar.value + count, ext: [...bar.ext, ext] })
  }
  return [...bars.values()].toSorted((one, other) => other.value - one.value).slice(0, maxBars)
}

/** 按格式 and 按分类: the documents of the site by format and category. Each category links to the list of its documents. */
export const LibraryCards = ({ answer }: { answer: ReadAnswer<Output<"GET /dashboard">> }) => {
  const lists = useMay()("DocumentAPI/ListDocument")
  const counted = useMay()("DashboardAPI/GetDashboard")
  if (!counted) return null
  return (
    <>
      <BarsCard title="公开的文档，按格式" answer={answer} unit="份" empty="还没有公开的文档" bars={({ format }) => formatsOf(format)} />
      <BarsCard
        title="公开的文档，按分类"
        answer={answer}
        unit="份"
        empty="分类里还没有文档"
        bars={({ category }) =>
          category.slice(0, maxBars).map(({ id, title, count }) => ({
            key: String(id),
            label: title,
            value: count,
            ...(lists && { href: `/admin/document/list?category_id=${id}` }),
          }))
        }
      />
    </>
  )
}
