import type { Article } from "../contract/types"

/** What a list shows of an article. */
export type ArticleRow = Pick<Article, "id" | "identifier" | "title" | "description" | "view_count" | "created_at"> & { author: string }

export const articleRowOf = ({ id, identifier, title, description, view_count, created_at, user }: Article): ArticleRow => ({
  id,
  identifier,
  title,
  description,
  view_count,
  created_at,
  author: user?.username ?? "",
})
