import { labelled } from "../labelled"

/** The scope of a search. */
export const SearchType = /* @__PURE__ */ labelled({
  all: [-1, "综合"],
  document: [0, "文档"],
  article: [1, "文章"],
})

/** How far back a search goes. */
export const Duration = /* @__PURE__ */ labelled({
  day: ["day", "最近一天"],
  week: ["week", "最近一周"],
  month: ["month", "最近一个月"],
  three_month: ["three_month", "最近三个月"],
  half_year: ["half_year", "最近半年"],
  year: ["year", "最近一年"],
})
