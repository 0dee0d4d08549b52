import { labelled } from "../labelled"

/** The state of a copyright complaint; `lib/rules/community/complaint-status.ts` defines its transitions. */
export const ComplaintStatus = /* @__PURE__ */ labelled({
  pending: [1, "待处理"],
  dismissed: [2, "不成立"],
  takenDown: [3, "已下架"],
  countered: [4, "收到反通知"],
  restored: [5, "已恢复"],
  upheld: [6, "维持下架"],
})

/** Whether the complainant is the rights holder or an authorized agent. */
export const ComplaintCapacity = /* @__PURE__ */ labelled({
  owner: [1, "权利人本人"],
  agent: [2, "受权利人委托"],
})

/** Verdicts of staff: the first two about a new complaint, the last two about a takedown. */
export const ComplaintDecision = /* @__PURE__ */ labelled({
  takeDown: [1, "下架"],
  dismiss: [2, "不成立"],
  restore: [3, "恢复展示"],
  uphold: [4, "维持下架"],
})

/** How the identity of the complainant is checked: with a code sent there. */
export const ComplaintChannel = /* @__PURE__ */ labelled({
  mail: ["mail", "邮箱验证码"],
  sms: ["sms", "短信验证码"],
})

/** Limits of the form; `unusedMegabytes`: of all proof files together that belong to no complaint yet. */
export const complaintLimits = { addresses: 10, files: 5, megabytes: 10, unusedMegabytes: 2_048, statement: 3_000, perDay: 5 } as const
/** Extensions of proof files, as the server checks them and the form offers them. */
export const proofExtensions = [".pdf", ".jpg", ".jpeg", ".png", ".webp", ".doc", ".docx"] as const
