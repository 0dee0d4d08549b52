"use client"

import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Comment } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { authorOf, type CommentTarget } from "./comment-target"
import type { MouseEvent } from "react"
import { WithCall } from "@/components/ui/with-call"

/** 第 3 页: scrolls the reader to the page of the comment. */
const PageChip = ({ page }: { page: number }) => {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // the reader follows the URL hash; setting the same page again would fire no event
    history.replaceState(history.state, "", `#page=${page}`)
    window.dispatchEvent(new HashChangeEvent("hashchange"))
  }
  return (
    <a className="page-chip" href={`#page=${page}`} onClick={go}>
      第 {page} 页
    </a>
  )
}

type Props = {
  comment: Comment
  target: CommentTarget
  now: number
  /** name of the user being replied to */
  to?: string
  onReply?: () => void
  onDelete?: () => void
  onReport?: () => void
}

const Name = ({ comment }: { comment: Comment }) =>
  comment.user && comment.user.id > 0 ? (
    <Link href={paths.user(comment.user.id)}>{comment.user.username}</Link>
  ) : (
    <span>{authorOf(comment)}</span>
  )

/** One comment: author, time, text and actions. */
export const CommentRow = ({ comment, target, now, to = "", onReply, onDelete, onReport }: Props) => (
  <article className={to ? "cm reply" : "cm"} aria-label={`${authorOf(comment)}的${to ? "回复" : "评论"}`}>
    <Avatar name={authorOf(comment)} src={comment.user?.avatar ?? ""} size={to ? 22 : 32} />
    <div>
      <p className="who">
        <b>
          <Name comment={comment} />
        </b>
        {comment.user_id === target.authorId && target.authorId > 0 && <span className="tag">作者</span>}
        {comment.status !== ReviewStatus.approved && <span className="tag warn">{ReviewStatus.labelOf(comment.status)}，仅自己可见</span>}
        <Time value={comment.created_at} now={now} />
        {comment.page > 0 && <PageChip page={comment.page} />}
      </p>
      <p className="words">
        {to && <span className="to">@{to} </span>}
        {comment.content}
      </p>
      {(onReply || onDelete || onReport) && (
        <p className="acts">
          {onReply && (
            <button type="button" className="more" aria-label={`回复 ${authorOf(comment)}`} onClick={onReply}>
              回复
            </button>
          )}
          {onDelete && (
            <button type="button" className="more" aria-label={`删除${authorOf(comment)}的${to ? "回复" : "评论"}`} onClick={onDelete}>
              删除
            </button>
          )}
          {onReport && (
            <WithCall call="POST /report" field="type">
              <button type="button" className="more" aria-label={`举报${authorOf(comment)}的${to ? "回复" : "评论"}`} onClick={onReport}>
                举报
              </button>
            </WithCall>
          )}
        </p>
      )}
    </div>
  </article>
)
