import { labelled } from "../labelled"

export const PunishmentType = /* @__PURE__ */ labelled({
  account: [1, "禁用账号"],
  comment: [2, "禁止评论"],
  upload: [3, "禁止上传"],
  download: [4, "禁止下载"],
  favorite: [5, "禁止收藏"],
  article: [6, "禁止发布文章"],
})
