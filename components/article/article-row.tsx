import { Highlight } from "@/components/ui/highlight"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import type { ArticleRow as Row } from "@/lib/view/article-row"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"
import { Author } from "./author"

export const ArticleRow = ({ article, now }: { article: Row; now: number }) => (
  <li>
    <h2>
      <Link href={paths.article(article.identifier || article.id)}>
        <Highlight text={article.title} />
      </Link>
    </h2>
    {article.description ? (
      <p>
        <Highlight text={article.description} />
      </p>
    ) : null}
    <div className="meta">
      <Author article={article} />
      <Time value={article.created_at} now={now} />
      <span>{count(article.view_count)} 次阅读</span>
    </div>
  </li>
)
