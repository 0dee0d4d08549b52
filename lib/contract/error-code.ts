import { labelled } from "./labelled"

/** The error codes of the API: gRPC's numbers by name (docs/reference/api.md 1.7). */
export const ErrorCode = /* @__PURE__ */ labelled({
  invalidArgument: [3, "提交的内容不正确"],
  deadlineExceeded: [4, "太慢了"],
  notFound: [5, "不存在"],
  alreadyExists: [6, "已经存在，或与现状冲突"],
  permissionDenied: [7, "没有权限"],
  resourceExhausted: [8, "次数太多"],
  /** the password must be proven again (`POST /user/confirm`), then the call may be retried */
  confirmationRequired: [9, "要先确认身份"],
  outOfRange: [11, "内容太大"],
  notOffered: [12, "这个站点没有此功能"],
  internal: [13, "服务器出错"],
  unavailable: [14, "暂时不可用"],
  dataLoss: [15, "存不下"],
  unauthenticated: [16, "没有登录"],
  /** the user logging in has a second factor and the call lacks it: retry with `otp` or `passkey` */
  factorRequired: [17, "要两步验证的验证码"],
  /** the site requires a second factor from staff and the caller has none yet: only its set-up is answered */
  factorMissing: [18, "要先开启两步验证"],
  /** a paid document: an order for it must be placed and paid first */
  purchaseRequired: [19, "要先购买"],
})

export type ErrorCode = Extract<(typeof ErrorCode)[keyof typeof ErrorCode], number>
