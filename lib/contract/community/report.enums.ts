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

/** The kind of a report's object; `document_id` is its id. Existing servers know documents only. */
export const ReportKind = /* @__PURE__ */ labelled({
  document: [0, "文档"],
  article: [1, "文章"],
  comment: [2, "评论"],
  user: [3, "用户"],
})

/** The verdict of staff about a report; 0 = none yet, or it was only marked as handled. */
export const ReportVerdict = /* @__PURE__ */ labelled({
  none: [0, "未定"],
  upheld: [1, "属实"],
  dismissed: [2, "不属实"],
})
