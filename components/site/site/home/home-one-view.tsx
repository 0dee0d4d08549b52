import "@/app/styles/site/site-home.css"
import "@/app/styles/site/site-home-hero.css"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { DocumentCard, Price } from "@/components/library/document/document-card"
import { ContinueReading } from "@/components/library/reading/shelf/continue-reading"
import { OwnUploads } from "@/components/library/document/own/own-uploads"
import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import { Static } from "@/components/ui/static/static"
import { paths } from "@/lib/rules/path"
import type { HomeOne } from "@/lib/view/site/home"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { ArticleHeadlines } from "./article-headlines"
import { CategoryBlocks } from "./category-block"
import { CategoryStrip } from "./category-strip"
import { Hero } from "./hero"
import { NothingYet } from "./nothing-yet"
import { Notices } from "./notices"
import { Numbers } from "./numbers"
import { UserCard } from "./user-card"

/** The home page of `display.home_version` v1: a shelf of recommendations, categories in columns, and a block for each category. */
export const HomeOneView = ({ home, settings }: { home: HomeOne; settings: SiteSettings }) => (
  <main id="main" className="home">
    <Hero lead={home.lead} keywords={home.keywords} slides={home.slides} />
    <Static isCached>
      <Notices notices={home.notices} />
    </Static>
    <AdSlot position="index_banner_bottom" className="wrap" />
    <ContinueReading className="wrap" />
    <div className="wrap cols sec">
      <Static isCached>
        <Shelf title={home.shelfTitle} documents={home.shelf} counts={home.counts} settings={settings} />
      </Static>
      <div className="side">
        <UserCard />
        <Static isCached>
          <ArticleHeadlines title={home.articlesTitle} articles={home.articles} />
        </Static>
      </div>
    </div>
    <AdSlot position="index_category_top" className="wrap" />
    <Static isCached>{home.categories.length > 0 ? <CategoryStrip categories={home.categories} /> : null}</Static>
    <AdSlot position="index_category_bottom" className="wrap" />
    <Static isCached>
      <CategoryBlocks blocks={home.blocks} settings={settings} className="wrap sec" />
    </Static>
    <AdSlot position="index_link_top" className="wrap" />
    <OwnUploads />
  </main>
)

/** The first shelf: covers, and titles beside them. */
const large = 4
const listed = 6

type ShelfProps = { title: string; documents: HomeOne["shelf"]; counts: HomeOne["counts"]; settings: SiteSettings }

const Shelf = ({ title, documents, counts, settings }: ShelfProps) => (
  <section aria-labelledby="shelf-title">
    <div className="sec-h">
      <h2 id="shelf-title">{title}</h2>
      <Numbers counts={counts} />
      {documents.length > 0 ? <More href={paths.category()} /> : null}
    </div>
    {documents.length > 0 ? (
      <div className="lead-shelf">
        <div className="shelf home-shelf" data-newest="all">
          {documents.slice(0, large).map((document) => (
            <DocumentCard key={document.id} document={document} settings={settings} eager />
          ))}
        </div>
        {documents.length > large ? (
          <ul className="rows">
            {documents.slice(large, large + listed).map((document) => (
              <li key={document.id}>
                <Link href={paths.document(document.uuid)}>{document.title}</Link>
                <span className="pg">
                  {document.pages > 0 ? <span>{document.pages} 页</span> : null}
                  <Price document={document} settings={settings} />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    ) : (
      <>
        <div className="shelf home-shelf" data-newest="all" hidden />
        <NothingYet />
      </>
    )}
  </section>
)
