import type { Comment } from "@/lib/contract/types"

/** The target of comments. `type` 0 is a document, 1 an article; with `pages` > 0 a comment may refer to a page. */
export type CommentTarget = { id: number; type: number; authorId: number; pages: number; path: string }

/** Newest or oldest first. */
export type CommentOrder = "id desc" | "id asc"

/** A reply and the author it replies to. */
export type CommentReply = Comment & { to: string }
export type Thread = { comment: Comment; replies: CommentReply[] }

/** Top-level comments per page of the list. */
export const threadsPerPage = 20
/** The element id of the comments, for links. */
export const commentsId = "comments"

export const authorOf = ({ user }: Comment): string => user?.username || "已注销用户"

/** Groups all replies, at any depth, below their top-level comment, oldest first. */
export const threadsOf = (tops: Comment[], answers: Comment[]): Thread[] => {
  const byId = new Map([...tops, ...answers].map((row) => [row.id, row]))
  const topOf = (row: Comment): number => {
    const parent = byId.get(row.parent_id)
    return parent ? topOf(parent) : row.id
  }
  return tops.map((comment) => ({
    comment,
    replies: answers
      .filter((answer) => topOf(answer) === comment.id)
      .toSorted((a, b) => a.id - b.id)
      .map((answer) => ({ ...answer, to: authorOf(byId.get(answer.parent_id) ?? comment) })),
  }))
}
