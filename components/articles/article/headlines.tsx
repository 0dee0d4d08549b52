import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"
import type { Headline } from "@/lib/view/site/home"
import { paths } from "@/lib/rules/path"

/** A list of article titles, one per line. */
export const Headlines = ({ title, articles, action }: { title: string; articles: Headline[]; action?: ReactNode }) => (
  <section className="headlines">
    <div className="headlines-h">
      <h2>{title}</h2>
      {action}
    </div>
    <ul>
      {articles.map((article) => (
        <li key={article.id}>
          <Link href={paths.article(article.identifier || article.id)}>{article.title}</Link>
        </li>
      ))}
    </ul>
  </section>
)
