import { labelled } from "../labelled"

/** Where to look for a newer version, a setting of existing clients. It is stored, but no server is contacted. */
export const ReleaseSource = /* @__PURE__ */ labelled({
  none: ["none", "不检测"],
  auto: ["auto", "自动选择"],
  gitee: ["gitee", "Gitee"],
  github: ["github", "GitHub"],
})
