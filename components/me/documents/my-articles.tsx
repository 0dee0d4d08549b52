"use client"

import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/enums"
import { count } from "@/lib/domain/format"
import type { MyArticle } from "@/lib/view/me/my-article"
import { paths } from "@/lib/domain/path"
import { BatchBar, RowTick } from "../list/batch-bar"
import { useBatch } from "../list/use-batch"
import { useSelection } from "../list/use-selection"

const tones: Record<number, string> = { [ReviewStatus.pending]: "warn", [ReviewStatus.approved]: "ok", [ReviewStatus.rejected]: "bad" }

/** Own articles: status, reason of a rejection, deletion. */
export const MyArticles = ({ articles, now }: { articles: MyArticle[]; now: number }) => {
  const feedback = useFeedback()
  const { busy, act } = useBatch()
  const selection = useSelection(articles.map(({ id }) => id))

  const ask = async (ids: number[], title: string) => {
    const agreed = await feedback.confirm({ title, content: "删除后读者不能再打开。", okText: "删除", danger: true })
    if (agreed && (await act(ids, () => api("DELETE /article", { id: ids }), ids.length > 1 ? `已删除 ${ids.length} 篇文章` : "删除成功")))
      selection.clear()
  }
  return (
    <>
      <BatchBar selection={selection} unit="篇">
        <button
          type="button"
          className="bt sm danger"
          disabled={selection.ids.length === 0}
          onClick={() => void ask(selection.ids, `删除选中的 ${selection.ids.length} 篇文章`)}
        >
          <Icon name="trash" small />
          删除
        </button>
      </BatchBar>
      <ul className="card up-rows">
        {articles.map((article) => (
          <li key={article.id} className="up-li ticked flat" aria-busy={busy.includes(article.id)}>
            <RowTick selection={selection} id={article.id} title={article.title} />
            <div>
              <h2>
                <Link href={paths.article(article.identifier || article.id)}>{article.title}</Link>
              </h2>
              {article.status === ReviewStatus.rejected && article.reject_reason && (
                <p className="why">未通过原因：{article.reject_reason}</p>
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
              <button
                type="button"
                className="ib"
                disabled={busy.includes(article.id)}
                aria-label={`删除《${article.title}》`}
                title="删除"
                onClick={() => void ask([article.id], `删除《${article.title}》`)}
              >
                <Icon name="trash" />
              </button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
