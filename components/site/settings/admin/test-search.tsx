"use client"

import { useMay } from "@/components/providers/use-may"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { ActionButton, ActionCard } from "./action-card"
import { useCheck } from "./use-check"

type SearchCheck = Output<"GET /config/search/test">

const sentenceOf = ({ engine, error, entries, waiting, milliseconds }: SearchCheck): string => {
  if (error) return `${engine} ${error}。`
  const late = waiting > 0 ? `，其中 ${count(waiting)} 份刚改过，还没有排好` : ""
  return `${engine} 正常：索引里有 ${count(entries)} 份文档和文章${late}，搜索一次用了 ${milliseconds} 毫秒。`
}

/** Queries the search engine once, and displays its answer or why it is unavailable. */
export const TestSearch = () => {
  const may = useMay()
  const { result, busy, refusal, check } = useCheck(() => api("GET /config/search/test", {}))
  if (!may("ConfigAPI/TestSearch")) return null
  return (
    <ActionCard title="搜索引擎" text="问一次搜索引擎：它在不在，索引里有多少内容，搜索一次要多久。" refusal={refusal}>
      <ActionButton busy={busy} onClick={() => void check()}>
        {busy ? "正在检查" : "检查搜索引擎"}
      </ActionButton>
      {result ? (
        <p className={result.error ? "st bad" : "st ok"} role="status">
          {sentenceOf(result)}
        </p>
      ) : null}
    </ActionCard>
  )
}
