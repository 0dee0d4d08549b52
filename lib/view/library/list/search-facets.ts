import { FeeType } from "@/lib/contract/library/document.choices.enums"
import { kindOf as formatOf } from "@/lib/contract/library/document.formats"
import type { Output } from "@/lib/contract/types"
import { categoryPath, type CategoryNode } from "../category-tree"
import {
  categoryFacet,
  durationFacet,
  extFacet,
  feeFacet,
  languageFacets,
  pageBands,
  pagesFacet,
  type Facet,
  type ListAddress,
} from "./list-filters"
import type { SearchState } from "./search-state"

/** The server's counts; empty if it does not count. */
type ListCounts = Output<"GET /document/facets">
export type FacetCounts = ListCounts & Pick<Output<"GET /document/search">, "agg_category">
/** The answer of a server without counts. */
export const noCounts: ListCounts = { agg_ext: [], agg_language: [], agg_fee: [], agg_pages: [], agg_duration: [] }
type Site = { categories: CategoryNode[]; languages: { code: string; language: string }[]; vip: boolean }

/** Returns the facets of a search with their counts. Omits options without results, unless they are selected. */
export const searchFacets = (list: ListAddress, state: SearchState, counted: FacetCounts, site: Site): Facet[] => {
  const category = categoryOf(list, state, counted, site.categories)
  if (state.type !== 0) return [category, countedDuration(list, counted)]
  return [category, ...documentFacets(list, counted, site)].filter(({ options }) => options.length > 1)
}

const countedDuration = (list: ListAddress, { agg_duration }: ListCounts): Facet =>
  withCounts(durationFacet(list), new Map(agg_duration.map((one) => [one.duration, one.count])), "none")

/** Returns the facets of a list of documents with their counts; an option without documents is omitted, unless it is selected. */
export const documentFacets = (list: ListAddress, counted: ListCounts, site: Omit<Site, "categories">): Facet[] => [
  withCounts(extFacet(list), sums(counted.agg_ext.map(({ ext, count }) => [formatOf(ext), count])), "sum"),
  withCounts(
    feeFacet(list, site.vip),
    new Map(counted.agg_fee.map((one) => [one.fee_type, one.count])),
    [FeeType.free, FeeType.charge], // a VIP document is counted under one of these too
  ),
  ...languageFacets(list, site.languages).map((facet) =>
    withCounts(facet, new Map(counted.agg_language.map((one) => [one.code, one.count])), "sum"),
  ),
  withCounts(
    pagesFacet(list),
    sums(counted.agg_pages.map(({ min, count }) => [pageBands.find((band) => band.min === min)?.name ?? "", count])),
    "sum",
  ),
  countedDuration(list, counted),
]

const sums = (pairs: [string, number][]): Map<string, number> => {
  const totals = new Map<string, number>()
  for (const [name, count] of pairs) totals.set(name, (totals.get(name) ?? 0) + count)
  return totals
}

/** `any`: whether the count of the "all" option is the sum of all other options, of some of them, or unknown. */
const withCounts = (facet: Facet, counts: Map<string, number>, any: "sum" | "none" | readonly string[]): Facet => {
  if (counts.size === 0) return facet
  const added =
    any === "none" ? undefined : [...counts].reduce((sum, [name, count]) => sum + (any === "sum" || any.includes(name) ? count : 0), 0)
  return {
    ...facet,
    options: facet.options
      .map((option) => ({ ...option, count: option.value === "" ? added : (counts.get(option.value) ?? 0) }))
      .filter((option) => option.value === "" || option.current || option.count),
  }
}

const categoriesShown = 12

/** Returns the path to the selected category and its children, or the top level; ordered by number of documents if it is known. */
const categoryOf = (list: ListAddress, { category_id }: SearchState, { agg_category }: FacetCounts, tree: CategoryNode[]): Facet => {
  const counts = new Map(agg_category.map((one) => [one.category_id, one.count]))
  const way = category_id ? categoryPath(tree, category_id) : []
  const below = way.length > 0 ? way.at(-1)!.children : tree
  const choice = (node: CategoryNode) => ({
    value: String(node.id),
    label: node.title,
    ...(counts.size > 0 ? { count: counts.get(node.id) ?? 0 } : {}),
  })
  const offered = below
    .map(choice)
    .filter(({ count }) => count !== 0)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .slice(0, categoriesShown)
  return categoryFacet(list, [{ value: "", label: "全部分类" }, ...way.map(choice), ...offered])
}
