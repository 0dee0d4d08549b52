import { labelled } from "../labelled"

/** The kind of a decision's object; the id of a decision's object is that of this row. */
export const DecisionKind = /* @__PURE__ */ labelled({
  document: [1, "文档"],
  article: [2, "文章"],
  comment: [3, "评论"],
  punishment: [4, "处罚"],
})

export const DecisionVerdict = /* @__PURE__ */ labelled({
  rejected: [1, "没有通过审核"],
  disabled: [2, "已被禁用"],
  punished: [3, "受到处罚"],
})

/** `ended`: the decision was no longer in effect when staff answered. */
export const AppealStatus = /* @__PURE__ */ labelled({
  waiting: [0, "等待答复"],
  upheld: [1, "申诉成立"],
  dismissed: [2, "维持原处理"],
  ended: [3, "已失效"],
})
