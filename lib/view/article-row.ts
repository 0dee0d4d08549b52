import type { Article } from "../contract/types"

/** An article in a list. */
export type ArticleRow = Pick<Article, "id" | "identifier" | "title" | "description" | "view_count" | "created_at"> & {
  author: string
  author_id: number
}

export const articleRowOf = ({ id, identifier, title, description, view_count, created_at, user }: Article): ArticleRow => ({
  id,
  identifier,
  title,
  description,
  view_count,
  created_at,
  author: user?.username ?? "",
  author_id: user?.id ?? 0,
})
