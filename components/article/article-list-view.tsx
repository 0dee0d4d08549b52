"use client"

import "@/app/styles/list.css"
import "@/app/styles/article.css"
import type { ReactNode } from "react"
import type { Page } from "@/components/list/document-results"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import type { ArticleRow as Row } from "@/lib/view/article-row"
import type { Headline } from "@/lib/view/home"
import { paths } from "@/lib/domain/path"
import { ArticleRow } from "./article-row"

type Place = { title: string; href: string; current: boolean }
type Props = {
  title: string
  all: Place
  description: string
  categories: (Place & { id: number })[]
  articles: Row[]
  popular: Headline[]
  page: Page
  now: number
  foot: ReactNode
}

/** Categories, articles, most read articles; the footer's lines are in the right column (docs/reference/specification.md 2). */
export const ArticleListView = ({ title, all, description, categories, articles, popular, page, now, foot }: Props) => (
  <main id="main" className="wrap list article article-list">
    <nav className="article-cats" aria-label="文章分类">
      {[{ ...all, id: 0 }, ...categories].map((place) => (
        <Link key={place.id} href={place.href} aria-current={place.current ? "page" : undefined}>
          {place.title}
        </Link>
      ))}
    </nav>
    <section aria-labelledby="list-title">
      <h1 id="list-title">{title}</h1>
      {description ? <p className="sub">{description}</p> : null}
      {articles.length > 0 ? (
        <ul className="res text-only">
          {articles.map((article) => (
            <ArticleRow key={article.id} article={article} now={now} />
          ))}
        </ul>
      ) : (
        <div className="res-empty">
          <Empty
            title="还没有文章"
            action={
              <Link className="bt" href={paths.category()}>
                看看文档
              </Link>
            }
          >
            新文章发布后会出现在这里。
          </Empty>
        </div>
      )}
      <Pager {...page} />
    </section>
    <aside className="article-side" aria-label="更多文章">
      {popular.length > 0 ? <Headlines title="大家在读" articles={popular} /> : null}
      {foot}
    </aside>
  </main>
)

export const Headlines = ({ title, articles }: { title: string; articles: Headline[] }) => (
  <section className="headlines">
    <h2>{title}</h2>
    <ul>
      {articles.map((article) => (
        <li key={article.id}>
          <Link href={paths.article(article.identifier || article.id)}>{article.title}</Link>
        </li>
      ))}
    </ul>
  </section>
)
