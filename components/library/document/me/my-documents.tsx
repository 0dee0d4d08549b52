"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useDeletionWarning } from "@/components/library/document/me/use-deletion-warning"
import { api } from "@/lib/api/client"
import type { MyDocument } from "@/lib/view/library/my-document"
import { RowTick } from "@/components/ui/my-list/batch-bar"
import { MyDocumentRow } from "./my-document-row"
import { useLiveDocuments } from "./use-live-documents"
import { useDeletion } from "@/components/ui/my-list/use-deletion"

const ShareLinksDialog = dynamic(() => import("../../sharing/share-links-dialog").then((module) => module.ShareLinksDialog), { ssr: false })
const DocumentEditor = dynamic(() => import("./document-editor").then((module) => module.DocumentEditor), { ssr: false })

type Props = { documents: MyDocument[]; now: number; level: "h2" | "h3"; batch?: boolean }

/** The user's own documents, with live status. `batch` adds checkboxes and batch actions. */
export const MyDocuments = ({ documents, now, level, batch = false }: Props) => {
  const [edited, setEdited] = useState<MyDocument | null>(null)
  const [shared, setShared] = useState<MyDocument | null>(null)
  const live = useLiveDocuments(documents)
  const { busy, act, selection, bar, deleteRow } = useDeletion({
    rows: documents,
    kind: "文档",
    unit: "份",
    warning: useDeletionWarning(),
    remove: (id) => api("DELETE /document", { id }),
  })
  const retry = ({ id }: MyDocument) => void act([id], () => api("PUT /document/retry", { id }), "已重新排队，转换完成后自动显示")
  return (
    <>
      {batch && bar}
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
            onShare={setShared}
            onRetry={retry}
            onDelete={deleteRow}
          />
        ))}
      </ul>
      {shared && <ShareLinksDialog document={shared} onClose={() => setShared(null)} />}
      {edited && <DocumentEditor document={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
