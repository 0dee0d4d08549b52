import type { Article, RelatedArticle } from "../../contract/types"
import { articleBody, type Heading } from "./article-body"
import { articleRowOf, type ArticleListRow } from "./article-row"
import type { Headline } from "../site/home"
import { pick } from "../pick"

const facts = ["favorite_count", "comment_count", "status", "reject_reason", "notice", "source", "source_url"] as const
const author = ["id", "username", "avatar", "signature"] as const

/** The data of an article's page. */
export type ArticlePage = ArticleListRow &
  Pick<Article, (typeof facts)[number]> & {
    /** the body as final HTML, and its table of contents, which is empty for short articles */
    html: string
    headings: Heading[]
    minutes: number
    /** the picture above the body; "" if the body begins with it */
    cover: string
    recommended: boolean
    /** from the root down, at most three */
    categories: { id: number; title: string }[]
    user: Pick<NonNullable<Article["user"]>, (typeof author)[number]> | null
    related: Headline[]
    others: Headline[]
    previous: Headline | null
    next: Headline | null
  }

type Around = { related: RelatedArticle[]; others: Article[]; previous: RelatedArticle | null; next: RelatedArticle | null }

const headlineOf = ({ id, identifier, title, created_at }: RelatedArticle | Article): Headline => ({ id, identifier, title, created_at })

/** Reading speed in characters per minute. */
const pace = 400

/** Returns categories as a path from the root, each after its parent; the first path if there are several. */
const wayOf = (categories: Article["category"]) => {
  const way: Article["category"] = []
  let next = categories.find((one) => !categories.some(({ id }) => id === one.parent_id))
  while (next && way.length < 3) {
    const last = next
    way.push(last)
    next = categories.find((one) => one.parent_id === last.id)
  }
  return way.map(({ id, title }) => ({ id, title }))
}

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, "").trim()

/** Returns an article's cover, unless its body begins with that picture. */
const coverOf = ({ cover, content }: Article): string =>
  cover && withoutTags(content.slice(0, Math.max(0, content.indexOf(`src="${cover}"`) - 5))) ? cover : ""

export const articlePageOf = (article: Article, { related, others, previous, next }: Around): ArticlePage => {
  const { html, headings } = articleBody(article.content)
  const letters = article.content.replace(/<[^>]*>|\s+/g, "").length
  return {
    ...articleRowOf(article),
    ...pick(article, facts),
    cover: coverOf(article),
    html,
    headings: headings.length > 1 ? headings : [],
    minutes: Math.max(1, Math.round(letters / pace)),
    recommended: article.recommend_at !== null,
    categories: wayOf(article.category),
    user: article.user && pick(article.user, author),
    related: related.slice(0, 8).map(headlineOf),
    others: others
      .filter(({ id }) => id !== article.id)
      .slice(0, 5)
      .map(headlineOf),
    previous: previous && headlineOf(previous),
    next: next && headlineOf(next),
  }
}
