import "@/app/styles/library/document-list.css"
import "@/app/styles/library/search.css"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { ArticleRow } from "@/components/articles/article/article-row"
import { DocumentResults, type ResultPage } from "@/components/library/document/list/document-results"
import { Facets } from "@/components/library/document/list/facets"
import { FilterBar } from "@/components/library/document/list/filter-bar"
import { NoSuchPage } from "@/components/library/document/list/list-empty"
import { Chips, ResultHead } from "@/components/library/document/list/result-head"
import { Pager } from "@/components/ui/pager"
import { Static } from "@/components/ui/static/static"
import { count } from "@/lib/rules/format"
import type { SearchResults } from "@/lib/view/library/search-entry"
import { chosenOf, clearedHref, offeredFacets, type Facet } from "@/lib/view/library/list/list-filters"
import { hrefOf } from "@/lib/view/library/list/query"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { EntryResult } from "./entry-result"
import { Limits, reachOf } from "./limits"
import { Omission } from "./omission"
import { OtherWords } from "./other-words"
import { Nothing, Related, StartHere } from "./search-empty"
import { SearchStrip, type SearchPageQuery } from "./search-strip"
import { SearchVisit } from "./search-visit"

type Props = {
  query: SearchPageQuery
  results: SearchResults | null
  facets: Facet[]
  sort: Facet
  page: ResultPage
  keywords: string[]
  settings: SiteSettings
  now: number
}

export const SearchView = ({ query, results, ...rest }: Props) => (
  <>
    <SearchStrip query={query} />
    <main id="main" className="wrap list search">
      <AdSlot position="search_top" />
      <h1 className="sr">{query.wd ? `“${query.wd}”的搜索结果` : "搜索"}</h1>
      {results ? (
        <Results query={query} results={results} {...rest} />
      ) : (
        <Static>
          <StartHere keywords={rest.keywords} />
        </Static>
      )}
      <AdSlot position="search_bottom" />
    </main>
    {results?.record ? <SearchVisit key={results.record} record={results.record} /> : null}
  </>
)

const units = { document: "份文档", article: "篇文章", both: "个结果" } as const
const seconds = (spend: string) => (Number.parseFloat(spend) > 0 ? `，用时 ${Number.parseFloat(spend)} 秒` : "")

type ResultsProps = Omit<Props, "results"> & { results: SearchResults }

const Results = ({ query, results, facets, sort, page, keywords, settings, now }: ResultsProps) => {
  const chosen = chosenOf(page, facets)
  const cleared = clearedHref(page, facets)
  const offered = offeredFacets(facets, results.total)
  const names = chosen.map((one) => one.label)
  const empty =
    results.total > 0 && page.page > 1 ? (
      <NoSuchPage reach={reachOf({ results, page })} first={hrefOf(page.path, page.query)} />
    ) : (
      <Nothing wd={query.wd} filters={names} cleared={cleared} keywords={keywords} />
    )
  return (
    <div className={results.related.length > 0 ? "sr-grid three" : offered.length > 0 ? "sr-grid two" : "sr-grid"}>
      {offered.length > 0 || results.related.length > 0 ? (
        <Static>
          <Facets facets={offered} />
        </Static>
      ) : null}
      <section aria-label="搜索结果">
        <Static>
          <FilterBar facets={offered.length > 0 ? [...offered, sort] : []} />
          {query.isCut ? <p className="note">关键词太长，只用了前面的 {query.wd.length} 个字。</p> : null}
          <Omission omission={results.omission} />
          <OtherWords query={query} results={results} />
          <ResultHead
            text={`找到${results.total_approximate ? "约" : ""} ${count(results.total)} ${units[results.kind]}${seconds(results.spend)}`}
            sort={sort}
          />
          <Chips chosen={chosen} cleared={cleared} />
          <SearchResults results={results} page={page} settings={settings} now={now} empty={empty} />
          {results.total > 0 ? <Limits results={results} page={page} /> : null}
        </Static>
      </section>
      {results.related.length > 0 ? <Related keywords={results.related} type={query.type} /> : null}
    </div>
  )
}

const SearchResults = ({
  results,
  page,
  settings,
  now,
  empty,
}: Pick<ResultsProps, "results" | "page" | "settings" | "now"> & { empty: React.ReactNode }) => {
  if (results.kind === "document")
    return <DocumentResults documents={results.documents} settings={settings} hits={results.hits} now={now} page={page} empty={empty} />
  const rows =
    results.kind === "article"
      ? results.articles.map((article, at) => <ArticleRow key={article.id} article={article} now={now} hit={results.hits[at]} />)
      : results.entries.map((entry) => <EntryResult key={`${Number(entry.isArticle)}/${entry.id}`} entry={entry} now={now} />)
  if (rows.length === 0) return <div className="res-empty">{empty}</div>
  return (
    <>
      <ul className="res text-only">{rows}</ul>
      <Pager {...page} />
    </>
  )
}
