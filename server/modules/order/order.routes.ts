import { order } from "../../../lib/contract/order"
import { serve } from "../../routes"
import { readRechargeSettings, readVipSettings } from "./offer.usecases"
import { readOrders, readVips } from "./order.usecases"

export const orderRoutes = serve(order, {
  "GET /settings/recharge": readRechargeSettings,
  "GET /settings/vip": readVipSettings,
  "GET /user/order": readOrders,
  "GET /user/vip": readVips,
})
