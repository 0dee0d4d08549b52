import { labelled } from "../labelled"

/** Accounts are normal or disabled (by a punishment); the other values exist only on compatible servers. */
export const UserStatus = /* @__PURE__ */ labelled({
  normal: [0, "正常"],
  disabled: [1, "已禁用"],
  reviewing: [2, "审核中"],
  rejected: [3, "已拒绝"],
  ignored: [4, "已忽略"],
})
