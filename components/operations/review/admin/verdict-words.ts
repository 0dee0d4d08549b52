import { ReviewKind } from "@/lib/contract/operations/review.enums"

/** The labels of the two verdicts, where they are not 通过 and 退回. */
const labels: Record<number, { approve: string; reject: string }> = {
  [ReviewKind.report]: { approve: "没有问题", reject: "下架" },
  [ReviewKind.complaint]: { approve: "保留或恢复", reject: "下架或维持下架" },
  [ReviewKind.appeal]: { approve: "申诉成立", reject: "维持原处理" },
  [ReviewKind.refund]: { approve: "重新退款", reject: "不再退款" },
}

export const verdictLabel = (kind: number, approve: boolean): string =>
  approve ? (labels[kind]?.approve ?? "通过") : (labels[kind]?.reject ?? "退回")

/** Says what was decided, before the title of the item. */
export const decidedText = (kind: number, approve: boolean): string =>
  labels[kind] ? `${verdictLabel(kind, approve)}：` : approve ? "已通过" : "已退回"

/** The label of the field for a reason, where it is not the reason of a rejection from a chip. */
export const reasonLabels: Record<number, string> = {
  [ReviewKind.report]: "给举报人的答复（可不填）",
  [ReviewKind.appeal]: "维持原处理的理由，申诉人会看到",
  [ReviewKind.refund]: "不再退款的原因，写进退款记录",
}

/** The label of the field for the reason of a rejection. */
export const rejectionLabel = "原因，作者会看到"
