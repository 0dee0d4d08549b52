import { OrderType, RefundStatus } from "@/lib/contract/money/order.enums"
import { credits, fen, formatYuan } from "@/lib/rules/money/money"
import { isPaid } from "@/lib/rules/money/order-status"
import { afterPart, mostOfRecharge, refundLeft, refundWay, type RefundAmount } from "@/lib/rules/money/refund"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, invalid, notFound } from "@/server/errors"
import { lockBalance } from "../ledger/ledger.usecases"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { listUsersById } from "../../people/user/people.usecases"
import { authorPaid, clawBack } from "./claw-back.usecases"
import { changeOrder, findOrder, lockOrder, type OrderRow } from "./order.repository"
import { refundJob } from "./refund.jobs"
import { tellOfRefund } from "./refund-settlement.usecases"
import { addRefund, findRefund, listRefunds, sumTaken, type RefundRow } from "./refund.repository"

/* Refunds by staff (docs/decisions/074). */

/** Adds the names of the staff who requested the refunds; "" for an account that no longer exists. */
const withOperators = async (ctx: Ctx, rows: RefundRow[]) => {
  const operators = await listUsersById(ctx, [...new Set(rows.map(({ operator_id }) => operator_id))])
  const names = new Map(operators.map(({ id, username }) => [id, username]))
  return rows.map((row) => ({ ...row, operator: names.get(row.operator_id) ?? "" }))
}

const getOrder = async (ctx: Ctx, order_no: string): Promise<OrderRow> => {
  const order = await findOrder(ctx.db, order_no)
  if (!order) throw notFound("订单不存在", "order_no")
  return order
}

/** Returns the most that can still be refunded in money; for a recharge, only the part that its owner has not spent. */
const mostFen = async (ctx: Ctx, order: OrderRow): Promise<number> => {
  const left = refundLeft(order).fen
  if (left === 0 || order.order_type !== OrderType.recharge) return left
  const { taken } = await sumTaken(ctx.db, order.id)
  return mostOfRecharge(order, taken + (await lockBalance(ctx, order.user_id)))
}

/** Returns an order's refunds, newest first, and the most that can still be refunded. @throws 404 */
export const readRefunds = (ctx: Ctx, { order_no }: { order_no: string }) =>
  ctx.tx(async (ctx) => {
    const order = await getOrder(ctx, order_no)
    const refund = await withOperators(ctx, await listRefunds(ctx.db, order.id))
    return { most_fen: await mostFen(ctx, order), most_amount: refundLeft(order).amount, refund }
  })

/** Returns the order's sums after the refund. @throws 400 with the remaining amount, 409 if nothing was paid */
const sumsAfter = async (ctx: Ctx, order: OrderRow, part: RefundAmount) => {
  if (!isPaid(order.status)) throw conflict("订单还没有支付，不能退款")
  const way = refundWay(order.payment_type)
  const left = refundLeft(order)
  if (!way || (order.fen === 0 && order.amount === 0)) throw conflict("这个订单没有付过钱，没有可以退的")
  if (left.fen === 0 && left.amount === 0) throw conflict("这个订单已经全部退款")
  const sums = afterPart(order, part)
  if (sums) return sums
  if (way !== "credits") throw invalid(`退款金额应在 0.01 到 ${formatYuan(left.fen)} 元之间`, "fen")
  throw invalid(`这个订单是用${(await settingsOf(ctx.app, "score")).credit_name}支付的，可以退 1 到 ${left.amount}`, "amount")
}

type OrderRefundInput = { order_no: string; refund_no: string; fen: number; amount: number; remark: string }

/** Returns the existing refund with this number; rejects a different refund under the same number. */
const sameAgain = (existing: RefundRow, order: OrderRow, part: RefundAmount): RefundRow => {
  const same = existing.order_id === order.id && existing.fen === part.fen && existing.amount === part.amount
  if (!same) throw conflict("这个退款单号已经用过了", "refund_no")
  return existing
}

/**
 * Refunds a part or all of a paid order, through the method that paid it. What is due is taken back in the same transaction; a job calls
 * the gateway afterwards. `refund_no` is an idempotency key. @throws 400 for more than is left or covered, 404, 409
 */
export const refundOrder = async (ctx: LoggedIn, { order_no, refund_no, remark, ...amounts }: OrderRefundInput) => {
  const part: RefundAmount = { fen: fen(amounts.fen), amount: credits(amounts.amount) }
  const refund = await ctx.tx(async (ctx) => {
    const orderRow = await getOrder(ctx, order_no)
    const author = await authorPaid(ctx, orderRow)
    await lockPeople(ctx, [orderRow.user_id, author ?? 0])
    const before = await lockOrder(ctx.db, orderRow.id)
    const again = await findRefund(ctx.db, refund_no)
    if (again) return sameAgain(again, before, part)
    const sums = await sumsAfter(ctx, before, part)
    const now = ctx.now()
    const outside = refundWay(before.payment_type) === "gateway"
    const status = outside ? RefundStatus.pending : RefundStatus.done
    const done_at = outside ? null : now
    const order = await changeOrder(ctx.db, before.id, { ...sums, refunded_at: done_at ?? before.refunded_at }, now)
    const taken = await clawBack(ctx, { before, order, part, refund_no, author, held: outside })
    const row = { refund_no, order_id: order.id, user_id: order.user_id, status, ...part, ...taken, remark, operator_id: ctx.user.id }
    const added = await addRefund(ctx.db, { ...row, done_at, ask_at: outside ? now : null, created_at: now, updated_at: now })
    if (!added) throw conflict("这个退款单号已经用过了", "refund_no")
    if (outside) await ctx.enqueue(refundJob, { refund_id: added.id }, { key: String(added.id) })
    else await tellOfRefund(ctx, order, added)
    return added
  })
  return (await withOperators(ctx, [refund]))[0]!
}
