import { z } from "zod"
import { area } from "./area"
import { filterList, flag, int, listing, many, num, str, time } from "./schema"
import { shownOf } from "./site"

/** Amounts in credits, after the discount; `closed_at` of a pending order is the moment to come (docs/reference/api.md 3.13). */
export const Order = z.object({
  id: num,
  order_no: str,
  user_id: num,
  order_type: num,
  status: num,
  product_id: num,
  product_uuid: str,
  product_name: str,
  quantity: num,
  price: num,
  amount: num,
  coupon_amount: num,
  payment_type: num,
  created_at: time,
  updated_at: time,
  paid_at: time,
  closed_at: time,
})

/** What a purchased card gives; copied at purchase (docs/reference/api.md 3.14). */
export const UserVip = z.object({
  id: num,
  user_id: num,
  type: num,
  discount: num,
  download: num,
  download_used: num,
  times: num,
  joined_at: time,
  expired_at: time,
  order_no: str,
  created_at: time,
})

/** `recharge_discount` has one `amount:factor` per line; "" where nothing is sold. */
const RechargeSettings = z.object({ enable: flag, recharge_discount: str, credit_name: str, credit_exchange: num })

export const order = area({
  "GET /settings/recharge": { title: "读取充值设置", access: "public", shared: true, input: z.object({}), output: RechargeSettings },
  "GET /settings/vip": { title: "读取 VIP 设置", access: "public", shared: true, input: z.object({}), output: z.object(shownOf("vip")) },
  "GET /user/order": {
    title: "我的订单",
    access: "login",
    input: z.object({ ...listing, status: filterList(int), order_type: filterList(int) }),
    output: z.object({ total: num, order: many(Order) }),
  },
  "GET /user/vip": {
    title: "我的 VIP",
    access: "login",
    input: z.object(listing),
    output: z.object({ total: num, user_vip: many(UserVip) }),
  },
})
