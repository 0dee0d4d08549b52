"use client"

import { BusyButton } from "@/components/ui/busy-button"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { keywordsOf } from "@/lib/upload/rules"
import { termsOf, type UploadItem } from "@/lib/upload/item"
import { adopted } from "@/lib/upload/rows"
import { useUpload, useUploadStore } from "./upload-context"

/** Returns suggested keywords that are not applied yet. */
export const useNews = (item: UploadItem): string[] => {
  const terms = useUpload((state) => state.terms)
  const current = termsOf(item, terms).keywords
  return (item.suggestion?.keywords ?? []).filter((word) => !current.includes(word))
}

/** Suggests the title and keywords extracted from the file. One click applies them, even if the document already exists. */
export const RowSuggestion = ({ item }: { item: UploadItem }) => {
  const store = useUploadStore()
  const { busy, call } = useCall()
  const news = useNews(item)
  const { suggestion } = item
  if (!suggestion || !news.length || (item.phase !== "ready" && item.phase !== "done")) return null
  const part = adopted(item, store.getState().terms)
  const adopt = async () => {
    const ownTerms = part.own ?? {}
    if (item.phase === "done") {
      const input = {
        id: item.documentId,
        keywords: keywordsOf(ownTerms.keywords ?? []).join(","),
        ...(ownTerms.description && { description: ownTerms.description }),
        ...(ownTerms.language && { language: ownTerms.language }),
      }
      if (!(await call(() => api("PUT /document", input)))) return
    }
    store.getState().adopt(new Set([item.key]))
  }
  return (
    <div className="up-hint">
      <p>
        {part.title && part.title !== item.title && <span>标题：{part.title}</span>}
        <span>
          关键词：
          {news.map((word) => (
            <i key={word} className="tag">
              {word}
            </i>
          ))}
        </span>
      </p>
      <BusyButton className="sm soft" busy={busy} aria-label={`采用建议 ${item.title}`} onClick={() => void adopt()}>
        采用建议
      </BusyButton>
    </div>
  )
}
