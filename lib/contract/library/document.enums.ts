import { labelled } from "../labelled"

export const DocumentStatus = /* @__PURE__ */ labelled({
  pending: [0, "等待转换"],
  converting: [1, "转换中"],
  converted: [2, "已发布"],
  failed: [3, "转换失败"],
  disabled: [4, "已禁用"],
  reconvert: [5, "等待重新转换"],
  reviewing: [6, "待审核"],
  rejected: [7, "已拒绝"],
})

/** The visibility of a document that its status makes public. A larger number is stricter. */
export const DocumentVisibility = /* @__PURE__ */ labelled({
  everybody: [0, "公开"],
  unlisted: [1, "知道链接可见"],
  groups: [2, "指定用户组可见"],
  owner: [3, "仅自己可见"],
})
