"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import type { MyDocument } from "@/lib/view/me/my-document"
import { BatchBar, RowTick } from "../list/batch-bar"
import { MyDocumentRow } from "./my-document-row"
import { useBatch } from "../list/use-batch"
import { useLiveDocuments } from "./use-live-documents"
import { useSelection } from "../list/use-selection"

const DocumentEditor = dynamic(() => import("./document-editor").then((module) => module.DocumentEditor), { ssr: false })

type Props = { documents: MyDocument[]; now: number; level: "h2" | "h3"; batch?: boolean }

/** Own documents; their status is updated live. `batch` adds checkboxes and batch actions. */
export const MyDocuments = ({ documents, now, level, batch = false }: Props) => {
  const feedback = useFeedback()
  const { busy, act } = useBatch()
  const [edited, setEdited] = useState<MyDocument | null>(null)
  const live = useLiveDocuments(documents)
  const selection = useSelection(documents.map(({ id }) => id))

  const retry = ({ id }: MyDocument) => void act([id], () => api("PUT /document/retry", { id }), "已重新排队，转换完成后自动显示")
  const ask = async (ids: number[], title: string) => {
    const agreed = await feedback.confirm({
      title,
      content: "别人将不能再阅读和下载。上传时得到的奖励可能会扣回。",
      okText: "删除",
      danger: true,
    })
    if (agreed && (await act(ids, () => api("DELETE /document", { id: ids }), ids.length > 1 ? `已删除 ${ids.length} 份文档` : "删除成功")))
      selection.clear()
  }
  return (
    <>
      {batch && (
        <BatchBar selection={selection} unit="份">
          <button
            type="button"
            className="bt sm danger"
            disabled={selection.ids.length === 0}
            onClick={() => void ask(selection.ids, `删除选中的 ${selection.ids.length} 份文档`)}
          >
            <Icon name="trash" small />
            删除
          </button>
        </BatchBar>
      )}
      <ul className="card up-rows">
        {live.map((document) => (
          <MyDocumentRow
            key={document.id}
            document={document}
            now={now}
            level={level}
            busy={busy.includes(document.id)}
            tick={batch ? <RowTick selection={selection} id={document.id} title={document.title} /> : undefined}
            onEdit={setEdited}
            onRetry={retry}
            onDelete={({ id, title }) => void ask([id], `删除《${title}》`)}
          />
        ))}
      </ul>
      {edited && <DocumentEditor document={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
