import { labelled } from "../labelled"

/** The audience of an announcement. */
export const AnnouncementAudience = /* @__PURE__ */ labelled({
  everybody: [0, "所有人"],
  users: [1, "登录用户"],
  vip: [2, "会员"],
  groups: [3, "指定用户组"],
  staff: [4, "管理人员"],
})
