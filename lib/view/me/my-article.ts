import type { Article } from "../../contract/types"

/** An own article in a list. */
export type MyArticle = Pick<
  Article,
  "id" | "identifier" | "title" | "status" | "reject_reason" | "view_count" | "favorite_count" | "comment_count" | "created_at"
>

export const myArticleOf = ({
  id,
  identifier,
  title,
  status,
  reject_reason,
  view_count,
  favorite_count,
  comment_count,
  created_at,
}: Article): MyArticle => ({
  id,
  identifier,
  title,
  status,
  reject_reason,
  view_count,
  favorite_count,
  comment_count,
  created_at,
})
