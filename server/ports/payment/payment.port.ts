import type { Fen } from "../../../lib/rules/money/money"

export const gatewayNames = ["wechatpay", "alipay", "xunhupay"] as const
export type GatewayName = (typeof gatewayNames)[number]

/**
 * A payment to start. `order_no`, here and below, is the number of this payment and is never reused; each payment of one order has its own
 * (docs/decisions/084). `scene`: a page on a computer, in a phone's browser, or inside WeChat, where the user's `openid` is required. The
 * gateway calls `notify_url`; the browser opens `return_url` afterwards.
 */
export type Charge = {
  order_no: string
  fen: Fen
  title: string
  notify_url: string
  return_url: string
  expires_at: Date
  ip: string
  scene: "desktop" | "mobile" | "wechat"
  openid?: string
}

/** An address to open or to display as a QR code, or in `extra` the parameters for WeChat's bridge. */
export type Started = { payment_url: string; extra: Record<string, string> }

/** pending: not paid yet · closed: can no longer be paid · refunded: was paid, then refunded in full. */
export type ReceiptState = "pending" | "paid" | "closed" | "refunded"

/**
 * A gateway's statement about an order. Its signature, merchant, application and age have been verified; the caller must compare amount,
 * currency and order. `payment_no` is the gateway's own number, or "" if nothing was paid.
 */
export type Receipt = {
  order_no: string
  payment_no: string
  fen: Fen
  currency: string
  merchant: string
  app: string
  state: ReceiptState
  paid_at: Date | null
}

/** An incoming call of the gateway, with an unparsed body. */
export type Notice = { headers: Record<string, string | string[] | undefined>; body: string }

/**
 * `payment_no` is the gateway's number of the payment. `refund_no` is the site's: the same number again is the same refund. `paid` is the
 * full amount that was paid.
 */
export type Refund = { payment_no: string; refund_no: string; fen: Fen; paid: Fen; reason: string }

/** pending: in progress · failed: will not happen. */
export type RefundState = "pending" | "done" | "failed"

/** The answer that the gateway expects. Any other answer makes it call again. */
export type NoticeAnswer = { status: number; type: string; body: string }

/** One gateway with one merchant's settings. All methods throw only GatewayError. */
export interface Gateway {
  begin(charge: Charge): Promise<Started>
  /** Null if the gateway does not know the order. */
  query(order_no: string): Promise<Receipt | null>
  /** Prevents any further payment. An order that the gateway does not know or has already closed counts as closed. */
  close(order_no: string): Promise<void>
  /** `done` is false while the refund is in progress. */
  refund(refund: Refund): Promise<{ done: boolean }>
  /** Null if the gateway does not know the refund. */
  findRefund(refund: Pick<Refund, "payment_no" | "refund_no">): Promise<RefundState | null>
  verify(notice: Notice): Receipt
  readonly taken: NoticeAnswer
  readonly refused: NoticeAnswer
}

const sentences = {
  unavailable: "支付平台暂时没有回应，请稍后再试",
  config: "支付配置有误，请联系管理员",
  refused: "支付平台没有接受，请换一种方式支付",
  /** Faults of a notice: its sender is not proven, it is for another merchant or application, or it is too old. */
  signature: "签名不对",
  merchant: "商户或应用不对",
  age: "通知已经过期",
  form: "通知的格式不对",
} as const
export type GatewayFault = keyof typeof sentences

/**
 * The only error of this port: a message for users, and a `detail` for the log made of fixed words and codes. It has no cause, which could
 * contain keys.
 */
export class GatewayError extends Error {
  constructor(
    readonly fault: GatewayFault,
    readonly detail: string,
  ) {
    super(sentences[fault])
    this.name = "GatewayError"
  }
}
