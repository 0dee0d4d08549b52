"use client"

import { useState } from "react"
import { useRead } from "@/components/ui/use-read"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"

type Counts = { views: number; comments: number }

/**
 * 1,204 次阅读 with the number of comments: first as rendered, possibly hours ago, then the current numbers. Reading an article by its
 * identifier counts a view.
 */
export const ArticleCounts = ({ identifier, views, comments }: Counts & { identifier: string }) => {
  const [now, setNow] = useState<Counts>({ views, comments })
  useRead(() => {
    void api("GET /article", { identifier }).then((reply) => {
      if (reply.ok) setNow({ views: reply.data.view_count, comments: reply.data.comment_count })
    })
  })
  return (
    <>
      <span>{count(now.views)} 次阅读</span>
      {now.comments > 0 ? <a href="#comments">{count(now.comments)} 条评论</a> : null}
    </>
  )
}
