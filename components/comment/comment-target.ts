import type { Comment } from "@/lib/contract/types"

/** What is commented on. `type` 0 a document, 1 an article; `pages` > 0 lets a comment speak of one page. */
export type CommentTarget = { id: number; type: number; authorId: number; pages: number; path: string }

/** Newest or oldest first. */
export type CommentOrder = "id desc" | "id asc"

/** An answer, and whom it answers. */
export type Reply = Comment & { to: string }
export type Thread = { comment: Comment; replies: Reply[] }

/** Top-level comments of a page of the list. */
export const threadsPerPage = 20
/** Where the comments stand, for links that lead to them. */
export const commentsId = "comments"

export const authorOf = ({ user }: Comment): string => user?.username || "已注销用户"

/** Every answer below its top-level comment, oldest first, however deep it hangs in the tree. */
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
