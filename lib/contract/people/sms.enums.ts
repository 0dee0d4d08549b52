import { labelled } from "../labelled"

export const SmsStatus = /* @__PURE__ */ labelled({
  sending: [0, "发送中"],
  success: [1, "发送成功"],
  failed: [2, "发送失败"],
})
