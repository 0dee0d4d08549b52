"use client"

import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"
import { RunCard } from "./run-card"

const question = {
  title: "重建全文索引",
  content: "所有文档和文章重新编入索引，很多时要几分钟到几小时；这期间照常可以搜索。",
  okText: "重建",
}
const readStats = () => api("GET /stats")

/** Rebuilds the search index, for example after switching the engine. The index follows every change automatically. */
export const RebuildIndex = () => {
  const { data } = useAnswer(readStats)
  const indexText = data ? `索引里有 ${count(data.index_document_count)} 份文档和文章。` : ""
  return (
    <RunCard
      title="全文索引"
      text={`${indexText}内容改动时自动更新；更换搜索引擎，或者绕过网站改了数据以后，可以在这里重建。`}
      right="DocumentAPI/RenewDocumentIndex"
      act="重建索引"
      question={question}
      run={() => api("PUT /renew/document/index")}
      done="提交成功，索引正在重建"
    />
  )
}
