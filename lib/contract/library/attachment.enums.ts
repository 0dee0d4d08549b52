import { labelled } from "../labelled"

export const AttachmentType = /* @__PURE__ */ labelled({
  unknown: [0, "未知"],
  avatar: [1, "头像"],
  document: [2, "文档"],
  article: [3, "文章"],
  comment: [4, "评论"],
  banner: [5, "轮播图"],
  category: [6, "分类封面"],
  config: [7, "配置"],
  crawler: [8, "采集文档"],
  /** pictures that people add to a report: an addition to the specification */
  report: [9, "举报"],
  /** proof files of copyright complaints, readable by staff only */
  complaint: [10, "版权投诉"],
})
