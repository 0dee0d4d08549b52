import { order } from "../../../lib/contract/order"
import { serve } from "../../routes"
import { readOrders, readVips } from "./order.usecases"

export const orderRoutes = serve(order, { "GET /user/order": readOrders, "GET /user/vip": readVips })
