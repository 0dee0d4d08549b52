import "server-only"
import { redirect } from "next/navigation"
import { currentUser } from "@/app/me/current-user"
import { serverApi } from "@/lib/api/server"
import { notFoundIfAbsent, pageError } from "@/lib/api/page-error"
import type { Output, User } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { textParam, type SearchParams } from "@/lib/view/library/list/query"

/**
 * Reads the order in the URL for its owner; `order` is null if the user has none of this number. Anonymous users are sent to the login and
 * back; without a number the user's orders open.
 */
export const readOrderOf = async (
  searchParams: Promise<SearchParams>,
  path: (orderNo: string) => string,
): Promise<{ order: Output<"GET /order"> | null; user: User }> => {
  const orderNo = textParam(await searchParams, "order_no")
  const user = await currentUser(path(encodeURIComponent(orderNo)))
  if (!orderNo) redirect(paths.myOrders)
  const reply = await serverApi("GET /order", { order_no: orderNo })
  if (reply.ok) return { order: reply.data, user }
  notFoundIfAbsent(reply)
  if (reply.status >= 500 || reply.status === 0) throw pageError("订单没有读到", reply)
  return { order: null, user }
}
