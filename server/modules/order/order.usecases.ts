import { and, desc, eq, inArray } from "drizzle-orm"
import type { LoggedIn } from "../../context"
import { pageOf, listPage } from "../../db/listing"
import { orderTable as t, userVipTable as vip } from "./order.table"

type Paged = { page?: number; size?: number; limit?: number }

/** A 0 among the requested values means all. */
const asked = (values: number[] | undefined) => (values?.length && !values.includes(0) ? values : undefined)

/** The person's own orders, newest first (docs/reference/api.md 3.13). */
export const readOrders = async (ctx: LoggedIn, input: Paged & { status?: number[]; order_type?: number[] }) => {
  const [status, type] = [asked(input.status), asked(input.order_type)]
  const where = and(eq(t.user_id, ctx.user.id), status && inArray(t.status, status), type && inArray(t.order_type, type))
  const { rows, total } = await listPage(ctx.db, t, { where, order: [desc(t.id)], ...pageOf(input, 100) })
  return { total, order: rows }
}

/** The person's own cards, the one that lasts longest first. */
export const readVips = async (ctx: LoggedIn, input: Paged) => {
  const where = eq(vip.user_id, ctx.user.id)
  const { rows, total } = await listPage(ctx.db, vip, { where, order: [desc(vip.expired_at), desc(vip.id)], ...pageOf(input, 100) })
  return { total, user_vip: rows }
}
