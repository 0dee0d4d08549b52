"use client"

import { count } from "@/lib/rules/format"
import { useDocumentState } from "../../providers/document-state"

/** 1,204 次下载: first the number as rendered, then the current one. */
export const DownloadCount = () => {
  const downloads = useDocumentState((state) => state.downloads)
  return downloads > 0 ? <span>{count(downloads)} 次下载</span> : null
}

export const ViewCount = () => {
  const views = useDocumentState((state) => state.views)
  return views > 0 ? <span className="desk-only">{count(views)} 次浏览</span> : null
}
