import { labelled } from "../labelled"

/* Choices of lists and of staff: the reader loads only the statuses, and a browser loads a module as a whole. */

/** How a document is paid for; members download `vip` ones free. */
export const FeeType = /* @__PURE__ */ labelled({
  free: ["free", "免费"],
  charge: ["charge", "付费"],
  vip: ["vip", "VIP 特享"],
})

/** Actions on a document's recommendation (docs/reference/api.md 2.5). */
export const DocumentRecommend = /* @__PURE__ */ labelled({
  cancel: [0, "取消推荐"],
  set: [1, "设为推荐"],
  again: [2, "重新推荐（置顶）"],
})
