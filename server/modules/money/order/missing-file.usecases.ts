import { DynamicType } from "@/lib/contract/people/activity.enums"
import { noCredits, noFen, plus } from "@/lib/rules/money/money"
import { isPending } from "@/lib/rules/money/order-status"
import { refundLeft } from "@/lib/rules/money/refund"
import { paths } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { AppError, conflict } from "@/server/errors"
import type { JobSpec } from "@/server/jobs/queue"
import type { DocumentRow } from "../../library/document/access.policy"
import { findDocumentWithoutFile } from "../../library/document/stored-file.policy"
import { addDynamic } from "../../people/activity/activity.usecases"
import { addNotice, listDueDocuments, listPendingOf, listPurchasesOf } from "./missing-file.repository"
import { findOrder, type OrderRow } from "./order.repository"
import { closeOrder } from "./order.usecases"
import { askGateways, closeAtGateways } from "./receipt.usecases"
import { listRefunds } from "./refund.repository"
import { refundOrder } from "./refund.usecases"

/* Orders of documents whose original file is missing (docs/decisions/182). */

export type FileNotice = { document_id: number; user_id: number }

/** Closes a pending order here and at its gateways. One that has just been paid stays paid: its buyer is notified and can be refunded. */
const closeUnpaid = async (ctx: Ctx, order: OrderRow): Promise<void> => {
  if (await askGateways(ctx, order, { all: true })) return
  await closeAtGateways(ctx, order)
  const current = await findOrder(ctx.db, order.order_no)
  if (current && isPending(current.status)) await closeOrder(ctx, current)
}

/** Notifies a buyer once per document, on the site and by mail. */
const tellBuyer = (ctx: Ctx, { id, uuid, title }: DocumentRow, user_id: number, mail: JobSpec<FileNotice>): Promise<void> =>
  ctx.tx(async (ctx) => {
    if (!(await addNotice(ctx.db, { document_id: id, user_id, created_at: ctx.now() }))) return
    const message = "你购买的文档《{title}》原文件缺失，暂不能下载；网站会补上文件，或者给你退款"
    await addDynamic(ctx, { user_id, type: DynamicType.download, message, title, href: paths.document(uuid) })
    await ctx.enqueue(mail, { document_id: id, user_id }, { key: `${id}-${user_id}` })
  })

const some = 100

/** Closes the pending orders of documents without a file, and notifies the buyers. */
export const settleMissingFiles = async (ctx: Ctx, mail: JobSpec<FileNotice>, stopped: () => boolean): Promise<void> => {
  for (const id of await listDueDocuments(ctx.db, some)) {
    if (stopped()) return
    const document = await findDocumentWithoutFile(ctx, id)
    if (!document) continue
    for (const order of await listPendingOf(ctx.db, id)) await closeUnpaid(ctx, order)
    const buyers = new Set((await listPurchasesOf(ctx.db, id)).map(({ user_id }) => user_id))
    for (const user_id of buyers) if (user_id !== document.user_id) await tellBuyer(ctx, document, user_id, mail)
  }
}

/** Returns the orders of a document without a file that can be refunded, with the sums. @throws 409 if the file is there */
const refundableOrders = async (ctx: Ctx, document_id: number) => {
  if (!(await findDocumentWithoutFile(ctx, document_id))) throw conflict("这份文档的原文件没有缺失，不用退款")
  const purchases = await listPurchasesOf(ctx.db, document_id)
  const orders = purchases.filter((order) => Object.values(refundLeft(order)).some((left) => left > 0))
  return {
    orders,
    unpaid: purchases.length - orders.length,
    fen: orders.reduce((sum, order) => plus(sum, refundLeft(order).fen), noFen),
    amount: orders.reduce((sum, order) => plus(sum, refundLeft(order).amount), noCredits),
  }
}

/** Returns the possible refunds for the buyers of a document without a file. @throws 409 if the file is there */
export const readBuyers = async (ctx: Ctx, { document_id }: { document_id: number }) => {
  const { orders, ...sums } = await refundableOrders(ctx, document_id)
  return { ...sums, orders: orders.length, buyers: new Set(orders.map(({ user_id }) => user_id)).size }
}

/**
 * Refunds the remaining amount of one order. The number follows from the refunds before it, so that a repeated request is the same refund.
 */
const refundRest = async (ctx: LoggedIn, { order_no }: OrderRow, remark: string): Promise<boolean> => {
  const order = (await findOrder(ctx.db, order_no))!
  const refunds = await listRefunds(ctx.db, order.id)
  const left = refundLeft(order)
  if (left.fen === 0 && left.amount === 0) return true
  return refundOrder(ctx, { order_no, refund_no: `F${order_no}${refunds.length}`, ...left, remark }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      ctx.app.log.warn({ order: order_no, reason: error.message }, "文件缺失的文档没有退款")
      return false
    },
  )
}

type RefundBuyersInput = { document_id: number; fen: number; amount: number; remark: string }

/**
 * Refunds every buyer of a document without a file, each order in a transaction of its own. `fen` and `amount` are the sums that staff have
 * agreed to. A repeated request refunds nothing twice. @throws 409 if the file is there, or if the sums have changed
 */
export const refundBuyers = async (ctx: LoggedIn, { document_id, remark, fen, amount }: RefundBuyersInput) => {
  const { orders, ...sums } = await refundableOrders(ctx, document_id)
  if (orders.length && (sums.fen !== fen || sums.amount !== amount)) throw conflict("要退的数目刚刚变了，请重新确认")
  let refunded = 0
  for (const order of orders) if (await refundRest(ctx, order, remark)) refunded += 1
  return { refunded, failed: orders.length - refunded }
}
