"use client"

import "@/app/styles/article.css"
import "@/app/styles/prose.css"
import { Crumbs } from "@/components/list/crumbs"
import type { ArticleRow } from "@/lib/view/article-row"
import { count } from "@/lib/domain/format"
import type { Headline } from "@/lib/view/home"
import { paths } from "@/lib/domain/path"
import { day } from "@/lib/domain/time"
import { Headlines } from "./article-list-view"
import { Author } from "./author"
import { RichHtml } from "./rich-html"

type Article = ArticleRow & { content: string; categories: { id: number; title: string }[] }
type Props = { article: Article; listTitle: string; others: Headline[]; now: number }

export const ArticleView = ({ article, listTitle, others }: Props) => (
  <main id="main" className="wrap article">
    <Crumbs
      items={[
        { label: "首页", href: paths.home },
        { label: listTitle, href: paths.article() },
        ...article.categories.slice(0, 2).map((category) => ({ label: category.title, href: paths.articles(category.id) })),
        { label: "正文", href: "#main" },
      ]}
    />
    <div className="article-grid">
      <article>
        <h1>{article.title}</h1>
        <div className="meta">
          <Author article={article} />
          {article.created_at ? <time dateTime={article.created_at}>{day(article.created_at)}</time> : null}
          <span>{count(article.view_count)} 次阅读</span>
        </div>
        <RichHtml html={article.content} />
      </article>
      {others.length > 0 ? (
        <aside className="article-side" aria-label="更多文章">
          <Headlines title="最新文章" articles={others} />
        </aside>
      ) : null}
    </div>
  </main>
)
