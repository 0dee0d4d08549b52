import { z } from "zod"
import { area, perHour, perMinute } from "../area"
import { OrderType, PaymentType } from "./order.enums"
import { maxRechargeCredits } from "./recharge.tiers"
import { bool, filled, filterList, flag, id, int, listing, many, nothing, num, oneOf, str, text, time } from "../schema"
import { shownOf } from "../site/site"

/**
 * `price`, `amount` and `coupon_amount` are in credits, `fen` is the same sum in money; for a pending order `closed_at` is the future
 * closing time (docs/reference/api.md 3.13).
 */
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
  fen: num,
  payment_type: num,
  /** the refunded sum, in money and in credits */
  refund_fen: num,
  refund_amount: num,
  created_at: time,
  updated_at: time,
  paid_at: time,
  closed_at: time,
  refunded_at: time,
})

/** `file_missing`: the original file of the document is missing, so that it can be neither paid for nor downloaded. */
const OrderDetail = Order.extend({ file_missing: flag })

/** Additional fields for staff: the user, and the payment records. */
const StaffOrder = Order.extend({ username: str, payment_no: str, remark: str, income: num })

/**
 * One refund: `fen` of a payment in money or `amount` of a payment in credits. Withdrawn in return: `taken` credits of a recharge, `income`
 * of the author, time and downloads of the membership card. `detail`: the gateway's last message.
 */
export const OrderRefund = z.object({
  id: num,
  refund_no: str,
  status: num,
  fen: num,
  amount: num,
  taken: num,
  income: num,
  withdrawn_ms: num,
  withdrawn_downloads: num,
  remark: str,
  detail: str,
  operator: str,
  created_at: time,
  done_at: time,
})

/** The benefits of a purchased card; copied at purchase (docs/reference/api.md 3.14). */
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

/** `recharge_discount` has one `amount:factor` per line; "" if nothing is sold. */
const RechargeSettings = z.object({ enable: flag, recharge_discount: str, credit_name: str, credit_exchange: num })

const orderFilters = {
  order_status: filterList(int),
  order_type: filterList(int),
  payment_type: filterList(int),
  user_id: filterList(int),
  /** RefundStatus of the order's newest refund */
  refund_status: filterList(int),
}

const order_no = text(32, "订单号")
  .pipe(z.string().regex(/^\d+$/, { error: "订单号不正确" }))
  .meta({ examples: ["20261120120000123456"] })
const orderType = oneOf(OrderType, "订单类型不正确")
const paymentType = oneOf(PaymentType, "支付方式不正确")
/** The payment methods that staff may record for money paid outside the site. */
const offlineType = oneOf(
  {
    options: PaymentType.options.filter(
      ({ value }) => value === PaymentType.bank || value === PaymentType.cash || value === PaymentType.other,
    ),
  },
  "只能登记银行卡、现金或其他方式的付款",
)
/** Created by the caller (`lib/rules/money/refund.ts`) as an idempotency key: the same number is the same refund. */
const refund_no = text(32, "退款单号")
  .pipe(z.string().regex(/^[0-9A-Za-z]{8,32}$/, { error: "退款单号不正确" }))
  .meta({ examples: ["R2026112012000012345678"] })
const part = int.refine((value) => value >= 0, { error: "退款的数目不正确" }).default(0)
const remark = filled(255, "备注").meta({ examples: ["已到账"] })

/** the document (1), the kind of card (2; 0 is the year), or how many credits (3) */
const product = z.object({ order_type: orderType, product_id: int.optional(), quantity: int.optional() })

/** The current price of an order; `owned`: no payment is needed. */
export const Offer = Order.pick({
  order_type: true,
  product_id: true,
  product_uuid: true,
  product_name: true,
  quantity: true,
  price: true,
  amount: true,
  coupon_amount: true,
  fen: true,
}).extend({ owned: flag })

