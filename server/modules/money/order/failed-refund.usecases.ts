import { createHash } from "node:crypto"
import { RefundStatus } from "@/lib/contract/money/order.enums"
import type { LoggedIn } from "@/server/context"
import { conflict, invalid, notFound } from "@/server/errors"
import { requireConfirmed } from "@/server/security/confirmation"
import { closeRefund, findRefundById, orderOfRefund } from "./refund.repository"
import { refundOrder } from "./refund.usecases"

/* Refunds that the gateway refused wait for staff (docs/decisions/476). */

const notWaiting = () => conflict("这笔退款已经有人处理了")

/** Returns the number of the next attempt: always the same one, so that two requests for it are one refund. */
const nextNumber = (refund_no: string): string => `R${createHash("sha256").update(`next ${refund_no}`).digest("hex").slice(0, 31)}`

/**
 * Requests a failed refund again: the same sum, under a new number. @throws 403 without a recent confirmation, 404, 400 if less is left by
 * now, 409
 */
export const retryFailedRefund = async (ctx: LoggedIn, id: number) => {
  requireConfirmed(ctx)
  const row = await findRefundById(ctx.db, id)
  if (!row) throw notFound("退款不存在")
  if (row.status !== RefundStatus.failed || row.done_at) throw notWaiting()
  const { order_no } = await orderOfRefund(ctx.db, row)
  const { refund_no, fen, amount, remark } = row
  return refundOrder(ctx, { order_no, refund_no: nextNumber(refund_no), fen, amount, remark })
}

const maxRemark = 255

/** Records that a failed refund is not requested again, with the reason in its remark. @throws 400, 404, 409 */
export const closeFailedRefund = async (ctx: LoggedIn, id: number, reason: string): Promise<void> => {
  if (!reason.trim()) throw invalid("请写明不再退款的原因", "reason")
  const row = await findRefundById(ctx.db, id)
  if (!row) throw notFound("退款不存在")
  const remark = [row.remark, `不再退款：${reason.trim()}`].filter(Boolean).join("；").slice(0, maxRemark)
  if (!(await closeRefund(ctx.db, id, remark, ctx.now()))) throw notWaiting()
}
