import type { Metadata } from "next"
import { SearchView } from "@/components/library/search/search-view"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import { foundArticles, foundBoth, foundDocuments, type SearchResults } from "@/lib/view/library/search-entry"
import { sortFacet } from "@/lib/view/library/list/list-filters"
import { hrefOf, type SearchParams } from "@/lib/view/library/list/query"
import { searchFacets, type FacetCounts } from "@/lib/view/library/list/search-facets"
import { maxKeyword, searchInput, searchQuery, searchState, sortsOf, type SearchState } from "@/lib/view/library/list/search-state"
import { pageError } from "@/lib/api/page-error"
import { pageMetadata } from "@/lib/view/page-metadata"
import { siteSettings } from "@/lib/view/site/site-settings"

type Props = { searchParams: Promise<SearchParams> }

/** Reads the search state from the URL. A search in everything becomes a document search if the site has no such search. */
const readState = async ({ searchParams }: Props): Promise<SearchState> => {
  const [given, { settings }] = await Promise.all([searchParams, readPageChrome()])
  const codes = settings.language.map(({ code }) => code)
  return searchState(settings.features.combined_search || given["type"] !== "-1" ? given : { ...given, type: "0" }, codes)
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [state, { settings }] = await Promise.all([readState(props), readPageChrome()])
  const { wd } = state
  return pageMetadata(settings.system, {
    title: wd ? `搜索 ${wd}` : "搜索",
    description: wd ? `在文档和文章的全文里搜索“${wd}”。` : "在全站文档和文章的标题与正文里搜索，结果直接打开到所在的那一页。",
    path: hrefOf("/search", wd ? searchQuery(state) : {}),
    // result pages depend on what users type and are not indexed; the empty search page is
    index: wd === "",
  })
}

type Answer = { result: SearchResults; counted: FacetCounts }

/** Returns the results and the number of matches per filter; null for an empty query. */
const readFound = async (state: SearchState): Promise<Answer | null> => {
  const { wd, type } = state
  if (!wd) return null
  const input = searchInput(state, Date.now())
  if (type === 0) {
    const reply = await serverApi("GET /document/search", input)
    if (!reply.ok) throw pageError("搜索失败", reply)
    return { result: foundDocuments(reply.data, wd), counted: reply.data }
  }
  if (type === 1) {
    const reply = await serverApi("GET /article/search", input)
    if (!reply.ok) throw pageError("搜索失败", reply)
    return { result: foundArticles(reply.data, wd), counted: reply.data }
  }
  const reply = await serverApi("GET /search", { ...input, type })
  if (!reply.ok) throw pageError("搜索失败", reply)
  return { result: foundBoth(reply.data, wd), counted: reply.data }
}

const size = 10
/** The last page of search results if the settings set no limit. */
const lastPage = 1_000

export default async function SearchPage(props: Props) {
  const [state, { settings, documents, articles }] = await Promise.all([readState(props), readPageChrome()])
  const [answer, given, words] = await Promise.all([
    readFound(state),
    props.searchParams,
    serverApi("GET /search/suggest", { type: state.type }),
  ])
  const list = { path: "/search", query: searchQuery(state) }
  const site = {
    categories: { 0: documents, 1: articles, [-1]: [...documents, ...articles] }[state.type],
    languages: settings.language,
    vip: settings.vip.enable,
  }
  const result = answer && { ...answer.result, related: settings.display.hide_keywords_on_lists ? [] : answer.result.related }
  return (
    <SearchView
      query={{ wd: state.wd, type: state.type, isCut: String(given["wd"] ?? "").trim().length > maxKeyword }}
      results={result}
      facets={answer ? searchFacets(list, state, answer.counted, site) : []}
      sort={sortFacet(list, sortsOf(state.type))}
      page={{ ...list, page: state.page, size, total: result?.total ?? 0, max: settings.display.max_search_pages || lastPage }}
      keywords={words.ok ? words.data.hot : settings.system.recommend_words}
      settings={siteSettings(settings)}
      now={Date.now()}
    />
  )
}
