import { labelled } from "../labelled"

/** The kinds of items in the review queue. The id of a report is that of its case, that of a profile its user's. */
export const ReviewKind = /* @__PURE__ */ labelled({
  document: [1, "文档"],
  article: [2, "文章"],
  comment: [3, "评论"],
  report: [4, "举报"],
  /** a signature that a sensitive word sent */
  profile: [5, "个人资料"],
  complaint: [6, "版权投诉"],
  /** against a rejection or a punishment */
  appeal: [7, "申诉"],
  /** that the gateway refused and that no other attempt followed */
  refund: [8, "退款"],
})

/** The kinds that are decided several at once: what people write. The other kinds must be read one by one. */
export const batchKinds: readonly number[] = [ReviewKind.document, ReviewKind.article, ReviewKind.comment, ReviewKind.profile]
/** How many items one batch may have. */
export const maxBatch = 50
