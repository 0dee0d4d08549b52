"use client"

import { useMemo } from "react"
import { useOffers } from "@/components/providers/settings"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"

/** Names the recommended words without results, which visitors do not see. `saved`: the saved words; other ones are not known yet. */
export const RecommendedWords = ({ saved }: { saved: string }) => {
  const has = useOffers()
  const offered = has("GET /search/recommended")
  const { data, failure } = useAnswer(useMemo(() => (offered && saved ? () => api("GET /search/recommended") : null), [offered, saved]))
  const useless = saved && data && !failure ? data.word.filter(({ useful }) => !useful) : []
  if (useless.length === 0) return null
  return (
    <span className="st bad" role="status">
      “{useless.map(({ word }) => word).join("”“")}”现在搜不到文档，网站上暂时不显示。
    </span>
  )
}
