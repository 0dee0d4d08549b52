import { labelled } from "../labelled"

/** Statuses of a download code (`lib/contract/money/download-code.ts`). */
export const DowncodeStatus = /* @__PURE__ */ labelled({
  unused: [1, "未使用"],
  used: [2, "已使用"],
  revoked: [3, "已作废"],
  expired: [4, "已过期"],
})
