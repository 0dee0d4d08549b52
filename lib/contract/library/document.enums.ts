import { labelled } from "../labelled"

export const DocumentStatus = /* @__PURE__ */ labelled({
  pending: [0, "等待转换"],
  converting: [1, "转换中"],
  converted: [2, "已转换"],
  failed: [3, "转换失败"],
  disabled: [4, "已禁用"],
  reconvert: [5, "等待重新转换"],
  reviewing: [6, "待审核"],
  rejected: [7, "已拒绝"],
})

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
