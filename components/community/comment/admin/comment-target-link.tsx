import { commentsId } from "@/components/community/comment/comment-target"
import { Link } from "@/components/ui/link"
import { ContentKind } from "@/lib/contract/library/content.enums"
import type { Comment } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

/** Returns the URL of a comment: the comments of its document or article, or the page that it refers to. */
export const commentUrl = ({ type, document_uuid, page }: Pick<Comment, "type" | "document_uuid" | "page">): string => {
  const path = type === ContentKind.article ? paths.article(document_uuid) : paths.document(document_uuid)
  return `${path}#${page > 0 ? `page=${page}` : commentsId}`
}

export const CommentTargetLink = ({ comment }: { comment: Pick<Comment, "type" | "document_uuid" | "document_title" | "page"> }) =>
  comment.document_uuid ? (
    <span className="adm-place">
      <Link className="cut lk" href={commentUrl(comment)} target="_blank" title={comment.document_title}>
        {comment.document_title}
      </Link>
      {comment.page > 0 ? <small className="muted num">第 {comment.page} 页</small> : null}
    </span>
  ) : (
    <span className="muted">{comment.document_title}</span>
  )
