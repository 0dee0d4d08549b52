"use client"

import { useEffect, useState } from "react"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

/** Names the recommended words without results, which visitors do not see. `saved`: the saved words; other ones are not known yet. */
export const RecommendedWords = ({ saved }: { saved: string }) => {
  const has = useOffers()
  const offered = has("GET /search/recommended")
  const [words, setWords] = useState<Output<"GET /search/recommended">["word"]>([])
  useEffect(() => {
    if (!offered || !saved) return setWords([])
    let alive = true
    void api("GET /search/recommended").then((reply) => alive && setWords(reply.ok ? reply.data.word : []))
    return () => void (alive = false)
  }, [offered, saved])
  const useless = words.filter(({ useful }) => !useful)
  if (useless.length === 0) return null
  return (
    <span className="st bad" role="status">
      “{useless.map(({ word }) => word).join("”“")}”现在搜不到文档，网站上暂时不显示。
    </span>
  )
}
