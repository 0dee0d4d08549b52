import { labelled } from "../labelled"

export const WebhookStatus = /* @__PURE__ */ labelled({
  working: [0, "正常"],
  failing: [1, "正在失败"],
  stopped: [2, "已自动停用"],
})

export const WebhookDeliveryStatus = /* @__PURE__ */ labelled({
  waiting: [0, "等待"],
  delivered: [1, "已送达"],
  failed: [2, "失败"],
})
