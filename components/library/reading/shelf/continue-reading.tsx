"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { useSession } from "@/components/providers/session"
import { unfinishedDocuments } from "../store/last-page"

const ReadingShelf = dynamic(() => import("./reading-shelf").then((module) => module.ReadingShelf), { ssr: false })

/**
 * 继续阅读: documents begun in this browser, or anywhere by this user. The first script sets whether there are some (`data-reader`), so that
 * the cached page reserves the room before it is painted; the code loads only then, or with a session.
 */
export const ContinueReading = ({ className = "" }: { className?: string }) => {
  const user = useSession((state) => state.user?.id ?? 0)
  const [some, setSome] = useState(false)
  useEffect(() => setSome(unfinishedDocuments().length > 0), [])
  return (
    <div className={`half-read reading-shelf ${className}`.trimEnd()}>
      {some || user > 0 ? <ReadingShelf key={user} user={user} /> : null}
    </div>
  )
}
