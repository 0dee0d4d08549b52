"use client"

import "@/app/styles/library/document-admin.css"
import { Reasoned } from "@/components/library/document/admin/document-cells"
import { Link } from "@/components/ui/link"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Article } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

type ArticleFields = Pick<Article, "id" | "identifier" | "title" | "user_id" | "user" | "recommend_at" | "notice">

const authorOf = ({ user, user_id }: Pick<Article, "user" | "user_id">): string => user?.username || `用户 ${user_id}`

/** Title and author of an article. Without `link` the title is plain text: a deleted article cannot be opened. */
export const ArticleCell = ({ article, link = true }: { article: ArticleFields; link?: boolean }) => (
  <span className="adm-doc">
    <span className="adm-doc-words">
      {link ? (
        <Link className="cut name" href={paths.article(article.identifier)} target="_blank" title={article.title}>
          {article.title}
        </Link>
      ) : (
        <span className="cut name" title={article.title}>
          {article.title}
        </span>
      )}
      <span className="meta">
        <Link className="cut short" href={paths.user(article.user_id)} target="_blank">
          {authorOf(article)}
        </Link>
        {article.recommend_at ? <span className="tag pri">推荐</span> : null}
        {article.notice > 0 ? <span className="tag info">公告</span> : null}
      </span>
    </span>
  </span>
)

/** The CSS class of each review status. */
const reviewTones: Record<number, string> = {
  [ReviewStatus.pending]: "wait",
  [ReviewStatus.approved]: "ok",
  [ReviewStatus.rejected]: "bad",
}

/** The review status of an article, with the reason for a rejection. */
export const ReviewCell = ({ article }: { article: Pick<Article, "title" | "status" | "reject_reason"> }) => (
  <Reasoned
    reason={article.status === ReviewStatus.rejected ? article.reject_reason : ""}
    label={`${ReviewStatus.labelOf(article.status)}，${article.title}`}
  >
    <span className={`st ${reviewTones[article.status] ?? "off"}`}>{ReviewStatus.labelOf(article.status)}</span>
  </Reasoned>
)
