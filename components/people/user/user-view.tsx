import "@/app/styles/library/document-list.css"
import "@/app/styles/people/user.css"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { ArticleRow } from "@/components/articles/article/article-row"
import { OwnUploads } from "@/components/library/document/own/own-uploads"
import { DocumentResults } from "@/components/library/document/list/document-results"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import { Static } from "@/components/ui/static/static"
import type { Activity } from "@/lib/view/people/activity"
import type { ArticleListRow as Article } from "@/lib/view/articles/article-row"
import type { DocumentListRow } from "@/lib/view/library/document-card"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { Activities } from "../activity/activities"
import { UserHead, type HeaderUser } from "./user-head"

type UserContents = { kind: "document"; rows: DocumentListRow[] } | { kind: "article"; rows: Article[] }
type Props = {
  user: HeaderUser
  totals: { documents: number; articles: number }
  contents: UserContents
  activities: Activity[]
  page: number
  size: number
  settings: SiteSettings
  now: number
}

/** A user's public page: their documents or articles, paged, and their latest activities. */
export const UserView = ({ user, totals, contents, activities, page, size, settings, now }: Props) => {
  const tabs = [
    { kind: "document", label: "文档", total: totals.documents, href: paths.user(user.id) },
    { kind: "article", label: "文章", total: totals.articles, href: paths.userArticles(user.id) },
  ] as const
  const current = contents.kind === "document" ? tabs[0] : tabs[1]
  const paged = { path: current.href, query: {}, page, size, total: current.total }
  return (
    <main id="main" className="wrap list user-page">
      <AdSlot position="user_top" />
      <UserHead user={user} />
      <Static>
        <nav className="tabs" aria-label={`${user.username}的分享`}>
          {tabs.map((tab) => (
            <Link key={tab.kind} href={tab.href} scroll={false} aria-current={tab === current ? "page" : undefined}>
              {tab.label}
              <small className="num">{count(tab.total)}</small>
            </Link>
          ))}
        </nav>
      </Static>
      <div className={activities.length > 0 ? "user-cols" : undefined}>
        <section aria-label={current.label}>
          {contents.kind === "document" ? <AdSlot position="user_document_top" /> : null}
          <Static>
            {contents.kind === "document" ? (
              <DocumentResults
                documents={contents.rows}
                settings={settings}
                now={now}
                page={paged}
                newest={page === 1 ? `user ${user.id}` : undefined}
                empty={<Nothing what="文档" href={paths.category()} action="看看别的文档" />}
              />
            ) : contents.rows.length > 0 ? (
              <>
                <ul className="res text-only">
                  {contents.rows.map((article) => (
                    <ArticleRow key={article.id} article={article} now={now} />
                  ))}
                </ul>
                <Pager {...paged} unit="篇" />
              </>
            ) : (
              <div className="res-empty">
                <Nothing what="文章" href={paths.article()} action="看看别的文章" />
              </div>
            )}
          </Static>
          {contents.kind === "document" && page === 1 ? <OwnUploads /> : null}
        </section>
        <Static>
          <Activities activities={activities} now={now} />
        </Static>
      </div>
    </main>
  )
}

const Nothing = ({ what, href, action }: { what: string; href: string; action: string }) => (
  <Empty
    title={`还没有公开的${what}`}
    action={
      <Link className="bt" href={href}>
        {action}
      </Link>
    }
  >
    TA 分享的{what}会出现在这里。
  </Empty>
)
