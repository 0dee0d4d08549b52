"use client"

import dynamic from "next/dynamic"
import type { MyDocument } from "@/lib/view/library/my-document"
import { useDocumentState, useDocumentStore } from "../../providers/document-state"

const DocumentEditor = dynamic(() => import("@/components/library/document/me/document-editor").then((module) => module.DocumentEditor), {
  ssr: false,
})
const FolderDialog = dynamic(() => import("../../community/favorite/folder-dialog").then((module) => module.FolderDialog), { ssr: false })
const ReportDialog = dynamic(() => import("../../community/report/report-dialog").then((module) => module.ReportDialog), { ssr: false })
const VerdictDialog = dynamic(() => import("./staff/verdict-dialog").then((module) => module.VerdictDialog), { ssr: false })
const ShareLinksDialog = dynamic(() => import("../sharing/share-links-dialog").then((module) => module.ShareLinksDialog), { ssr: false })
const VersionsDialog = dynamic(() => import("./versions/versions-dialog").then((module) => module.VersionsDialog), { ssr: false })

/** Dialogs of the document page; the code of each loads when it opens. */
export const DocumentDialogs = ({ document }: { document: MyDocument }) => {
  const store = useDocumentStore()
  const dialog = useDocumentState((state) => state.dialog)
  if (dialog === "report") return <ReportDialog />
  if (dialog === "folder") return <FolderDialog />
  if (dialog === "reject" || dialog === "disable") return <VerdictDialog kind={dialog} />
  if (dialog === "versions") return <VersionsDialog />
  if (dialog === "shares") return <ShareLinksDialog document={document} onClose={() => store.getState().set({ dialog: "" })} />
  if (dialog === "editor") return <DocumentEditor document={document} onClose={() => store.getState().set({ dialog: "" })} />
  return null
}
