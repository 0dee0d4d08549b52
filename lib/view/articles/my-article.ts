import type { Article } from "../../contract/types"
import { pick } from "../pick"

const counts = ["view_count", "favorite_count", "comment_count"] as const
const fields = ["id", "identifier", "title", "status", "reject_reason", ...counts, "created_at"] as const

/** One of the user's own articles in a list. */
export type MyArticle = Pick<Article, (typeof fields)[number]>

export const myArticleOf = (article: Article): MyArticle => pick(article, fields)
