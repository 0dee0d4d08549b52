import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import { paths } from "@/lib/rules/path"
import { shortDay } from "@/lib/rules/time"
import type { Headline } from "@/lib/view/site/home"

/** The newest articles beside the shelf: title and date. */
export const ArticleHeadlines = ({ title, articles }: { title: string; articles: Headline[] }) =>
  articles.length > 0 ? (
    <section aria-labelledby="articles-title">
      <div className="h-s">
        <h2 id="articles-title">{title}</h2>
        <More href={paths.article()} />
      </div>
      <ul className="art">
        {articles.map((article) => (
          <li key={article.id}>
            <Link href={paths.article(article.identifier || article.id)}>{article.title}</Link>
            {article.created_at ? <time dateTime={article.created_at}>{shortDay(article.created_at)}</time> : null}
          </li>
        ))}
      </ul>
    </section>
  ) : null
