"use client"

import dynamic from "next/dynamic"
import { useMemo, useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { LoginLink } from "@/components/people/account/login/login-link"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { Empty } from "@/components/ui/empty"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { ReportKind } from "@/lib/contract/community/report.enums"
import type { Comment } from "@/lib/contract/types"
import { draftedReply } from "./comment-drafts"
import { CommentForm, type SubmittedComment } from "./comment-form"
import { CommentPager } from "./comment-pager"
import { CommentRow } from "./comment-row"
import { authorOf, type CommentOrder, type CommentTarget } from "./comment-target"
import type { ThreadList } from "./use-threads"

const ReportForm = dynamic(() => import("../report/report-form").then((module) => module.ReportForm), { ssr: false })

/** A comment of many lines is named by its first letters. */
const maxTitle = 40

type Props = {
  target: CommentTarget
  /** id of the user who writes, 0 for visitors */
  writer: number
  threadList: ThreadList
  /** the user's own comments in review */
  waiting: Comment[]
  page: number
  order: CommentOrder
  onOrder: (order: CommentOrder) => void
  onPage: (page: number) => void
  onSent: (sent: SubmittedComment, parent: number) => void
  onDeleted: (id: number) => void
  onAgain: () => void
}

const orders: { value: CommentOrder; label: string }[] = [
  { value: "id desc", label: "最新" },
  { value: "id asc", label: "最早" },
]

const useDelete = (onDeleted: (id: number) => void) => {
  const feedback = useFeedback()
  const { call } = useCall()
  return async (comment: Comment) => {
    const agreed = await feedback.confirm({
      title: "删除这条评论",
      content: comment.comment_count > 0 ? "别人的回复会留下。" : "删除后不能恢复。",
      okText: "删除",
      danger: true,
    })
    if (!agreed) return
    const deleted = await call(() => api("DELETE /comment", { id: [comment.id] }), { done: "删除成功", fallback: "删除失败" })
    if (deleted) onDeleted(comment.id)
  }
}

export const CommentList = ({ target, writer, threadList, waiting, page, order, onOrder, onPage, onSent, onDeleted, onAgain }: Props) => {
  const user = useSession((state) => state.user)
  const moderates = useMay()("CommentAPI/DeleteComment")
  const { id: targetId, type } = target
  // an unsent reply continues where it was
  const unsentReply = useMemo(() => draftedReply(writer, { id: targetId, type }), [writer, targetId, type])
  const [chosenReply, setAnswering] = useState<number | null>(null)
  const answering = writer ? (chosenReply ?? unsentReply) : 0
  const remove = useDelete(onDeleted)
  const [reported, setReported] = useState<Comment | null>(null)
  const { phase, threads, total, now, message } = threadList

  const row = (comment: Comment, to = "") => (
    <>
      <CommentRow
        comment={comment}
        target={target}
        now={now}
        to={to}
        onReply={user ? () => setAnswering(answering === comment.id ? 0 : comment.id) : undefined}
        onDelete={user && (user.id === comment.user_id || moderates) ? () => void remove(comment) : undefined}
        onReport={user && user.id !== comment.user_id ? () => setReported(comment) : undefined}
      />
      {answering === comment.id && (
        <CommentForm
          target={target}
          writer={writer}
          parent={{ id: comment.id, name: authorOf(comment) }}
          onCancel={() => setAnswering(0)}
          onSent={(sent) => {
            setAnswering(0)
            onSent(sent, comment.id)
          }}
        />
      )}
    </>
  )
  if (phase === "waiting")
    return (
      <div className="comment-wait" aria-busy="true">
        <Skeleton width="40%" />
        <Skeleton />
      </div>
    )
  if (phase === "failed" && threads.length === 0)
    return (
      <div className="comment-none" role="alert">
        <p>{message || "评论没有读到"}</p>
        <button type="button" className="bt sm" onClick={onAgain}>
          再试一次
        </button>
      </div>
    )
  return (
    <>
      {waiting.length > 0 && (
        <ul className="threads" aria-label="等待审核的评论">
          {waiting.map((comment) => (
            <li key={comment.id}>
              <CommentRow comment={comment} target={target} now={now} onDelete={() => void remove(comment)} />
            </li>
          ))}
        </ul>
      )}
      {total > 1 && (
        <div className="comment-order" role="group" aria-label="评论的顺序">
          {orders.map(({ value, label }) => (
            <button key={value} type="button" aria-pressed={order === value} onClick={() => onOrder(value)}>
              {label}
            </button>
          ))}
        </div>
      )}
      {threads.length > 0 ? (
        <ul className="threads" aria-label="评论">
          {threads.map(({ comment, replies }) => (
            <li key={comment.id}>
              {row(comment)}
              {replies.length > 0 && (
                <ul className="replies" aria-label={`对${authorOf(comment)}的回复`}>
                  {replies.map((reply) => (
                    <li key={reply.id}>{row(reply, reply.to)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      ) : (
        waiting.length === 0 && (
          <div className="comment-none">
            <Empty title="还没有评论" level="h3" action={user ? undefined : <LoginLink className="bt">登录后写第一条</LoginLink>}>
              读到有用的、看出有错的，都可以说一句。
            </Empty>
          </div>
        )
      )}
      <CommentPager page={page} total={total} onPage={onPage} />
      {reported && (
        <ReportForm
          target={{ type: ReportKind.comment, id: reported.id, title: reported.content.slice(0, maxTitle), path: target.path }}
          onClose={() => setReported(null)}
        />
      )}
    </>
  )
}
