"use client"

import { useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/rules/path"
import { cleanText } from "@/lib/view/library/list/query"
import { searchHref, type SearchKind } from "@/lib/view/library/list/search-href"
import { readSearches } from "@/lib/view/library/search-history"

/** One line of the list: a search made in this browser, a popular search, or a title. */
export type SearchSuggestion = { kind: "history" | "hot" | "document" | "article"; text: string; href: string }

/** Debounce delay before the request (ms). */
const pause = 150

/** Returns suggestions: titles while the user types, otherwise earlier and popular searches. An older request is aborted. */
export const useSuggestions = (text: string, kind: SearchKind): { list: SearchSuggestion[]; forget: () => void } => {
  const wd = cleanText(text)
  const [history, setHistory] = useState(readSearches)
  const [suggestions, setSuggestions] = useState<SearchSuggestion[]>([])
  useEffect(() => {
    const giveUp = new AbortController()
    const ask = async () => {
      const reply = await api("GET /search/suggest", { wd, type: kind }, { signal: giveUp.signal })
      if (giveUp.signal.aborted) return
      setSuggestions(reply.ok ? linesOf(reply.data, kind) : [])
    }
    const timer = window.setTimeout(() => void ask(), wd ? pause : 0)
    return () => {
      window.clearTimeout(timer)
      giveUp.abort()
    }
  }, [wd, kind])
  const earlier = history.map((word): SearchSuggestion => ({ kind: "history", text: word, href: searchHref(word, kind) }))
  return {
    list: wd ? suggestions.filter((one) => one.kind !== "hot") : [...earlier, ...suggestions.filter((one) => one.kind === "hot")],
    forget: () => setHistory([]),
  }
}

type Reply = { suggestion: { text: string; doc_type: number; uuid: string; identifier: string }[]; hot: string[] }

const linesOf = ({ suggestion, hot }: Reply, kind: SearchKind): SearchSuggestion[] => [
  ...suggestion.map(({ text, doc_type, uuid, identifier }): SearchSuggestion =>
    doc_type === 1
      ? { kind: "article", text, href: identifier ? paths.article(identifier) : searchHref(text, 1) }
      : { kind: "document", text, href: uuid ? paths.document(uuid) : searchHref(text, 0) },
  ),
  ...hot.map((word): SearchSuggestion => ({ kind: "hot", text: word, href: searchHref(word, kind) })),
]
