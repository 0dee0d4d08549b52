import { labelled } from "../labelled"

export const BannerType = /* @__PURE__ */ labelled({
  website: [0, "网站轮播图"],
  miniprogram: [1, "小程序轮播图"],
  app: [2, "APP 轮播图"],
})
