import { labelled } from "../labelled"

export const ReportReason = /* @__PURE__ */ labelled({
  spam: [1, "垃圾广告"],
  obscene: [2, "淫秽色情"],
  fraud: [3, "虚假中奖"],
  sensitive: [4, "敏感信息"],
  attack: [5, "人身攻击"],
  harassment: [6, "骚扰他人"],
  /** an addition to the six of the specification */
  copyright: [7, "侵犯版权"],
})
