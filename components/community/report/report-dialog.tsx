"use client"

import { ReportKind } from "@/lib/contract/community/report.enums"
import { paths } from "@/lib/rules/path"
import { useDocumentStore } from "../../providers/document-state"
import { ReportForm } from "./report-form"

/** 举报文档, on the page of the document. */
export const ReportDialog = () => {
  const store = useDocumentStore()
  const { id, uuid, title } = store.getState()
  return (
    <ReportForm
      target={{ type: ReportKind.document, id, title, path: paths.document(uuid) }}
      about={uuid}
      onClose={() => store.getState().set({ dialog: "" })}
    />
  )
}
