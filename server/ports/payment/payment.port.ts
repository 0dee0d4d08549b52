import type { Fen } from "../../../lib/rules/money/money"

export const gatewayNames = ["wechatpay", "alipay", "xunhupay"] as const
export type GatewayName = (typeof gatewayNames)[number]

/**
 * What is to be paid. `order_no`, here and below, is the number of this one payment, never used twice; of an order it is another one each time
 * (docs/decisions/084). `scene`: a page on a computer, in a phone's browser, or inside of WeChat, which needs the person's `openid` there.
 * `notify_url` is called by the gateway, `return_url` opened by the browser afterwards.
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

/** An address to open or to draw as a QR code, or in `extra` what WeChat's own bridge wants. */
export type Started = { payment_url: string; extra: Record<string, string> }

/** pending: not paid yet · closed: will not be paid any more · refunded: was paid, and all of it went back. */
export type ReceiptState = "pending" | "paid" | "closed" | "refunded"

/**
 * What a gateway says of an order, of which the signature, the merchant, the application and the age are proven. Whoever takes it compares amount,
 * currency and order. `payment_no` is the gateway's own number; "" while nothing was paid.
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

/** A call of the gateway as it came: the body is not parsed yet. */
export type Notice = { headers: Record<string, string | string[] | undefined>; body: string }

/** `payment_no` is the gateway's number of the payment, `refund_no` is ours: the same one again is the same refund. `paid` is all that was paid. */
export type Refund = { payment_no: string; refund_no: string; fen: Fen; paid: Fen; reason: string }

/** pending: under way · failed: will not happen any more. */
export type RefundState = "pending" | "done" | "failed"

/** What the gateway wants to hear: anything else makes it call again. */
export type NoticeAnswer = { status: number; type: string; body: string }

/** One gateway with one merchant's settings. All of it throws GatewayError and nothing else. */
export interface Gateway {
  begin(charge: Charge): Promise<Started>
  /** null where the gateway does not know the order */
  query(order_no: string): Promise<Receipt | null>
  /** Nothing is paid for it any more; one that is unknown or closed there is closed. */
  close(order_no: string): Promise<void>
  /** Not done yet: under way. */
  refund(refund: Refund): Promise<{ done: boolean }>
  /** null where the gateway knows no such refund */
  findRefund(refund: Pick<Refund, "payment_no" | "refund_no">): Promise<RefundState | null>
  verify(notice: Notice): Receipt
  readonly taken: NoticeAnswer
  readonly refused: NoticeAnswer
}

const sentences = {
  unavailable: "支付平台暂时没有回应，请稍后再试",
  config: "支付配置有误，请联系管理员",
  refused: "支付平台没有接受，请换一种方式支付",
  /** of a notice: who sent it is not proven, it is of another merchant or application, or too old */
  signature: "签名不对",
  merchant: "商户或应用不对",
  age: "通知已经过期",
  form: "通知的格式不对",
} as const
export type GatewayFault = keyof typeof sentences

/** The one error of this port: a sentence for people, and for the log a `detail` of words and codes of ours; no cause, which can carry keys. */
export class GatewayError extends Error {
  constructor(
    readonly fault: GatewayFault,
    readonly detail: string,
  ) {
    super(sentences[fault])
    this.name = "GatewayError"
  }
}
