"use client"

import "@/app/styles/home.css"
import "@/app/styles/home-hero.css"
import { AdSlot } from "@/components/advertisement/ad-slot"
import { DocumentCard } from "@/components/document/document-card"
import { More } from "@/components/ui/more"
import { paths } from "@/lib/domain/path"
import type { HomeOne } from "@/lib/view/home"
import { ArticleHeadlines } from "./article-headlines"
import { CategoryBlocks } from "./category-block"
import { CategoryStrip } from "./category-strip"
import { Hero } from "./hero"
import { NothingYet } from "./nothing-yet"
import { Notices } from "./notices"
import { Numbers } from "./numbers"
import { UserCard } from "./user-card"

/** The home page of `display.home_version` v1: a shelf of recommendations, categories in columns, a block for each. */
export const HomeOneView = ({ home }: { home: HomeOne }) => (
  <main id="main" className="home">
    <Hero lead={home.lead} keywords={home.keywords} slides={home.slides} />
    <Notices notices={home.notices} />
    <AdSlot position="index_banner_bottom" className="wrap" />
    <div className="wrap cols sec">
      <section aria-labelledby="shelf-title">
        <div className="sec-h">
          <h2 id="shelf-title">{home.shelfTitle}</h2>
          <Numbers counts={home.counts} />
          {home.shelf.length > 0 ? <More href={paths.category()} /> : null}
        </div>
        {home.shelf.length > 0 ? (
          <div className="shelf home-shelf">
            {home.shelf.map((document, at) => (
              <DocumentCard key={document.id} document={document} eager={at < 6} />
            ))}
          </div>
        ) : (
          <NothingYet />
        )}
      </section>
      <div className="side">
        <UserCard />
        <ArticleHeadlines title={home.articlesTitle} articles={home.articles} />
      </div>
    </div>
    <AdSlot position="index_category_top" className="wrap" />
    {home.categories.length > 0 ? <CategoryStrip categories={home.categories} /> : null}
    <AdSlot position="index_category_bottom" className="wrap" />
    <CategoryBlocks blocks={home.blocks} className="wrap sec" />
    <AdSlot position="index_link_top" className="wrap" />
  </main>
)
