import { labelled } from "../labelled"

/** The security events that are logged (docs/decisions/051). */
export const SecurityEventType = /* @__PURE__ */ labelled({
  loggedIn: [1, "登录"],
  loginFailed: [2, "登录没有成功"],
  loggedOut: [3, "退出登录"],
  sessionsEnded: [4, "结束了其他设备的登录"],
  refused: [5, "没有权限的请求"],
  passwordRefused: [6, "密码没有通过确认"],
  passwordChanged: [10, "登录密码改过了"],
  emailChanged: [11, "绑定的邮箱改过了"],
  mobileChanged: [12, "绑定的手机号改过了"],
  factorAdded: [20, "添加了两步验证的方式"],
  factorRemoved: [21, "去掉了两步验证的方式"],
  recoveryCodesRenewed: [22, "重新生成了恢复码"],
  recoveryCodeUsed: [23, "有人用恢复码通过了两步验证"],
  bindingAdded: [30, "绑定了第三方账号"],
  bindingRemoved: [31, "解除了第三方账号的绑定"],
  tokenAdded: [32, "新建了访问令牌"],
  tokenRemoved: [33, "撤销了访问令牌"],
  settingChanged: [34, "修改了关系安全或数据的设置"],
  smsBudgetUsed: [35, "今天的短信额度快用完了"],
  virusFound: [36, "文件里查出了病毒"],
  paymentNoticeRefused: [40, "支付通知没有通过校验"],
  paymentSurplus: [41, "订单收到了第二笔付款，需要退回"],
})

export type SecurityEventType = Extract<(typeof SecurityEventType)[keyof typeof SecurityEventType], number>
