"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { ContentKind } from "@/lib/contract/enums"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"

/** Below the article, and loaded once the page is alive. */
const Comments = dynamic(() => import("@/components/comment/comments").then((module) => module.Comments), {
  ssr: false,
  loading: () => <div className="talk-coming" aria-busy="true" />,
})

type Props = { id: number; identifier: string; authorId: number; comments: number }

/** What readers say about the article. */
export const ArticleTalk = ({ id, identifier, authorId, comments }: Props) => {
  const [shown, setShown] = useState(comments)
  return (
    <section className="sec talk" aria-labelledby="talk-title">
      <div className="sec-h">
        <h2 id="talk-title">评论</h2>
        {shown > 0 && <span className="meta">{count(shown)} 条</span>}
      </div>
      <div className="card pad">
        <Comments
          target={{ id, type: ContentKind.article, authorId, pages: 0, path: paths.article(identifier) }}
          onCount={(difference) => setShown((before) => Math.max(0, before + difference))}
        />
      </div>
    </section>
  )
}
