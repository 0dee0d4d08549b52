import "@/app/styles/site/site-home.css"
import "@/app/styles/site/site-home-hero.css"
import "@/app/styles/site/site-home-two.css"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { ArticleRow } from "@/components/articles/article/article-row"
import { OwnUploads } from "@/components/library/document/own/own-uploads"
import { ContinueReading } from "@/components/library/reading/shelf/continue-reading"
import { More } from "@/components/ui/more"
import { Static } from "@/components/ui/static/static"
import { paths } from "@/lib/rules/path"
import type { HomeTwo } from "@/lib/view/site/home"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { CategoryBlocks } from "./category-block"
import { CategoryTiles } from "./category-tiles"
import { Hero } from "./hero"
import { LatestDocuments } from "./latest-documents"
import { Notices } from "./notices"
import { PickedShelf } from "./picked-shelf"
import { Shortcuts } from "./shortcuts"
import { UserCard } from "./user-card"

type Props = { home: HomeTwo; settings: SiteSettings; now: number }

/** The home page of `display.home_version` v2: recommendations over the full width, categories as tiles, articles with excerpts. */
export const HomeTwoView = ({ home, settings, now }: Props) => (
  <main id="main" className="home home-two">
    <Hero lead={home.lead} keywords={home.keywords} slides={home.slides} pills />
    <Static isCached>
      <Notices notices={home.notices} />
    </Static>
    <ContinueReading className="wrap" />
    <Static isCached>
      <PickedShelf title={home.shelfTitle} documents={home.shelf} counts={home.counts} settings={settings} />
    </Static>
    <AdSlot position="index_category_top" className="wrap" />
    <Static isCached>{home.tiles.length > 0 ? <CategoryTiles tiles={home.tiles} /> : null}</Static>
    <AdSlot position="index_category_bottom" className="wrap" />
    <div className="wrap cols sec">
      <div className="home-two-main">
        <Static>
          {home.articles.length > 0 ? (
            <section aria-labelledby="articles-title">
              <div className="sec-h">
                <h2 id="articles-title">{home.articlesTitle}</h2>
                <More href={paths.article()} />
              </div>
              <ul className="res text-only">
                {home.articles.map((article) => (
                  <ArticleRow key={article.id} article={article} now={now} />
                ))}
              </ul>
            </section>
          ) : null}
        </Static>
        <Static isCached>
          <CategoryBlocks blocks={home.blocks} settings={settings} />
        </Static>
      </div>
      <div className="side">
        <UserCard />
        <Static>
          <LatestDocuments documents={home.latest} />
          <Shortcuts />
        </Static>
      </div>
    </div>
    <AdSlot position="index_banner_bottom" className="wrap" />
    <AdSlot position="index_link_top" className="wrap" />
    <OwnUploads />
  </main>
)
