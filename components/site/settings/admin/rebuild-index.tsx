"use client"

import { useEffect, useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"
import { ActionButton, ActionCard } from "./action-card"

const question = {
  title: "重建全文索引",
  content: "所有文档和文章重新编入索引，很多时要几分钟到几小时；这期间照常可以搜索。",
  okText: "重建",
}

/** Rebuilds the search index, for example after switching the engine. The index follows every change automatically. */
export const RebuildIndex = () => {
  const may = useMay()
  const has = useOffers()
  const feedback = useFeedback()
  const { busy, refusal, call } = useCall({ inline: true })
  const [entries, setEntries] = useState<number | null>(null)
  useEffect(() => {
    void api("GET /stats").then((reply) => reply.ok && setEntries(reply.data.index_document_count))
  }, [])
  if (!may("DocumentAPI/RenewDocumentIndex") || !has("PUT /renew/document/index")) return null
  const rebuild = async () => {
    if (await feedback.confirm(question)) await call(() => api("PUT /renew/document/index"), { done: "提交成功，索引正在重建" })
  }
  const indexText = entries === null ? "" : `索引里有 ${count(entries)} 份文档和文章。`
  return (
    <ActionCard
      title="全文索引"
      text={`${indexText}内容改动时自动更新；更换搜索引擎，或者绕过网站改了数据以后，可以在这里重建。`}
      refusal={refusal}
    >
      <ActionButton busy={busy} onClick={() => void rebuild()}>
        重建索引
      </ActionButton>
    </ActionCard>
  )
}
