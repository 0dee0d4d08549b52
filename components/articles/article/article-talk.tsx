"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useSession } from "@/components/providers/session"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"

const Coming = () => <div className="talk-coming" aria-busy="true" />

/** Comments are below the article and loaded after hydration. */
const Comments = dynamic(() => import("@/components/community/comment/comments").then((module) => module.Comments), {
  ssr: false,
  loading: Coming,
})

type Props = { id: number; identifier: string; authorId: number; comments: number }

/** Readers' comments on the article. */
export const ArticleTalk = ({ id, identifier, authorId, comments }: Props) => {
  const alive = useSession((state) => state.ready)
  const [commentCount, setShown] = useState(comments)
  return (
    <section className="sec talk" aria-labelledby="talk-title">
      <div className="sec-h">
        <h2 id="talk-title">评论</h2>
        {commentCount > 0 && <span className="meta">{count(commentCount)} 条</span>}
      </div>
      <div className="card pad">
        {alive ? (
          <Comments
            target={{ id, type: ContentKind.article, authorId, pages: 0, path: paths.article(identifier) }}
            onCount={(difference) => setShown((before) => Math.max(0, before + difference))}
          />
        ) : (
          <Coming />
        )}
      </div>
    </section>
  )
}
