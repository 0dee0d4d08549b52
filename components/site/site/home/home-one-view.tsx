import "@/app/styles/site/home.css"
import "@/app/styles/site/home-hero.css"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { DocumentCard } from "@/components/library/document/document-card"
import { OwnUploads } from "@/components/library/document/own/own-uploads"
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

type ShelfProps = { title: string; documents: HomeOne["shelf"]; counts: HomeOne["counts"]; settings: SiteSettings }

const Shelf = ({ title, documents, counts, settings }: ShelfProps) => (
  <section aria-labelledby="shelf-title">
    <div className="sec-h">
      <h2 id="shelf-title">{title}</h2>
      <Numbers counts={counts} />
      {documents.length > 0 ? <More href={paths.category()} /> : null}
    </div>
    {documents.length > 0 ? (
      <div className="shelf home-shelf" data-newest="all">
        {documents.map((document, at) => (
          <DocumentCard key={document.id} document={document} settings={settings} eager={at < 6} />
        ))}
      </div>
    ) : (
      <>
        <div className="shelf home-shelf" data-newest="all" hidden />
        <NothingYet />
      </>
    )}
  </section>
)
