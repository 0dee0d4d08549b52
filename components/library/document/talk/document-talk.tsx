"use client"

import { Comments } from "@/components/community/comment/comments"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { useDocumentState, useDocumentStore } from "@/components/providers/document-state"
import { Rating } from "./rating"

/** 评价与评论: readers' ratings and comments. */
export const DocumentTalk = ({ pages }: { pages: number }) => {
  const store = useDocumentStore()
  const comments = useDocumentState((state) => state.comments)
  const { id, uuid, ownerId } = store.getState()
  return (
    <section className="sec talk" aria-labelledby="talk-title">
      <div className="sec-h">
        <h2 id="talk-title">评价与评论</h2>
        {comments > 0 && <span className="meta">{count(comments)} 条</span>}
      </div>
      <div className="card pad">
        {/* a document without pages was not read */}
        {pages > 0 && <Rating />}
        <Comments
          target={{ id, type: ContentKind.document, authorId: ownerId, pages, path: paths.document(uuid) }}
          onCount={(difference) => store.getState().set({ comments: Math.max(0, store.getState().comments + difference) })}
        />
      </div>
    </section>
  )
}
