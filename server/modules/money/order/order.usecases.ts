import { OrderType } from "@/lib/contract/money/order.enums"
import { transitions } from "@/lib/rules/money/order-status"
import type { Ctx, DbCtx, LoggedIn } from "@/server/context"
import { conflict } from "@/server/errors"
import { findDocumentWithoutFile } from "../../library/document/stored-file.policy"
import { listUsersById } from "../../people/user/people.usecases"
import { changeOrder, listOrders, listOwnOrders, lockOrder, sumOrders, type OrderFilter, type OrderRow } from "./order.repository"
import { requireOwnOrder } from "./order.policy"

/** Returns the user's order; orders of other users are a 404. */
export const readOrder = async (ctx: LoggedIn, { order_no }: { order_no: string }) => {
  const order = await requireOwnOrder(ctx, order_no)
  const isDocument = order.order_type === OrderType.document
  return { ...order, file_missing: isDocument && (await findDocumentWithoutFile(ctx, order.product_id)) !== null }
}

/** Lists the user's orders, newest first (docs/reference/api.md 3.13). */
export const readOrders = async (ctx: LoggedIn, input: OrderFilter) => {
  const { rows, total } = await listOwnOrders(ctx.db, ctx.user.id, input)
  return { total, order: rows }
}

/** Adds usernames to the rows; "" for an account that no longer exists. */
export const withNames = async <T extends { user_id: number }>(ctx: DbCtx, rows: T[]): Promise<(T & { username: string })[]> => {
  const people = new Map(
    (await listUsersById(ctx, [...new Set(rows.map(({ user_id }) => user_id))])).map((user) => [user.id, user.username]),
  )
  return rows.map((row) => ({ ...row, username: people.get(row.user_id) ?? "" }))
}

/** Lists all orders for staff. `wd` is a part of the order number or the product name. */
export const readAllOrders = async (ctx: Ctx, { order_status, ...input }: OrderFilter & { order_status?: number[] }) => {
  const { rows, total } = await listOrders(ctx.db, { ...input, status: order_status })
  return { total, order: await withNames(ctx, rows) }
}

/** Returns the sums of the paid orders that match, in money and in credits. */
export const readOrderSum = (ctx: Ctx, { order_status, ...input }: OrderFilter & { order_status?: number[] }) =>
  sumOrders(ctx.db, { ...input, status: order_status })

/** Closes a pending order; a closed one does not change. The caller has checked the owner. @throws 409 for a paid one */
export const closeOrder = (ctx: Ctx, { id }: OrderRow) =>
  ctx.tx(async (ctx) => {
    const row = await lockOrder(ctx.db, id)
    const { to, effect } = transitions[row.status]!.close
    if (effect === "refused") throw conflict("订单已经支付，不能关闭")
    return effect === "close" ? changeOrder(ctx.db, row.id, { status: to, closed_at: ctx.now() }, ctx.now()) : row
  })

/** Removes a closed order from its owner's list; the row stays. @throws 409 for any other status */
export const removeOrder = (ctx: LoggedIn, { order_no }: { order_no: string }) =>
  ctx.tx(async (ctx) => {
    const row = await lockOrder(ctx.db, (await requireOwnOrder(ctx, order_no)).id)
    if (transitions[row.status]!.remove.effect === "refused") throw conflict("只有已关闭的订单可以删除")
    await changeOrder(ctx.db, row.id, { deleted_at: ctx.now() }, ctx.now())
    return {}
  })
