"use client"

import { useMemo } from "react"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"

/** Names the recommended words without results, which visitors do not see. `saved`: the saved words; other ones are not known yet. */
export const RecommendedWords = ({ saved }: { saved: string }) => {
  const { data, failure } = useAnswer(useMemo(() => (saved ? () => api("GET /search/recommended") : null), [saved]))
  const useless = saved && data && !failure ? data.word.filter(({ useful }) => !useful) : []
  if (useless.length === 0) return null
  return (
    <span className="st bad" role="status">
      “{useless.map(({ word }) => word).join("”“")}”现在搜不到文档，网站上暂时不显示。
    </span>
  )
}
