import type { Metadata } from "next"
import { notFound, permanentRedirect } from "next/navigation"
import { CategoryView } from "@/components/library/document/list/category-view"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { JsonLd } from "@/components/ui/json-ld"
import { serverApi } from "@/lib/api/server"
import { rowOf } from "@/lib/view/library/document-card"
import { categoryPath, movedCategoryId, type CategoryNode } from "@/lib/view/library/category-tree"
import { categoryCrumbs } from "@/lib/view/library/list/crumbs"
import { listSorts, sortFacet } from "@/lib/view/library/list/list-filters"
import { isNewest, isPlain, listConditions, listOrder, listQuery, listState } from "@/lib/view/library/list/list-state"
import { documentFacets, noCounts } from "@/lib/view/library/list/search-facets"
import { subCategories } from "@/lib/view/library/list/sub-categories"
import { breadcrumbData, collectionData } from "@/lib/view/structured-data"
import { pageError } from "@/lib/api/page-error"
import { pageMetadata } from "@/lib/view/page-metadata"
import { siteSettings } from "@/lib/view/site/site-settings"
import { paths } from "@/lib/rules/path"
import { hrefOf, numberParam, type SearchParams } from "@/lib/view/library/list/query"

type Props = { params: Promise<{ id?: string[] }>; searchParams: Promise<SearchParams> }

const size = 10
const everything = "全部文档"

/**
 * Returns the category in the URL (0 = all) and its path from the top level, itself included; null if it does not exist. The old number of an
 * imported category redirects to the new one.
 */
const readCategory = async ({ params }: Pick<Props, "params">) => {
  const [text, ...rest] = (await params).id ?? []
  const { everyDocumentCategory, movedCategory } = await readPageChrome()
  if (text === undefined) return { id: 0, way: [] as CategoryNode[] }
  const id = /^\d{1,12}$/.test(text) && rest.length === 0 ? Number(text) : 0
  const way = categoryPath(everyDocumentCategory, id)
  const movedId = way.length ? null : movedCategoryId(everyDocumentCategory, movedCategory, id)
  if (movedId !== null) permanentRedirect(paths.category(movedId))
  return way.length > 0 ? { id, way } : null
}

/** Reads the documents of the category in the URL, in parallel with the check that the category exists. */
const readDocuments = async (props: Props) => {
  const [[id], state] = await Promise.all([props.params.then(({ id = [] }) => id), readState(props)])
  return serverApi("GET /document/list", {
    page: state.page,
    size,
    ...listOrder(state.sort),
    ...listConditions(state, Date.now()),
    ...(id && /^\d{1,12}$/.test(id) ? { category_id: [Number(id)] } : {}),
  })
}

/** Reads how many documents each filter of the category would leave; servers that do not count leave the filters without numbers. */
const readCounts = async (props: Props) => {
  const [[id], state] = await Promise.all([props.params.then(({ id = [] }) => id), readState(props)])
  const { ext, fee_type, language, pages_min } = listConditions(state, 0)
  const reply = await serverApi("GET /document/facets", {
    ...(id && /^\d{1,12}$/.test(id) ? { category_id: [Number(id)] } : {}),
    is_recommend: listOrder(state.sort).is_recommend,
    ...{ ext, fee_type, language, pages_min },
    duration: state.duration || undefined,
  })
  return reply.ok ? reply.data : noCounts
}

const readState = async ({ searchParams }: Pick<Props, "searchParams">) => {
  const [given, { settings }] = await Promise.all([searchParams, readPageChrome()])
  const codes = settings.language.map(({ code }) => code)
  return { ...listState(given, listSorts, codes), sub: numberParam(given, "sub") }
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [category, state, { settings }, reply] = await Promise.all([
    readCategory(props),
    readState(props),
    readPageChrome(),
    readDocuments(props),
  ])
  if (!category) return { title: "404", robots: { index: false } }
  const last = category.way.at(-1)
  const path = paths.category(category.id || undefined)
  const landing = isPlain({ ...state, ext: "" })
  return pageMetadata(settings.system, {
    title: category.way.map((node) => node.title).join(" · ") || everything,
    description: last?.description,
    path: hrefOf(path, landing ? { ext: state.ext, page: state.page > 1 ? state.page : undefined } : {}),
    feed: last ? { kind: "category", id: last.id } : undefined,
    index: landing,
    list: { query: listQuery(state), page: state.page, size, total: reply.ok ? reply.data.total : 0 },
  })
}

export default async function CategoryPage(props: Props) {
  const [category, state, shell, reply, counted] = await Promise.all([
    readCategory(props),
    readState(props),
    readPageChrome(),
    readDocuments(props),
    readCounts(props),
  ])
  if (!shell.alive) throw pageError("分类没有读到")
  if (!category) notFound()
  if (!reply.ok) throw pageError("文档列表没有读到", reply)
  // docs/decisions/460
  if (state.page > 1 && reply.data.document.length === 0) notFound()

  const { settings, documents } = shell
  const last = category.way.at(-1)
  const path = paths.category(category.id || undefined)
  const list = { path, query: listQuery(state) }
  const crumbs = [
    { label: "首页", href: paths.home },
    { label: everything, href: paths.category() },
    ...categoryCrumbs(category.way, documents, paths.category),
  ]
  const first = state.page === 1
  return (
    <>
      <JsonLd data={breadcrumbData(crumbs, settings.system.domain)} />
      <JsonLd
        data={collectionData(
          {
            title: last?.title ?? everything,
            description: last?.description,
            path: hrefOf(path, { page: first ? undefined : state.page }),
            from: (state.page - 1) * size + 1,
            items: reply.data.document.map(({ title, uuid }) => ({ title, href: paths.document(uuid) })),
          },
          settings.system.domain,
        )}
      />
      <CategoryView
        title={last?.title ?? everything}
        description={first ? (last?.description ?? "") : ""}
        cover={first ? (last?.cover ?? "") : ""}
        crumbs={crumbs}
        sub={subCategories(shownWay(category.way, documents), documents, state.sub, list)}
        facets={documentFacets(list, counted, { languages: settings.language, vip: settings.vip.enable }).filter(
          ({ name, options }) => options.length > 1 && (name !== "pages" || settings.features.page_filter),
        )}
        sort={sortFacet(list, listSorts)}
        documents={reply.data.document.map(rowOf)}
        newest={first && isNewest(state) ? String(category.id || "all") : undefined}
        page={{ ...list, page: state.page, size, total: reply.data.total }}
        settings={siteSettings(settings)}
        now={Date.now()}
      />
    </>
  )
}

/** Returns the path within the tree that lists display. That tree may omit empty categories, but their URLs are valid all the same. */
const shownWay = (way: CategoryNode[], visibleTree: CategoryNode[]): CategoryNode[] => {
  const last = way.at(-1)
  if (!last) return []
  const seen = categoryPath(visibleTree, last.id)
  return seen.length > 0 ? seen : shownWay(way.slice(0, -1), visibleTree)
}
