import { FeeType } from "@/lib/contract/library/document.choices.enums"
import { kindNames, kinds } from "@/lib/contract/library/document.formats"
import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { hrefOf, type ListQuery } from "./query"

/** `count`: how many rows the option would display, if the server reports it. */
export type FilterOption = { value: string; label: string; href: string; current: boolean; count?: number }
export type Facet = { name: string; title: string; options: FilterOption[] }

export const extChoices = ["", ...kindNames] as const
export const feeChoices = ["", FeeType.free, FeeType.charge, FeeType.vip] as const
export const durationChoices = ["", ...rangeShortcuts.map(({ name }) => name)] as const
export const listSorts = ["default", "latest", "view", "recommend", "favorite", "download", "pages"] as const

/** Page count ranges as in the URL, `min-max`; 0 = no upper limit. */
export const pageBands = [
  { name: "1-10", label: "10 页以内", min: 1, max: 10 },
  { name: "11-50", label: "11 - 50 页", min: 11, max: 50 },
  { name: "51-100", label: "51 - 100 页", min: 51, max: 100 },
  { name: "101-", label: "100 页以上", min: 101, max: 0 },
] as const
export const bandChoices = ["", ...pageBands.map(({ name }) => name)] as const

const sortLabels: Record<string, string> = {
  default: "综合",
  latest: "最新",
  view: "浏览",
  recommend: "推荐",
  favorite: "收藏",
  download: "下载",
  pages: "页数",
  size: "大小",
  score: "评分",
}

export type ListAddress = { path: string; query: ListQuery }
type Choice = { value: string; label: string; count?: number }

/** Builds options as links: selecting one keeps all other conditions and returns to the first page. */
const facetOf = ({ path, query }: ListAddress, name: string, title: string, choices: Choice[]): Facet => ({
  name,
  title,
  options: choices.map((choice) => ({
    ...choice,
    current: String(query[name] ?? "") === choice.value,
    href: hrefOf(path, { ...query, [name]: choice.value || undefined, page: undefined }),
  })),
})

export const extFacet = (list: ListAddress): Facet =>
  facetOf(list, "ext", "文档格式", [{ value: "", label: "全部格式" }, ...kindNames.map((value) => ({ value, label: kinds[value].label }))])

export const feeFacet = (list: ListAddress, vip: boolean): Facet =>
  facetOf(list, "fee_type", "文档价格", [
    { value: "", label: "全部价格" },
    ...FeeType.options.filter(({ value }) => vip || value !== FeeType.vip),
  ])

/** Returns no facet if the site has fewer than two languages. */
export const languageFacets = (list: ListAddress, languages: { code: string; language: string }[]): Facet[] =>
  languages.length > 1
    ? [
        facetOf(list, "language", "文档语言", [
          { value: "", label: "全部语言" },
          ...languages.map(({ code, language }) => ({ value: code, label: language })),
        ]),
      ]
    : []

export const pagesFacet = (list: ListAddress): Facet =>
  facetOf(list, "pages", "文档页数", [{ value: "", label: "不限页数" }, ...pageBands.map(({ name, label }) => ({ value: name, label }))])

export const durationFacet = (list: ListAddress): Facet =>
  facetOf(list, "duration", "上传时间", [
    { value: "", label: "全部时间" },
    ...rangeShortcuts.map(({ name, label }) => ({ value: name, label })),
  ])

export const categoryFacet = (list: ListAddress, choices: Choice[]): Facet => facetOf(list, "category_id", "文档分类", choices)

export const sortFacet = (list: ListAddress, sorts: readonly string[]): Facet =>
  facetOf(
    list,
    "sort",
    "排序",
    sorts.map((sort) => ({ value: sort === "default" ? "" : sort, label: sortLabels[sort] ?? sort })),
  )

/** Returns the selected option of a facet, unless it is "any". */
export const chosenIn = ({ options }: Facet): FilterOption | undefined => options.find((option) => option.current && option.value !== "")

export type Chosen = { label: string; href: string }

/** Returns the active filters of a list, each with the URL that removes it. The sort order is not a filter. */
export const chosenOf = ({ path, query }: ListAddress, facets: Facet[]): Chosen[] =>
  facets.flatMap((facet) => {
    const current = chosenIn(facet)
    return current ? [{ label: current.label, href: hrefOf(path, { ...query, [facet.name]: undefined, page: undefined }) }] : []
  })

/** Returns the facets to offer: none above an empty list that no filter has emptied. */
export const offeredFacets = (facets: Facet[], total: number): Facet[] => (total > 0 || facets.some(chosenIn) ? facets : [])

/** Returns the URL without any filter; only the keyword and its type remain. */
export const clearedHref = ({ path, query }: ListAddress, facets: Facet[]): string =>
  hrefOf(path, { ...query, ...Object.fromEntries(facets.map((facet) => [facet.name, undefined])), page: undefined })
