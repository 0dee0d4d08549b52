import { OrderType } from "@/lib/contract/money/order.enums"
import { order } from "@/lib/contract/money/order"
import { serve } from "@/server/routes"
import { offerOf, readRechargeSettings, readVipSettings } from "./price.usecases"
import { requestDownload } from "./download-purchase.usecases"
import { closePendingOrder, payOrder, readOrderStatus } from "./gateway-payment.usecases"
import { readAllOrders, readOrder, readOrders, readOrderSum, removeOrder } from "./order.usecases"
import { readBuyers, refundBuyers } from "./missing-file.usecases"
import { placeOrder } from "./create.usecases"
import { readRefunds, refundOrder } from "./refund.usecases"
import { markPaid, rechargeBySystem } from "./staff.usecases"
import { requestVipDownload } from "./vip-download.usecases"
import { readActiveVip, readAllVips, readVipOfOrder, readVips } from "./vip.usecases"

export const orderRoutes = serve(order, {
  "GET /settings/recharge": readRechargeSettings,
  "GET /settings/vip": readVipSettings,
  "POST /order": placeOrder,
  "GET /order/offer": offerOf,
  "POST /order/recharge": (ctx, { quantity }) => placeOrder(ctx, { order_type: OrderType.recharge, quantity }),
  "GET /order": readOrder,
  "GET /order/status": readOrderStatus,
  "POST /order/pay": payOrder,
  "PUT /order/close": closePendingOrder,
  "DELETE /order": removeOrder,
  "GET /order/list": readAllOrders,
  "GET /order/sum": readOrderSum,
  "POST /order/system/recharge": rechargeBySystem,
  "PUT /order/paid": markPaid,
  "GET /order/refund": readRefunds,
  "POST /order/refund": refundOrder,
  "GET /order/refund/buyers": readBuyers,
  "POST /order/refund/buyers": refundBuyers,
  "GET /user/order": readOrders,
  "GET /user/vip": readVips,
  "GET /user/vip/active": readActiveVip,
  "GET /user/vip/order": readVipOfOrder,
  "GET /document/download": requestDownload,
  "GET /document/download/vip": requestVipDownload,
  "GET /uservip/list": readAllVips,
})
