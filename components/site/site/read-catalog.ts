import "server-only"
import { servesGuests } from "@/components/library/document/download/document-facts"
import { readPageChrome, type PageChromeData } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import type { Document } from "@/lib/contract/types"
import { hasPages } from "@/lib/rules/library/document-status"
import { originOf, paths } from "@/lib/rules/path"
import { categoryPath, type CategoryNode } from "@/lib/view/library/category-tree"
import { listOrder } from "@/lib/view/library/list/list-state"
import {
  catalogFilePath,
  catalogOrders,
  catalogPath,
  catalogSize,
  type Catalog,
  type CatalogFormat,
  type CatalogLink,
  type CatalogOrder,
  type CatalogScope,
  type Publication,
} from "@/lib/view/site/opds/catalog"
import { siteName } from "@/lib/rules/site/site-name"

const publicationOf = (document: Document, { settings }: PageChromeData, origin: string): Publication => {
  const {
    uuid,
    title,
    username,
    description,
    ext,
    language,
    category,
    pages,
    created_at,
    updated_at,
    price,
    is_vip,
    version,
    file_missing,
  } = document
  return {
    title,
    author: username,
    summary: description,
    path: paths.document(uuid),
    file: !file_missing && servesGuests(document, settings) && settings.features.catalog_files ? `${catalogFilePath}${uuid}` : "",
    ext,
    cover: hasPages(document) ? new URL(paths.cover(uuid, version), origin).href : "",
    language,
    subjects: category.map((one) => one.title),
    pages,
    published: created_at ?? "",
    updated: updated_at ?? "",
    bought: !file_missing && (price > 0 || (is_vip && settings.vip.enable)),
  }
}

const linksTo = (nodes: CategoryNode[], format: CatalogFormat): CatalogLink[] =>
  nodes.map(({ id, title, doc_count }) => ({ title, path: catalogPath({ kind: "category", id }, format), count: doc_count }))

const sorts: Record<CatalogOrder, string> = { newest: "latest", popular: "download", recommended: "recommend" }

/** Returns the name of a list, the lists below it, and how to load its documents; null for a category that is not public. */
const aboutScope = (source: CatalogScope, frame: PageChromeData, format: CatalogFormat) => {
  const name = siteName(frame.settings.system)
  if (source.kind === "search") return { title: `${source.wd} - ${name}`, navigation: [], input: null }
  if (source.kind === "index") {
    const orders = Object.entries(catalogOrders).map(([kind, title]) => ({
      title,
      path: catalogPath({ kind: kind as CatalogOrder }, format),
    }))
    return { title: name, navigation: [...orders, ...linksTo(frame.documents, format)], input: null }
  }
  if (source.kind !== "category")
    return { title: `${catalogOrders[source.kind]} - ${name}`, navigation: [], input: listOrder(sorts[source.kind]) }
  const node = categoryPath(frame.documents, source.id).at(-1)
  if (!node) return null
  const input = { category_id: [source.id], ...listOrder("latest") }
  return { title: `${node.title} - ${name}`, navigation: linksTo(node.children, format), input }
}

const readDocuments = (source: CatalogScope, input: object | null, page: number) => {
  const part = { page, size: catalogSize }
  if (source.kind === "search") return serverApi("GET /document/search", { wd: source.wd, ...part })
  return input ? serverApi("GET /document/list", { ...input, ...part }) : null
}

/** Loads one page of a catalogue list with the site it belongs to; returns a status if there is none. */
export const readCatalog = async (
  source: CatalogScope,
  format: CatalogFormat,
  page: number,
): Promise<{ catalog: Catalog; site: { name: string; origin: string } } | number> => {
  const frame = await readPageChrome()
  if (!frame.alive) return 503
  const { system } = frame.settings
  // programs that read a catalogue need absolute URLs
  const origin = originOf(system.domain)
  const about = aboutScope(source, frame, format)
  if (!origin || !about || (!about.input && source.kind === "index" && page > 1)) return 404
  const reply = await readDocuments(source, about.input, page)
  if (reply && !reply.ok) return reply.status
  const publications = reply?.ok ? reply.data.document.map((one) => publicationOf(one, frame, origin)) : []
  if (page > 1 && publications.length === 0) return 404
  const total = reply?.ok ? reply.data.total : undefined
  const updated = publications.map((one) => one.updated || one.published).reduce((a, b) => (a > b ? a : b), "")
  return {
    catalog: {
      title: about.title,
      place: source,
      page,
      total,
      more: total !== undefined && total > page * catalogSize && publications.length === catalogSize,
      updated,
      navigation: page > 1 ? [] : about.navigation,
      publications,
    },
    site: { name: siteName(system), origin },
  }
}
