import { labelled } from "../labelled"

/** Kinds of activity (docs/reference/api.md 3.16). */
export const DynamicType = /* @__PURE__ */ labelled({
  comment: [1, "评论"],
  favorite: [2, "收藏"],
  upload: [3, "上传"],
  download: [4, "下载"],
  login: [5, "登录"],
  register: [6, "注册"],
  avatar: [7, "头像"],
  password: [8, "密码"],
  profile: [9, "资料"],
  verify: [10, "认证"],
  sign: [11, "签到"],
  share: [12, "分享"],
  follow: [13, "关注"],
  delete: [14, "删除文档"],
  article: [15, "文章"],
  credit: [16, "积分"],
})
