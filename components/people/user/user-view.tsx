import "@/app/styles/library/list.css"
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
import type { ArticleRow as Article } from "@/lib/view/articles/article-row"
import type { Row } from "@/lib/view/library/document-card"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { Activities } from "../activity/activities"
import { UserHead, type Person } from "./user-head"

type Shown = { kind: "document"; rows: Row[] } | { kind: "article"; rows: Article[] }
type Props = {
  user: Person
  totals: { documents: number; articles: number }
  shown: Shown
  activities: Activity[]
  page: number
  size: number
  settings: SiteSettings
  now: number
}

/** A user's public page: their documents or articles, paged, and their latest activities. */
export const UserView = ({ user, totals, shown, activities, page, size, settings, now }: Props) => {
  const tabs = [
    { kind: "document", label: "文档", total: totals.documents, href: paths.user(user.id) },
    { kind: "article", label: "文章", total: totals.articles, href: paths.userArticles(user.id) },
  ] as const
  const current = shown.kind === "document" ? tabs[0] : tabs[1]
  const paged = { path: current.href, query: {}, page, size, total: current.total }
  return (
    <main id="main" className="wrap list user-page">
      <AdSlot position="user_top" />
      <UserHead user={user} documents={totals.documents} articles={totals.articles} creditName={settings.system.credit_name} />
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
          {shown.kind === "document" ? <AdSlot position="user_document_top" /> : null}
          <Static>
            {shown.kind === "document" ? (
              <DocumentResults
                documents={shown.rows}
                settings={settings}
                now={now}
                page={paged}
                newest={page === 1 ? `user ${user.id}` : undefined}
                empty={<Nothing what="文档" href={paths.category()} action="看看别的文档" />}
              />
            ) : shown.rows.length > 0 ? (
              <>
                <ul className="res text-only">
                  {shown.rows.map((article) => (
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
          {shown.kind === "document" && page === 1 ? <OwnUploads /> : null}
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
