"use client"

import { useRef, useState } from "react"
import "@/app/styles/community/comment.css"
import { useSession } from "@/components/providers/session"
import { useWriter } from "@/components/providers/use-writer"
import { CommentForm, type SubmittedComment } from "./comment-form"
import { CommentList } from "./comment-list"
import { type CommentOrder, commentsId, type CommentTarget } from "./comment-target"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { useThreads } from "./use-threads"
import { useWaiting } from "./use-waiting"
import { LoginLink } from "@/components/people/account/login/login-link"

/** The login prompt for visitors, in the position and height of the form. */
const LoginPrompt = () => (
  <div className="comment-login anonymous-only">
    <p>登录后就能发表点评、回复别人</p>
    <LoginLink className="bt soft">登录</LoginLink>
  </div>
)

type Props = { target: CommentTarget; onCount: (difference: number) => void }

/** The comments of a document or article. Writing requires a login; comments in review are visible to their author only. */
export const Comments = ({ target, onCount }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const user = useSession((state) => state.user)
  const writer = useWriter()
  const [page, setPage] = useState(1)
  const [order, setOrder] = useState<CommentOrder>("id desc")
  const { shown: threadList, reload } = useThreads(box, target, page, order)
  const [waiting, setWaiting] = useWaiting(target, user?.id ?? 0, threadList.phase !== "waiting")

  const onSent = ({ id, content, page: about, status }: SubmittedComment, parent = 0) => {
    if (status === ReviewStatus.approved) {
      onCount(1)
      if (!parent) setPage(order === "id desc" ? 1 : Math.max(1, page))
      return reload()
    }
    if (!user) return
    const now = new Date().toISOString()
    setWaiting([
      {
        id,
        parent_id: parent,
        document_id: target.id,
        document_title: "",
        document_uuid: "",
        type: target.type,
        content,
        page: about,
        status,
        comment_count: 0,
        user_id: user.id,
        user,
        created_at: now,
        updated_at: now,
      },
      ...waiting,
    ])
  }
  const onDeleted = (id: number) => {
    const unseen = waiting.some((row) => row.id === id)
    setWaiting(waiting.filter((row) => row.id !== id))
    if (unseen) return
    onCount(-1)
    // after deleting the last comment of a page, go to the previous page
    if (threadList.threads.length === 1 && threadList.threads[0]?.comment.id === id && page > 1) setPage(page - 1)
    else reload()
  }
  const turn = (next: number) => {
    setPage(next)
    box.current?.scrollIntoView({ block: "start" })
  }

  return (
    <div ref={box} id={commentsId} className="comments">
      <div className="comment-write">
        {writer ? <CommentForm key={writer} writer={writer} target={target} onSent={(sent) => onSent(sent)} /> : <LoginPrompt />}
      </div>
      <CommentList
        target={target}
        writer={writer}
        threadList={threadList}
        waiting={waiting}
        page={page}
        order={order}
        onOrder={(next) => {
          setOrder(next)
          setPage(1)
        }}
        onPage={turn}
        onSent={onSent}
        onDeleted={onDeleted}
        onAgain={reload}
      />
    </div>
  )
}
