import { Highlight } from "@/components/ui/highlight"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import type { ArticleListRow as Row } from "@/lib/view/articles/article-row"
import type { DisplayHit } from "@/lib/view/library/search-hit"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { Author } from "./author"

export const ArticleRow = ({ article, now, hit }: { article: Row; now: number; hit?: DisplayHit }) => (
  <li>
    {article.cover ? <img src={article.cover} alt="" width={144} height={96} loading="lazy" decoding="async" /> : null}
    <h2 className="article-title">
      {article.notice > 0 ? (
        <Link className="tag warn" href="/article?is_notice=1" title="网站公告">
          公告
        </Link>
      ) : null}
      <Link href={paths.article(article.identifier || article.id)}>{hit ? <Highlight text={hit.title} /> : article.title}</Link>
      {article.recommended ? <span className="tag pri">推荐</span> : null}
    </h2>
    {hit?.snippet || article.description ? <p>{hit ? <Highlight text={hit.snippet || hit.description} /> : article.description}</p> : null}
    <div className="meta">
      <Author article={article} />
      <Time value={article.created_at} now={now} />
      <span>{count(article.view_count)} 次阅读</span>
      {article.favorite_count > 0 ? <span>{count(article.favorite_count)} 收藏</span> : null}
      {article.comment_count > 0 ? <span>{count(article.comment_count)} 评论</span> : null}
    </div>
  </li>
)
