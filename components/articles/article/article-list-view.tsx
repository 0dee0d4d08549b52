import "@/app/styles/library/document-list.css"
import "@/app/styles/articles/article.css"
import type { ReactNode } from "react"
import type { ResultPage } from "@/components/library/document/list/document-results"
import { Crumbs } from "@/components/ui/crumbs"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import { Static } from "@/components/ui/static/static"
import type { ArticleListRow as Row } from "@/lib/view/articles/article-row"
import type { Headline } from "@/lib/view/site/home"
import type { Crumb } from "@/lib/view/library/list/crumbs"
import { paths } from "@/lib/rules/path"
import { ArticleRow } from "./article-row"
import { Headlines } from "./headlines"
import { Recommended } from "./recommended"

type CategoryLink = { title: string; href: string; current: boolean }
type Step = { id: number; title: string; href: string }
type Tab = { name: "latest" | "popular"; href: string; current: boolean }
type Props = {
  title: string
  all: CategoryLink
  description: string
  /** the path to the selected category; empty without one */
  crumbs: Crumb[]
  below: Step[]
  categories: (CategoryLink & { id: number })[]
  tabs: Tab[]
  notices: Headline[]
  articles: Row[]
  recommended: { total: number; articles: Headline[] } | null
  popular: Headline[]
  page: ResultPage
  now: number
  foot: ReactNode
}

const tabTitles = { latest: "最新发布", popular: "热门文章" }

/**
 * The article list: categories, announcements, articles and recommendations. The footer's lines are in the right column
 * (docs/reference/specification.md 2).
 */
export const ArticleListView = (props: Props) => (
  <main id="main" className="wrap list article article-list">
    <Static>
      <nav className="article-cats" aria-label="文章分类">
        {[{ ...props.all, id: 0 }, ...props.categories].map((category) => (
          <Link key={category.id} href={category.href} aria-current={category.current ? "page" : undefined}>
            {category.title}
          </Link>
        ))}
      </nav>
      <section aria-labelledby="list-title">
        <Way {...props} />
        <h1 id="list-title">{props.title}</h1>
        {props.description ? <p className="sub">{props.description}</p> : null}
        {props.below.length > 0 ? (
          <ul className="article-below" aria-label="下级分类">
            {props.below.map(({ id, title, href }) => (
              <li key={id}>
                <Link href={href}>{title}</Link>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="article-bar">
          <nav className="article-tabs" aria-label="排序">
            {props.tabs.map(({ name, href, current }) => (
              <Link key={name} href={href} aria-current={current ? "page" : undefined}>
                {tabTitles[name]}
              </Link>
            ))}
          </nav>
          <Link className="bt soft sm" href={paths.post}>
            <MoreIcon name="pencil" small />
            发布文章
          </Link>
        </div>
        {props.notices.length > 0 ? <Notices notices={props.notices} /> : null}
        {props.articles.length > 0 ? (
          <ul className="res text-only">
            {props.articles.map((article) => (
              <ArticleRow key={article.id} article={article} now={props.now} />
            ))}
          </ul>
        ) : (
          <Nothing />
        )}
        <Pager {...props.page} unit="篇" />
      </section>
    </Static>
    <aside className="article-side" aria-label="更多文章">
      {props.recommended && props.recommended.articles.length > 0 ? <Recommended {...props.recommended} /> : null}
      <Static>
        {props.popular.length > 0 ? <Headlines title="大家在读" articles={props.popular} /> : null}
        {props.foot}
      </Static>
    </aside>
  </main>
)

/** The breadcrumbs to the selected category. */
const Way = ({ crumbs }: Props) =>
  crumbs.length > 0 ? (
    <div className="article-way">
      <Crumbs items={crumbs} />
    </div>
  ) : null

const Notices = ({ notices }: { notices: Headline[] }) => (
  <section className="article-notices" aria-label="网站公告">
    <Link href="/article?is_notice=1">
      <Icon name="flag" small />
      网站公告
    </Link>
    <ul>
      {notices.map(({ id, identifier, title }) => (
        <li key={id}>
          <Link href={paths.article(identifier || id)}>{title}</Link>
        </li>
      ))}
    </ul>
  </section>
)

const Nothing = () => (
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
)
