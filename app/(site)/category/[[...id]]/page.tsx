import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { CategoryView } from "@/components/list/category-view"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { JsonLd } from "@/components/ui/json-ld"
import { serverApi } from "@/lib/api/server"
import { rowOf } from "@/lib/view/card"
import { categoryPath, type CategoryNode } from "@/lib/view/category-tree"
import { extChoices, extFacet, feeChoices, feeFacet, listSorts, orderOf, sortFacet } from "@/lib/view/list/list-filters"
import { breadcrumbData } from "@/lib/view/structured-data"
import { pageError } from "@/lib/view/loading/page-error"
import { paths } from "@/lib/domain/path"
import { choiceParam, hrefOf, pageParam, type SearchParams } from "@/lib/view/list/query"

type Props = { params: Promise<{ id?: string[] }>; searchParams: Promise<SearchParams> }

const size = 10
const everything = "全部文档"

/** The category of the address (0 = all) with its ancestors and itself, from the top; null when it does not exist. */
const readCategory = async ({ params }: Pick<Props, "params">) => {
  const [text, ...rest] = (await params).id ?? []
  const { documents } = await readSiteFrame()
  if (text === undefined) return { id: 0, way: [] as CategoryNode[] }
  const way = /^\d{1,12}$/.test(text) && rest.length === 0 ? categoryPath(documents, Number(text)) : []
  return way.length > 0 ? { id: Number(text), way } : null
}

/** The documents of the category of the address, asked for beside what tells whether it exists. */
const readDocuments = async (props: Props) => {
  const [[id], list] = await Promise.all([props.params.then(({ id = [] }) => id), readList(props)])
  return serverApi("GET /document/list", {
    page: list.page,
    size,
    order: orderOf(list.sort),
    ext: list.ext || undefined,
    fee_type: list.fee || undefined,
    ...(id && /^\d{1,12}$/.test(id) ? { category_id: [Number(id)] } : {}),
  })
}

const readList = async ({ searchParams }: Pick<Props, "searchParams">) => {
  const given = await searchParams
  return {
    page: pageParam(given),
    ext: choiceParam(given, "ext", extChoices),
    fee: choiceParam(given, "fee_type", feeChoices),
    sort: choiceParam(given, "sort", listSorts),
  }
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [found, list, { settings }] = await Promise.all([readCategory(props), readList(props), readSiteFrame()])
  if (!found) return { title: "404", robots: { index: false } }
  const last = found.way.at(-1)
  const path = paths.category(found.id || undefined)
  const landing = list.sort === "default" && list.fee === ""
  return {
    title: found.way.map((node) => node.title).join(" · ") || everything,
    description: last?.description || settings.system.description || undefined,
    alternates: { canonical: hrefOf(path, landing ? { ext: list.ext, page: list.page > 1 ? list.page : undefined } : {}) },
    ...(landing ? {} : { robots: { index: false, follow: true } }),
  }
}

export default async function CategoryPage(props: Props) {
  const [found, list, shell, reply] = await Promise.all([readCategory(props), readList(props), readSiteFrame(), readDocuments(props)])
  if (!shell.alive) throw pageError("分类没有读到")
  if (!found) notFound()
  if (!reply.ok) throw pageError(reply.message)

  const path = paths.category(found.id || undefined)
  const state = { path, query: { ext: list.ext, fee_type: list.fee, sort: list.sort === "default" ? undefined : list.sort } }
  const crumbs = [
    { label: "首页", href: paths.home },
    { label: everything, href: paths.category() },
    ...found.way.map((node) => ({ label: node.title, href: paths.category(node.id) })),
  ]
  return (
    <>
      <JsonLd data={breadcrumbData(crumbs, shell.settings.system.domain)} />
      <CategoryView
        title={found.way.at(-1)?.title ?? everything}
        description={list.page === 1 ? (found.way.at(-1)?.description ?? "") : ""}
        crumbs={crumbs}
        siblings={chipsOf(found.way, shell.documents)}
        facets={[extFacet(state), feeFacet(state, shell.settings.vip.enable)]}
        sort={sortFacet(state, listSorts)}
        documents={reply.data.document.map(rowOf)}
        page={{ ...state, page: list.page, size, total: reply.data.total }}
        now={Date.now()}
      />
    </>
  )
}

/** Links to the children of the category; for a leaf to its siblings, so that switching between them takes one press. */
const chipsOf = (way: CategoryNode[], top: CategoryNode[]) => {
  const last = way.at(-1)
  const parent = last && last.children.length === 0 ? way.at(-2) : last
  const nodes = parent ? parent.children : top
  return nodes.map((node) => ({ id: node.id, title: node.title, href: paths.category(node.id), current: node.id === last?.id }))
}
