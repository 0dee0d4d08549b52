import { labelled } from "../labelled"

export const PunishmentType = /* @__PURE__ */ labelled({
  account: [1, "禁用账号"],
  comment: [2, "禁止评论"],
  upload: [3, "禁止上传"],
  download: [4, "禁止下载"],
  favorite: [5, "禁止收藏"],
  article: [6, "禁止发布文章"],
})

/** How long a punishment from a template lasts, in hours. */
export const PunishmentSpan = /* @__PURE__ */ labelled({
  permanent: [0, "一直有效"],
  day: [24, "1 天"],
  threeDays: [72, "3 天"],
  week: [168, "1 周"],
  month: [720, "1 个月"],
  halfYear: [4_392, "半年"],
  year: [8_760, "1 年"],
})
