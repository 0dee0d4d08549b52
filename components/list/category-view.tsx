"use client"

import "@/app/styles/list.css"
import { AdSlot } from "@/components/advertisement/ad-slot"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import type { Row } from "@/lib/view/card"
import { count } from "@/lib/domain/format"
import { chosenOf, clearedHref, type Facet } from "@/lib/view/list/list-filters"
import { paths } from "@/lib/domain/path"
import { Chips, ResultHead } from "./result-head"
import { Crumbs, type Crumb } from "./crumbs"
import { DocumentResults, type Page } from "./document-results"
import { Facets } from "./facets"
import { FilterBar } from "./filter-bar"

type Sibling = { id: number; title: string; current: boolean; href: string }
type Props = {
  title: string
  description: string
  crumbs: Crumb[]
  siblings: Sibling[]
  facets: Facet[]
  sort: Facet
  documents: Row[]
  page: Page
  now: number
}

export const CategoryView = ({ title, description, crumbs, siblings, facets, sort, documents, page, now }: Props) => {
  const chosen = chosenOf(page, facets)
  const cleared = clearedHref(page, facets)
  return (
    <main id="main" className="wrap list">
      <AdSlot position="list_nav_bottom" />
      <Crumbs items={crumbs} />
      <div className="list-head">
        <h1>{title}</h1>
        {description ? <p className="sub">{description}</p> : null}
      </div>
      {siblings.length > 0 ? (
        <nav className="rel list-children" aria-label="子分类">
          {siblings.map((sibling) => (
            <Link key={sibling.id} href={sibling.href} aria-current={sibling.current ? "true" : undefined}>
              {sibling.title}
            </Link>
          ))}
        </nav>
      ) : null}
      <div className="sr-grid two">
        <Facets facets={facets} />
        <section aria-label="文档列表">
          <AdSlot position="list_document_top" />
          <FilterBar facets={[...facets, sort]} />
          <ResultHead text={`共 ${count(page.total)} 份文档`} sort={sort} />
          <Chips chosen={chosen} cleared={cleared} />
          <DocumentResults
            documents={documents}
            now={now}
            page={page}
            empty={chosen.length > 0 ? <NothingChosen cleared={cleared} names={chosen.map((one) => one.label)} /> : <NothingHere />}
          />
        </section>
      </div>
      <AdSlot position="list_document_bottom" />
    </main>
  )
}

export const NothingChosen = ({ cleared, names }: { cleared: string; names: string[] }) => (
  <Empty
    searched
    title="没有符合条件的文档"
    action={
      <Link className="bt" href={cleared}>
        清除所有筛选
      </Link>
    }
  >
    去掉{names.map((name) => `“${name}”`).join("")}筛选再试。
  </Empty>
)

const NothingHere = () => (
  <Empty
    title="书架还空着"
    action={
      <Link className="bt p" href={paths.upload}>
        <Icon name="upload" small />
        上传文档
      </Link>
    }
  >
    上传第一份文档，转换完成就会摆在这里。
  </Empty>
)
