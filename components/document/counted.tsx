"use client"

import { count } from "@/lib/domain/format"
import { useDocumentState } from "./document-state"

/** 1,204 次下载; with the numbers that the page was drawn with, then with those of today. */
export const DownloadCount = () => {
  const downloads = useDocumentState((state) => state.downloads)
  return downloads > 0 ? <span>{count(downloads)} 次下载</span> : null
}

export const ViewCount = () => {
  const views = useDocumentState((state) => state.views)
  return views > 0 ? <span className="desk-only">{count(views)} 次浏览</span> : null
}

/** The same as a row of facts. */
export const CountedRow = ({ what, label }: { what: "views" | "downloads"; label: string }) => {
  const value = useDocumentState((state) => state[what])
  if (value === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd className="num">{count(value)} 次</dd>
    </>
  )
}
