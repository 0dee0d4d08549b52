"use client"

import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { OfferedLink } from "@/components/ui/offered-link"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { DecisionKind } from "@/lib/contract/people/appeal.enums"
import { count } from "@/lib/rules/format"
import type { MyArticle } from "@/lib/view/articles/my-article"
import { paths } from "@/lib/rules/path"
import { RowTick } from "@/components/ui/my-list/batch-bar"
import { useDeletion } from "@/components/ui/my-list/use-deletion"

const tones: Record<number, string> = { [ReviewStatus.pending]: "warn", [ReviewStatus.approved]: "ok", [ReviewStatus.rejected]: "bad" }

/** The user's own articles: status, reason for a rejection, deletion. */
export const MyArticles = ({ articles, now }: { articles: MyArticle[]; now: number }) => {
  const { busy, selection, bar, deleteRow } = useDeletion({
    rows: articles,
    kind: "文章",
    unit: "篇",
    warning: "删除后读者不能再打开。",
    remove: (id) => api("DELETE /article", { id }),
  })
  return (
    <>
      {bar}
      <ul className="card up-rows">
        {articles.map((article) => (
          <li key={article.id} className="up-li ticked flat" aria-busy={busy.includes(article.id)}>
            <RowTick selection={selection} id={article.id} title={article.title} />
            <div>
              <h2>
                <Link href={paths.article(article.identifier || article.id)}>{article.title}</Link>
              </h2>
              {article.status === ReviewStatus.rejected && article.reject_reason && (
                <p className="why">
                  未通过原因：{article.reject_reason}{" "}
                  <OfferedLink className="lk" href={paths.myAppealsOf(DecisionKind.article)}>
                    去申诉
                  </OfferedLink>
                </p>
              )}
              <p className="meta">
                <span>{count(article.view_count)} 次阅读</span>
                <span>{count(article.favorite_count)} 收藏</span>
                <span>{count(article.comment_count)} 评论</span>
                <Time value={article.created_at} now={now} />
              </p>
            </div>
            <span className={`tag ${tones[article.status] ?? ""}`}>{ReviewStatus.labelOf(article.status)}</span>
            <span className="up-do">
              <Link className="ib" href={paths.editArticle(article.id)} aria-label={`编辑《${article.title}》`} title="编辑">
                <MoreIcon name="pencil" />
              </Link>
              <button
                type="button"
                className="ib"
                disabled={busy.includes(article.id)}
                aria-label={`删除《${article.title}》`}
                title="删除"
                onClick={() => deleteRow(article)}
              >
                <MoreIcon name="trash" />
              </button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
