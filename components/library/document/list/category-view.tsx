import "@/app/styles/library/document-list.css"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { OwnUploads } from "@/components/library/document/own/own-uploads"
import { Static } from "@/components/ui/static/static"
import type { DocumentListRow } from "@/lib/view/library/document-card"
import { count } from "@/lib/rules/format"
import { chosenOf, clearedHref, offeredFacets, type Facet } from "@/lib/view/library/list/list-filters"
import type { Crumb } from "@/lib/view/library/list/crumbs"
import { hrefOf } from "@/lib/view/library/list/query"
import type { SubCategories } from "@/lib/view/library/list/sub-categories"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { Chips, ResultHead } from "./result-head"
import { Crumbs } from "@/components/ui/crumbs"
import { DocumentResults, type ResultPage } from "./document-results"
import { Facets } from "./facets"
import { ListLook } from "./list-look"
import { FilterBar } from "./filter-bar"
import { NothingChosen, NothingHere } from "./list-empty"
import { SubNav } from "@/components/ui/sub-nav"

type Props = {
  title: string
  description: string
  cover: string
  crumbs: Crumb[]
  sub: SubCategories
  facets: Facet[]
  sort: Facet
  documents: DocumentListRow[]
  page: ResultPage
  newest?: string
  settings: SiteSettings
  now: number
}

export const CategoryView = ({ title, description, cover, crumbs, sub, facets, sort, documents, page, newest, settings, now }: Props) => {
  const chosen = chosenOf(page, facets)
  const cleared = clearedHref(page, facets)
  const offered = offeredFacets(facets, page.total)
  const names = chosen.map((one) => one.label)
  return (
    <main id="main" className="wrap list">
      <AdSlot position="list_nav_bottom" />
      <Static>
        <Crumbs items={crumbs} />
        <div className={cover ? "list-head with-cover" : "list-head"}>
          {cover ? <img src={cover} alt="" width={96} height={64} /> : null}
          <h1>{title}</h1>
          {description ? <p className="sub">{description}</p> : null}
        </div>
        {sub.categories.length > 0 ? <SubNav sub={sub} /> : null}
      </Static>
      <div className={offered.length > 0 ? "sr-grid two" : "sr-grid"}>
        {offered.length > 0 ? (
          <Static>
            <Facets facets={offered} />
          </Static>
        ) : null}
        <section aria-label="文档列表">
          <AdSlot position="list_document_top" />
          <Static>
            <FilterBar facets={offered.length > 0 ? [...offered, sort] : []} />
            <ResultHead text={`共 ${count(page.total)} 份文档`} sort={sort} looks={documents.length > 0} />
            <Chips chosen={chosen} cleared={cleared} />
            <DocumentResults
              documents={documents}
              settings={settings}
              now={now}
              page={page}
              newest={newest}
              shelved
              empty={names.length > 0 ? <NothingChosen cleared={cleared} names={names} /> : <NothingHere />}
            />
          </Static>
          {newest ? <OwnUploads key={hrefOf(page.path, page.query)} /> : null}
        </section>
        {documents.length > 0 ? <ListLook /> : null}
      </div>
      <AdSlot position="list_document_bottom" />
    </main>
  )
}
