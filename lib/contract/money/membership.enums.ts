import { labelled } from "../labelled"

export const VipType = /* @__PURE__ */ labelled({
  year: [0, "年卡VIP"],
  quarter: [1, "季卡VIP"],
  month: [2, "月卡VIP"],
})
