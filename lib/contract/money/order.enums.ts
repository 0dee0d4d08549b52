import { labelled } from "../labelled"

export const OrderStatus = /* @__PURE__ */ labelled({
  pending: [1, "待支付"],
  paid: [2, "已支付"],
  closed: [3, "已关闭"],
})

export const OrderType = /* @__PURE__ */ labelled({
  document: [1, "购买文档"],
  vip: [2, "购买VIP"],
  recharge: [3, "账号充值"],
})

export const PaymentType = /* @__PURE__ */ labelled({
  wechat: [1, "微信支付"],
  alipay: [2, "支付宝支付"],
  bank: [3, "银行卡"],
  cash: [4, "现金支付"],
  credit: [5, "积分支付"],
  system: [6, "系统充值"],
  other: [7, "其他"],
  third: [8, "第三方支付"],
  code: [9, "下载码支付"],
  advertisement: [10, "广告支付"],
})

export const RefundStatus = /* @__PURE__ */ labelled({
  pending: [1, "退款中"],
  done: [2, "已退款"],
  failed: [3, "没有退成"],
})
