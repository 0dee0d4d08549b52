import { labelled } from "../labelled"

/** Where a link of the header opens. */
export const LinkTarget = /* @__PURE__ */ labelled({
  self: ["_self", "本页"],
  blank: ["_blank", "新窗口"],
})
