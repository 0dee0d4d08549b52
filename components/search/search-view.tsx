"use client"

import "@/app/styles/list.css"
import "@/app/styles/search.css"
import { AdSlot } from "@/components/advertisement/ad-slot"
import { ArticleRow } from "@/components/article/article-row"
import { DocumentResults } from "@/components/list/document-results"
import { Facets } from "@/components/list/facets"
import { FilterBar } from "@/components/list/filter-bar"
import { Chips, ResultHead } from "@/components/list/result-head"
import { Pager } from "@/components/ui/pager"
import type { ArticleRow as Article } from "@/lib/view/article-row"
import type { Row } from "@/lib/view/card"
import { count } from "@/lib/domain/format"
import { chosenOf, clearedHref, extFacet, searchSorts, sortFacet } from "@/lib/view/list/list-filters"
import type { NavigationNode } from "@/lib/view/navigation-tree"
import { Nothing, Related, StartHere } from "./search-empty"
import { SearchStrip, type SearchQuery } from "./search-strip"

type Found =
  | { kind: "document"; total: number; spend: string; documents: Row[]; related: string[] }
  | { kind: "article"; total: number; articles: Article[] }
type Props = {
  asked: SearchQuery
  found: Found | null
  navigation: NavigationNode[]
  keywords: string[]
  system: { sitename: string; logo: string }
  now: number
  size: number
}

export const SearchView = ({ asked, found, navigation, keywords, system, now, size }: Props) => (
  <>
    <SearchStrip asked={asked} navigation={navigation} system={system} />
    <main id="main" className="wrap list search">
      <AdSlot position="search_top" />
      <h1 className="sr">{asked.wd ? `“${asked.wd}”的搜索结果` : "搜索"}</h1>
      {found === null ? <StartHere keywords={keywords} /> : null}
      {found?.kind === "document" ? <Documents asked={asked} found={found} keywords={keywords} now={now} size={size} /> : null}
      {found?.kind === "article" ? <Articles asked={asked} found={found} now={now} size={size} /> : null}
      <AdSlot position="search_bottom" />
    </main>
  </>
)

const seconds = (spend: string) => (Number.parseFloat(spend) > 0 ? `，用时 ${Number.parseFloat(spend)} 秒` : "")

type DocumentsProps = { asked: SearchQuery; found: Extract<Found, { kind: "document" }>; keywords: string[]; now: number; size: number }

const Documents = ({ asked, found, keywords, now, size }: DocumentsProps) => {
  const query = { wd: asked.wd, ext: asked.ext, sort: asked.sort === "default" ? undefined : asked.sort }
  const state = { path: "/search", query }
  const facets = [extFacet(state)]
  const sort = sortFacet(state, searchSorts)
  const chosen = chosenOf(state, facets)
  const cleared = clearedHref(state, facets)
  return (
    <div className={found.related.length > 0 ? "sr-grid three" : "sr-grid two"}>
      <Facets facets={facets} />
      <section aria-label="搜索结果">
        <FilterBar facets={[...facets, sort]} />
        <ResultHead text={`找到约 ${count(found.total)} 份文档${seconds(found.spend)}`} sort={sort} />
        <Chips chosen={chosen} cleared={cleared} />
        <DocumentResults
          documents={found.documents}
          now={now}
          page={{ ...state, page: asked.page, size, total: found.total }}
          empty={<Nothing filters={chosen.map((one) => one.label)} cleared={cleared} keywords={keywords} />}
        />
      </section>
      {found.related.length > 0 ? <Related keywords={found.related} /> : null}
    </div>
  )
}

const Articles = ({
  asked,
  found,
  now,
  size,
}: {
  asked: SearchQuery
  found: Extract<Found, { kind: "article" }>
  now: number
  size: number
}) => (
  <section className="article-results" aria-label="搜索结果">
    <p className="res-h num">找到约 {count(found.total)} 篇文章</p>
    {found.articles.length > 0 ? (
      <ul className="res text-only">
        {found.articles.map((article) => (
          <ArticleRow key={article.id} article={article} now={now} />
        ))}
      </ul>
    ) : (
      <Nothing filters={[]} cleared="" keywords={[]} />
    )}
    <Pager path="/search" query={{ wd: asked.wd, type: 1 }} page={asked.page} size={size} total={found.total} />
  </section>
)
