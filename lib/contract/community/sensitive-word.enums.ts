import { labelled } from "../labelled"

/** The action on a text that contains the word, the strictest first. */
export const SensitiveAction = /* @__PURE__ */ labelled({
  refuse: [1, "拒绝"],
  review: [2, "审核"],
  mask: [3, "打码"],
  log: [4, "记录"],
})

export const SensitiveCategory = /* @__PURE__ */ labelled({
  politics: [1, "涉政"],
  obscene: [2, "色情"],
  violence: [3, "暴恐"],
  gambling: [4, "赌博"],
  contraband: [5, "违禁品"],
  fraud: [6, "诈骗"],
  advertisement: [7, "广告"],
  abuse: [8, "辱骂"],
  other: [9, "其他"],
})

/** Where a word was found. */
export const HitKind = /* @__PURE__ */ labelled({
  document: [1, "文档"],
  /** the pages of a document; `page` is the page's number */
  documentText: [2, "文档正文"],
  article: [3, "文章"],
  comment: [4, "评论"],
  profile: [5, "个人资料"],
  report: [6, "举报"],
  search: [7, "搜索词"],
})
