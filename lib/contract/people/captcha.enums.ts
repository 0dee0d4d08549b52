import { labelled } from "../labelled"

/** The purpose of a captcha; the settings `security.enable_captcha_<purpose>` enable each. */
export const CaptchaPurpose = /* @__PURE__ */ labelled({
  register: ["register", "注册"],
  login: ["login", "登录"],
  comment: ["comment", "评论"],
  find_password: ["find_password", "找回密码"],
  complaint: ["complaint", "版权投诉"],
})
