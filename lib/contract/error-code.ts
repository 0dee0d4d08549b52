import { labelled } from "./enums"

/** The codes of refusals on the wire: gRPC's numbers by name (docs/reference/api.md 1.7). Kept apart from the other enumerations, which are shipped to browsers. */
export const ErrorCode = labelled({
  invalidArgument: [3, "提交的内容不正确"],
  deadlineExceeded: [4, "太慢了"],
  notFound: [5, "不存在"],
  alreadyExists: [6, "已经存在，或与现状冲突"],
  permissionDenied: [7, "没有权限"],
  resourceExhausted: [8, "次数太多"],
  /** the password must be proven again (`POST /user/confirm`), then the call may be repeated */
  confirmationRequired: [9, "要先确认身份"],
  outOfRange: [11, "内容太大"],
  notOffered: [12, "这个站点没有此功能"],
  internal: [13, "服务器出错"],
  unavailable: [14, "暂时不可用"],
  dataLoss: [15, "存不下"],
  unauthenticated: [16, "没有登录"],
  /** who logs in has a second factor, and the call lacks it: it is made again with `otp` or `passkey` */
  factorRequired: [17, "要两步验证的验证码"],
  /** the site asks staff for a second factor, and the caller has none yet: only its set-up is answered */
  factorMissing: [18, "要先开启两步验证"],
  /** a document that costs something: an order for it is to be placed and paid */
  purchaseRequired: [19, "要先购买"],
})

export type ErrorCode = Extract<(typeof ErrorCode)[keyof typeof ErrorCode], number>
