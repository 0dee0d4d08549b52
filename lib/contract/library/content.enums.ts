import { labelled } from "../labelled"

export const ReviewStatus = /* @__PURE__ */ labelled({
  pending: [0, "待审核"],
  approved: [1, "已通过"],
  rejected: [2, "未通过"],
})

export const ContentKind = /* @__PURE__ */ labelled({
  document: [0, "文档"],
  article: [1, "文章"],
})
