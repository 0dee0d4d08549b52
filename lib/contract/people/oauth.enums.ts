import { labelled } from "../labelled"

export const OauthType = /* @__PURE__ */ labelled({
  qq: [1, "QQ"],
  wechat: [2, "微信"],
  gitee: [3, "码云 Gitee"],
  github: [4, "GitHub"],
  miniprogram: [5, "微信小程序"],
  custom: [6, "自定义"],
  google: [7, "谷歌"],
  officialaccount: [8, "微信公众号"],
})
