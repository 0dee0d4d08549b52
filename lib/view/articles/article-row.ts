import type { Article } from "../../contract/types"
import { pick } from "../pick"

const facts = [
  "id",
  "identifier",
  "title",
  "description",
  "cover",
  "view_count",
  "favorite_count",
  "comment_count",
  "notice",
  "created_at",
] as const

/** An article in a list. */
export type ArticleListRow = Pick<Article, (typeof facts)[number]> & { recommended: boolean; author: string; author_id: number }

export const articleRowOf = (article: Article): ArticleListRow => ({
  ...pick(article, facts),
  recommended: article.recommend_at !== null,
  author: article.user?.username ?? "",
  author_id: article.user?.id ?? 0,
})