export const order = area({
  "GET /settings/recharge": { title: "读取充值设置", access: "public", shared: true, input: z.object({}), output: RechargeSettings },
  "GET /settings/vip": { title: "读取 VIP 设置", access: "public", shared: true, input: z.object({}), output: z.object(shownOf("vip")) },
  "POST /order": {
    title: "创建订单",
    access: "login",
    limit: perMinute(60, "person"),
    input: product,
    output: Order,
  },
  /** the price of `POST /order`, without an order */
  "GET /order/offer": {
    title: "查询现价",
    access: "login",
    missing: true,
    limit: perMinute(60, "person"),
    input: product,
    output: Offer,
  },
  /** the same as `POST /order` with `order_type` 3 */
  "POST /order/recharge": {
    title: "创建充值订单",
    access: "login",
    limit: perMinute(60, "person"),
    input: z.object({ quantity: int }),
    output: Order,
  },
  "GET /order": { title: "查看订单", access: "login", missing: true, input: z.object({ order_no }), output: OrderDetail },
  "GET /order/status": {
    title: "查询订单的支付结果",
    access: "login",
    limit: perMinute(120, "person"),
    missing: true,
    transaction: false,
    input: z.object({ order_no }),
    output: Order,
  },
  "POST /order/pay": {
    title: "支付订单",
    access: "login",
    limit: perMinute(60, "person"),
    secretInput: true,
    missing: true,
    conflicts: true,
    transaction: false,
    input: z.object({
      order_no,
      payment_type: paymentType,
      is_wap: bool.optional(),
      downcode: text(64, "下载码").optional(),
      code: text(512, "微信授权码").optional(),
    }),
    /** a gateway's URL, or the parameters of its in-app bridge */
    output: z.object({ order_status: num, payment_url: str, extra: z.record(z.string(), z.string()).default({}) }),
  },
  "PUT /order/close": {
    title: "关闭订单",
    access: "login",
    limit: perMinute(60, "person"),
    /** staff may close any user's order */
    permission: "OrderAPI/CloseOrder",
    transaction: false,
    missing: true,
    conflicts: true,
    input: z.object({ order_no }),
    output: Order,
  },
  "DELETE /order": {
    title: "删除订单",
    access: "login",
    missing: true,
    conflicts: true,
    input: z.object({ order_no }),
    output: nothing,
  },
  "GET /order/list": {
    title: "查看订单列表",
    access: "permission",
    permission: "OrderAPI/ListOrder",
    input: z.object({ ...listing, ...orderFilters }),
    output: z.object({ total: num, order: many(StaffOrder) }),
  },
  "GET /order/sum": {
    title: "查看订单合计",
    access: "permission",
    permission: "OrderAPI/ListOrder",
    input: z.object({ wd: listing.wd, ...orderFilters }),
    /** of the paid orders: what was paid in money and in credits, and what of it was refunded */
    output: z.object({ fen: num, amount: num, refund_fen: num, refund_amount: num }),
  },
  "POST /order/system/recharge": {
    title: "系统充值",
    access: "permission",
    permission: "OrderAPI/SystemRecharge",
    confirmed: true,
    input: z.object({
      user_id: id,
      credit: int.refine((value) => value >= 1 && value <= maxRechargeCredits, { error: `充值的数量应在 1 到 ${maxRechargeCredits} 之间` }),
      remark,
    }),
    output: nothing,
  },
  "PUT /order/paid": {
    title: "登记线下付款",
    access: "permission",
    permission: "OrderAPI/MarkOrderPaid",
    confirmed: true,
    missing: true,
    conflicts: true,
    input: z.object({ order_no, payment_type: offlineType, remark }),
    output: StaffOrder,
  },
  "GET /order/refund": {
    title: "查看退款记录",
    access: "permission",
    permission: "OrderAPI/ListOrderRefund",
    missing: true,
    input: z.object({ order_no }),
    /** `most_fen`, `most_amount`: the most that can still be refunded now */
    output: z.object({ most_fen: num, most_amount: num, refund: many(OrderRefund) }),
  },
  "POST /order/refund": {
    title: "退款",
    access: "permission",
    permission: "OrderAPI/RefundOrder",
    confirmed: true,
    missing: true,
    conflicts: true,
    /** `fen` for an order paid in money, `amount` for one paid in credits */
    input: z.object({ order_no, refund_no, fen: part, amount: part, remark }),
    output: OrderRefund,
  },
  "GET /order/refund/buyers": {
    title: "查看缺失文件的文档要退的款",
    access: "permission",
    permission: "OrderAPI/ListOrderRefund",
    conflicts: true,
    input: z.object({ document_id: id }),
    /** what would be refunded; `unpaid`: orders that cost nothing or were paid with a download code */
    output: z.object({ buyers: num, orders: num, fen: num, amount: num, unpaid: num }),
  },
  "POST /order/refund/buyers": {
    title: "退还缺失文件的文档的购买者",
    access: "permission",
    permission: "OrderAPI/RefundOrder",
    confirmed: true,
    limit: perHour(60, "person"),
    conflicts: true,
    transaction: false,
    /** `fen` and `amount` are the sums of `GET /order/refund/buyers` that were agreed to */
    input: z.object({ document_id: id, fen: part, amount: part, remark }),
    /** numbers of orders */
    output: z.object({ refunded: num, failed: num }),
  },
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
  "GET /user/vip/active": { title: "正在使用的会员卡", access: "login", input: z.object({}), output: UserVip },
  "GET /user/vip/order": {
    title: "订单带来的会员卡",
    access: "login",
    missing: true,
    input: z.object({ order_no }),
    output: UserVip,
  },
  "GET /document/download": {
    title: "下载文档",
    access: "public",
    scope: "download",
    missing: true,
    /** `ask`: refuses a document that must be bought (`purchaseRequired`), even if the site lets old clients buy with this call */
    input: z.object({ id, ask: bool.optional() }),
    output: z.object({ url: z.string() }),
  },
  "GET /document/download/vip": {
    title: "用会员次数下载 VIP 文档",
    access: "login",
    scope: "download",
    missing: true,
    input: z.object({ id }),
    output: z.object({ url: z.string() }),
  },
  "GET /uservip/list": {
    title: "查看会员列表",
    access: "permission",
    permission: "UserVipAPI/ListUserVip",
    input: z.object({ ...listing, type: filterList(int), user_id: filterList(int) }),
    output: z.object({ total: num, user_vip: many(UserVip.extend({ username: str })) }),
  },
})
