"use client"

import { None } from "@/components/admin/crud/cell"
import { crudPage } from "@/components/admin/crud-page"
import type { RowOf } from "@/components/admin/crud/entity"
import { CodesScreen } from "@/components/money/download-code/admin/codes-screen"
import { MarkPaidPanel } from "@/components/money/order/admin/mark-paid-panel"
import { OrderSum } from "@/components/money/order/admin/order-sum"
import { RefundHistory } from "@/components/money/order/admin/refund-history"
import { RefundPanel } from "@/components/money/order/admin/refund-panel"
import { SystemRecharge } from "@/components/money/recharge/admin/system-recharge"
import { screenTabs } from "@/components/admin/screen-tabs"
import { useSettings } from "@/components/providers/settings"
import { entities } from "@/lib/contract/entities"
import { api } from "@/lib/api/client"
import { OrderStatus, OrderType, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"
import { creditPart, moneyPart, paymentName } from "@/lib/view/money/order-text"
import { refundedSum, refundLeftOf, refundWord } from "@/lib/view/money/refund-text"

const columnOnly = { form: false } as const
const condition = { form: false, column: false, search: true } as const
const noted = { form: false, column: "hidden" } as const
const only = (status: number) => ({ order_status: [String(status)] })

const ways = PaymentType.options.map(({ value }) => ({ value, label: paymentName(value, "{credit}") }))
const Way = ({ type }: { type: number }) => <span className="tag">{paymentName(type, useSettings().system.credit_name)}</span>

/** Checks whether part of the order can still be refunded. */
const isOpen = (order: RowOf<"/order">): boolean => {
  const left = refundLeftOf(order)
  return left.fen > 0 || left.amount > 0
}

/** Orders: what was bought and how it was paid. Staff record payments received outside the site and grant credits. */
const Orders = crudPage(entities.order, {
  searchIn: "订单号或商品名称",
  create: false,
  edit: false,
  remove: false,
  inspect: true,
  empty: { title: "还没有订单", text: "有人购买文档、会员或充值以后，订单会出现在这里。" },
  views: [
    { label: "全部", filters: {} },
    { label: "待支付", filters: only(OrderStatus.pending), counted: true },
    { label: "已支付", filters: only(OrderStatus.paid) },
    { label: "已关闭", filters: only(OrderStatus.closed) },
    {
      label: "没有退完",
      filters: { refund_status: [RefundStatus.pending, RefundStatus.failed].map(String) },
      counted: true,
    },
  ],
  panels: { paid: MarkPaidPanel, refund: RefundPanel, refunds: RefundHistory },
  toolbar: ({ crud }) => (
    <>
      <OrderSum state={crud.state} rows={crud.rows} />
      {crud.may("SystemRecharge") && <SystemRecharge onDone={crud.reload} />}
    </>
  ),
  rowActions: (order, { crud, show, act }) => [
    {
      key: "paid",
      label: "登记付款",
      icon: "check",
      // a payment that arrives after the order has closed still pays it (docs/decisions/064)
      hidden: order.status === OrderStatus.paid || !crud.may("MarkOrderPaid"),
      onClick: () => show("paid", [order]),
    },
    {
      key: "close",
      label: "关闭订单",
      icon: "close",
      hidden: order.status !== OrderStatus.pending || !crud.may("CloseOrder"),
      onClick: () =>
        void act({
          ask: { title: "关闭订单", content: `${order.order_no}：${order.product_name}。关闭后对方不能再支付。`, okText: "关闭订单" },
          call: () => api("PUT /order/close", { order_no: order.order_no }),
          done: "订单已经关闭",
        }),
    },
    {
      key: "refund",
      label: "退款",
      icon: "coin",
      danger: true,
      hidden: !isOpen(order) || !crud.may("RefundOrder") || !crud.may("ListOrderRefund"),
      onClick: () => show("refund", [order]),
    },
    {
      key: "refunds",
      label: "退款记录",
      icon: "clock",
      hidden: !refundWord(order) || !crud.may("ListOrderRefund"),
      onClick: () => show("refunds", [order]),
    },
  ],
  fields: {
    product_name: { ...columnOnly, label: "商品", title: true, text: (order) => order.product_name || OrderType.labelOf(order.order_type) },
    order_type: { ...columnOnly, label: "类型", kind: "enum", options: OrderType, search: true },
    order_status: { ...condition, label: "状态", kind: "enum", options: OrderStatus },
    status: {
      ...columnOnly,
      label: "状态",
      kind: "enum",
      options: OrderStatus,
      tones: { [OrderStatus.pending]: "warn", [OrderStatus.paid]: "ok", [OrderStatus.closed]: "" },
      card: true,
    },
    refund_status: {
      ...condition,
      label: "最近的退款",
      kind: "enum",
      options: RefundStatus,
    },
    user_id: { ...columnOnly, label: "用户", kind: "user", search: true, card: true, text: (order) => order.username },
    // an order has both prices; once it is paid, only the one that was paid is displayed
    fen: { ...columnOnly, label: "金额（元）", kind: "money", card: true, text: moneyPart },
    amount: { ...columnOnly, label: "{credit}", kind: "number", card: true, text: creditPart },
    payment_type: {
      ...columnOnly,
      label: "支付方式",
      kind: "enum",
      options: ways,
      search: true,
      text: ({ payment_type }, creditName) => (payment_type ? paymentName(payment_type, creditName) : "—"),
      // an order without a payment attempt has no payment method
      render: ({ payment_type }) => (payment_type ? <Way type={payment_type} /> : <None />),
    },
    refund_fen: {
      ...columnOnly,
      label: "退款",
      text: (order, creditName) => [refundWord(order), refundedSum(order, creditName)].filter(Boolean).join(" "),
      card: true,
    },
    refunded_at: { ...noted, label: "退款时间", kind: "datetime" },
    quantity: { ...noted, label: "数量", kind: "number" },
    coupon_amount: { ...noted, label: "优惠", kind: "number" },
    income: { ...noted, label: "作者收入", kind: "number" },
    payment_no: { ...noted, label: "支付单号" },
    remark: { ...noted, label: "备注" },
    paid_at: { ...columnOnly, label: "支付时间", kind: "datetime" },
    closed_at: { ...noted, label: "关闭时间", kind: "datetime" },
    // the last one: the first to go where not all columns fit, because 查看 shows its 18 digits
    order_no: { ...columnOnly, label: "订单号", width: 190, card: true },
  },
})

export default screenTabs(
  [
    { name: "", label: "订单", right: "OrderAPI/ListOrder", Screen: Orders },
    { name: "code", label: "下载码", right: "DowncodeAPI/ListDowncode", Screen: CodesScreen },
  ],
  "订单管理",
)
