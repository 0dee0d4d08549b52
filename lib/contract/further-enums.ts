import { labelled } from "./enums"

/* Enumerations that no visitor page needs: a browser loads a module as a whole (docs/reference/specification.md 3). No zod here either. */

/** Actions on a document's recommendation (docs/reference/api.md 2.5). */
export const DocumentRecommend = /* @__PURE__ */ labelled({
  cancel: [0, "取消推荐"],
  set: [1, "设为推荐"],
  again: [2, "重新推荐（置顶）"],
})

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
})

/** Where to look for a newer version, a setting of existing clients. It is stored, but no server is contacted. */
export const ReleaseSource = /* @__PURE__ */ labelled({
  none: ["none", "不检测"],
  auto: ["auto", "自动选择"],
  gitee: ["gitee", "Gitee"],
  github: ["github", "GitHub"],
})

/** What a search covers. */
export const SearchType = /* @__PURE__ */ labelled({
  all: [-1, "综合"],
  document: [0, "文档"],
  article: [1, "文章"],
})

/** How far back a search goes. */
export const Duration = /* @__PURE__ */ labelled({
  day: ["day", "最近一天"],
  week: ["week", "最近一周"],
  month: ["month", "最近一个月"],
  three_month: ["three_month", "最近三个月"],
  half_year: ["half_year", "最近半年"],
  year: ["year", "最近一年"],
})
/** Where a link of the header opens. */
export const LinkTarget = /* @__PURE__ */ labelled({
  self: ["_self", "本页"],
  blank: ["_blank", "新窗口"],
})

export const BannerType = /* @__PURE__ */ labelled({
  website: [0, "网站轮播图"],
  miniprogram: [1, "小程序轮播图"],
  app: [2, "APP 轮播图"],
})

/** The first word of a permission: GRPC for a call, an HTTP method for an upload (docs/reference/api.md 5.1). */
export const RequestMethod = /* @__PURE__ */ labelled({
  GET: ["GET", "GET"],
  POST: ["POST", "POST"],
  PUT: ["PUT", "PUT"],
  DELETE: ["DELETE", "DELETE"],
  GRPC: ["GRPC", "GRPC"],
})

export const PunishmentType = /* @__PURE__ */ labelled({
  account: [1, "禁用账户"],
  comment: [2, "禁止评论"],
  upload: [3, "禁止上传"],
  download: [4, "禁止下载"],
  favorite: [5, "禁止收藏"],
  article: [6, "禁止发布文章"],
})

export const ReportReason = /* @__PURE__ */ labelled({
  spam: [1, "垃圾广告"],
  obscene: [2, "淫秽色情"],
  fraud: [3, "虚假中奖"],
  sensitive: [4, "敏感信息"],
  attack: [5, "人身攻击"],
  harassment: [6, "骚扰他人"],
  /** an addition to the six of the specification */
  copyright: [7, "侵犯版权"],
})

/** Purposes of a code sent by mail or SMS; `bind` proves an address of a logged-in user. */
export const CodeType = /* @__PURE__ */ labelled({
  register: [0, "注册"],
  login: [1, "登录"],
  find_password: [2, "找回密码"],
  bind: [3, "绑定"],
})

/** What a captcha protects; the settings `security.enable_captcha_<purpose>` enable each. */
export const CaptchaPurpose = /* @__PURE__ */ labelled({
  register: ["register", "注册"],
  login: ["login", "登录"],
  comment: ["comment", "评论"],
  find_password: ["find_password", "找回密码"],
})

export const SmsStatus = /* @__PURE__ */ labelled({
  sending: [0, "发送中"],
  success: [1, "发送成功"],
  failed: [2, "发送失败"],
})

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

export const RefundStatus = /* @__PURE__ */ labelled({
  pending: [1, "退款中"],
  done: [2, "已退款"],
  failed: [3, "没有退成"],
})

/** Statuses of a crawled link; for the transitions see `lib/rules/collecting/spider-url-status.ts`. */
export const SpiderUrlStatus = /* @__PURE__ */ labelled({
  pending: [0, "待采集"],
  crawling: [1, "采集中"],
  done: [2, "采集完成"],
  failed: [3, "采集失败"],
})

/** Statuses of a crawled document, from download to publication (`lib/rules/collecting/spider-document-status.ts`). */
export const SpiderDocumentStatus = /* @__PURE__ */ labelled({
  found: [0, "待下载"],
  queued: [1, "下载队列"],
  downloading: [2, "下载中"],
  downloaded: [3, "下载成功"],
  downloadFailed: [4, "下载失败"],
  publishQueued: [5, "发布队列"],
  publishing: [6, "发布中"],
  published: [7, "发布成功"],
  publishFailed: [8, "发布失败"],
})

/** Statuses of a download code (`lib/contract/money/download-code.ts`). */
export const DowncodeStatus = /* @__PURE__ */ labelled({
  unused: [1, "未使用"],
  used: [2, "已使用"],
  revoked: [3, "已作废"],
  expired: [4, "已过期"],
})

export const WebhookStatus = /* @__PURE__ */ labelled({
  working: [0, "正常"],
  failing: [1, "正在失败"],
  stopped: [2, "已自动停用"],
})

export const WebhookDeliveryStatus = /* @__PURE__ */ labelled({
  waiting: [0, "等待"],
  delivered: [1, "已送达"],
  failed: [2, "失败"],
})
