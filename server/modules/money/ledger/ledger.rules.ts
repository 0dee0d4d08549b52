/**
 * Returns the remark for one side of a movement. The stored remark is written for the buyer; the other party sees it from their point of
 * view. The ledger is append-only, so this also corrects past entries.
 */
export const sideRemark = ({ kind, remark, amount }: { kind: string; remark: string; amount: number }): string => {
  if (kind === "purchase" && amount > 0) return remark.replace(/^购买(文档)?/, "售出")
  if (kind === "refund" && amount < 0) return remark.replace(/^退款：/, "退款扣回：").replace(/^退款没有成功：/, "退款没有成功，重新扣除：")
  if (kind === "refund") return remark.replace(/^退款没有成功：/, "退款没有成功，还给你：")
  return remark
}
