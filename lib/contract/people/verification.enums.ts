import { labelled } from "../labelled"

/** Purposes of a code sent by mail or SMS; `bind` proves an address of a logged-in user. */
export const CodeType = /* @__PURE__ */ labelled({
  register: [0, "注册"],
  login: [1, "登录"],
  find_password: [2, "找回密码"],
  bind: [3, "绑定"],
  /** an addition to the specification: proves the identity of a complainant, who needs no account */
  complaint: [4, "版权投诉"],
})
