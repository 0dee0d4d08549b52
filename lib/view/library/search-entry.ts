import type { Output } from "../../contract/types"
import { paths } from "../../rules/path"
import { articleRowOf, type ArticleListRow } from "../articles/article-row"
import { rowOf, type DocumentListRow } from "./document-card"
import { hitOf, pageHref, type DisplayHit } from "./search-hit"
import { relatedKeywords } from "./list/related-keywords"

type Entry = Output<"GET /search">["document"][number]

/** A document or article in a mixed list, with marked texts (`lib/rules/marked.ts`). `pageHref` opens the page of the match; "" = none. */
export type EntryRow = Pick<Entry, "id" | "title" | "snippet" | "page" | "ext" | "pages" | "username" | "created_at"> & {
  isArticle: boolean
  href: string
  pageHref: string
}

/** The results of a search. `related`: keywords of the results on the page. */
export type SearchResults = Summary & { related: string[] } & (
    | { kind: "document"; documents: DocumentListRow[]; hits: DisplayHit[] }
    | { kind: "article"; articles: ArticleListRow[]; hits: DisplayHit[] }
    | { kind: "both"; entries: EntryRow[] }
  )

/**
 * `corrected`: the query that was searched instead; `relaxed`: the results match only some of the words; `record`: what the page reports
 * when it is shown.
 */
type Summary = Pick<
  Output<"GET /search">,
  "total" | "total_approximate" | "sampled" | "omission" | "spend" | "corrected" | "relaxed" | "record"
>
const summaryOf = ({ total, total_approximate, sampled, omission, spend, corrected, relaxed, record }: Summary) => ({
  total,
  total_approximate,
  sampled,
  omission,
  spend,
  corrected,
  relaxed,
  record,
})

export const foundDocuments = (reply: Output<"GET /document/search">, wd: string): SearchResults => ({
  ...summaryOf(reply),
  kind: "document",
  documents: reply.document.map(rowOf),
  hits: reply.document.map((one) => hitOf(one, reply.corrected || wd)),
  related: relatedKeywords(reply.document, wd),
})

export const foundArticles = (reply: Output<"GET /article/search">, wd: string): SearchResults => ({
  ...summaryOf(reply),
  kind: "article",
  articles: reply.article.map(articleRowOf),
  hits: reply.article.map((one) => hitOf(one, reply.corrected || wd)),
  related: relatedKeywords(reply.article, wd),
})

export const foundBoth = (reply: Output<"GET /search">, wd: string): SearchResults => ({
  ...summaryOf(reply),
  kind: "both",
  entries: reply.document.map((one) => entryOf(one, reply.corrected || wd)),
  related: relatedKeywords(reply.document, wd),
})

const entryOf = (entry: Entry, wd: string): EntryRow => {
  const { id, page, ext, pages, username, created_at, uuid, identifier } = entry
  const isArticle = entry.doc_type === 1
  return {
    id,
    page,
    ext,
    pages,
    username,
    created_at,
    isArticle,
    title: withEm(entry.title),
    snippet: withEm(entry.snippet || entry.description),
    href: isArticle ? paths.article(identifier || id) : paths.document(uuid || id),
    pageHref: isArticle ? "" : pageHref({ uuid, page, snippet: withEm(entry.snippet) }, wd),
  }
}

/** Some servers highlight with <mark> instead of <em>. */
const withEm = (text: string): string => text.replace(/<(\/?)mark>/g, "<$1em>")
