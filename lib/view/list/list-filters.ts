import { FeeType, kindNames, kinds } from "../../contract/enums"
import { hrefOf, type Query } from "./query"

export type Option = { value: string; label: string; href: string; current: boolean }
export type Facet = { name: string; title: string; options: Option[] }

export const extChoices = ["", ...kindNames] as const
export const feeChoices = ["", FeeType.free, FeeType.charge, FeeType.vip] as const
export const listSorts = ["default", "latest", "view", "favorite", "download", "pages"] as const
export const searchSorts = ["default", "latest", "pages", "size"] as const

const sortLabels: Record<string, string> = {
  default: "综合",
  latest: "最新",
  view: "浏览",
  favorite: "收藏",
  download: "下载",
  pages: "页数",
  size: "大小",
}

/** The `order` of `GET /document/list` for each `sort` of the address. "default" is the server's order. */
export const orderOf = (sort: string): string | undefined =>
  ({
    latest: "id desc",
    view: "view_count desc",
    favorite: "favorite_count desc",
    download: "download_count desc",
    pages: "pages desc",
  })[sort]

type State = { path: string; query: Query }

/** A choice as links: picking one keeps every other condition and goes back to the first page. */
const optionsOf = ({ path, query }: State, name: string, choices: [string, string][]): Option[] =>
  choices.map(([value, label]) => ({
    value,
    label,
    current: String(query[name] ?? "") === value,
    href: hrefOf(path, { ...query, [name]: value || undefined, page: undefined }),
  }))

export const extFacet = (state: State): Facet => ({
  name: "ext",
  title: "文档格式",
  options: optionsOf(state, "ext", [["", "全部格式"], ...kindNames.map((name): [string, string] => [name, kinds[name].label])]),
})

export const feeFacet = (state: State, vip: boolean): Facet => ({
  name: "fee_type",
  title: "文档价格",
  options: optionsOf(state, "fee_type", [
    ["", "全部价格"],
    ...FeeType.options.flatMap(({ value, label }): [string, string][] => (vip || value !== FeeType.vip ? [[value, label]] : [])),
  ]),
})

export const sortFacet = (state: State, sorts: readonly string[]): Facet => ({
  name: "sort",
  title: "排序",
  options: optionsOf(
    state,
    "sort",
    sorts.map((sort) => [sort === "default" ? "" : sort, sortLabels[sort] ?? sort]),
  ),
})

export type Chosen = { label: string; href: string }

/** The active filters of a list, each with the address without it. Sort is no filter. */
export const chosenOf = ({ path, query }: State, facets: Facet[]): Chosen[] =>
  facets.flatMap((facet) => {
    const current = facet.options.find((option) => option.current && option.value !== "")
    return current ? [{ label: current.label, href: hrefOf(path, { ...query, [facet.name]: undefined, page: undefined }) }] : []
  })

/** The address without any filter: what stays is the keyword and its kind. */
export const clearedHref = ({ path, query }: State, facets: Facet[]): string =>
  hrefOf(path, { ...query, ...Object.fromEntries(facets.map((facet) => [facet.name, undefined])), page: undefined })
