/**
 * Every enumeration of the wire, once, with its Chinese labels (docs/reference/specification.md 3).
 * No zod in this file: it is shipped to browsers.
 */
export const labelled = <const T extends Record<string, readonly [number | string, string]>>(entries: T) => {
  /** any number, so that a value from elsewhere has a label too; words are only those that are declared */
  type Value = T[keyof T][0] extends number ? number : T[keyof T][0]
  const values = Object.fromEntries(Object.entries(entries).map(([name, [value]]) => [name, value]))
  const options = Object.values(entries).map(([value, label]) => ({ value: value as Value, label }))
  const labelOf = (value: Value extends number ? number : string) => options.find((option) => option.value === value)?.label ?? "未知"
  return { ...(values as { [K in keyof T]: T[K][0] }), options, labelOf }
}

export const DocumentStatus = /* @__PURE__ */ labelled({
  pending: [0, "等待转换"],
  converting: [1, "转换中"],
  converted: [2, "已转换"],
  failed: [3, "转换失败"],
  disabled: [4, "已禁用"],
  reconvert: [5, "等待重新转换"],
  reviewing: [6, "待审核"],
  rejected: [7, "已拒绝"],
})

/** Actions on a document's recommendation (docs/reference/api.md 2.5). */
export const DocumentRecommend = /* @__PURE__ */ labelled({
  cancel: [0, "取消推荐"],
  set: [1, "设为推荐"],
  again: [2, "重新推荐（置顶）"],
})

export const ReviewStatus = /* @__PURE__ */ labelled({
  pending: [0, "待审核"],
  approved: [1, "已通过"],
  rejected: [2, "未通过"],
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

export const ContentKind = /* @__PURE__ */ labelled({
  document: [0, "文档"],
  article: [1, "文章"],
})

/** Where a newer version is looked for, as existing clients ask; it is kept, and nobody is asked. */
export const ReleaseSource = /* @__PURE__ */ labelled({
  none: ["none", "不检测"],
  auto: ["auto", "自动选择"],
  gitee: ["gitee", "Gitee"],
  github: ["github", "GitHub"],
})

/** What a document costs; members download `vip` ones free. */
export const FeeType = /* @__PURE__ */ labelled({
  free: ["free", "免费"],
  charge: ["charge", "付费"],
  vip: ["vip", "VIP 特享"],
})

/** What a search looks into. */
export const SearchType = /* @__PURE__ */ labelled({
  all: [-1, "综合"],
  document: [0, "文档"],
  article: [1, "文章"],
})

/** How far back a search looks. */
export const Duration = /* @__PURE__ */ labelled({
  day: ["day", "最近一天"],
  week: ["week", "最近一周"],
  month: ["month", "最近一个月"],
  three_month: ["three_month", "最近三个月"],
  half_year: ["half_year", "最近半年"],
  year: ["year", "最近一年"],
})
/** Where a link of the head opens. */
export const LinkTarget = /* @__PURE__ */ labelled({
  self: ["_self", "本页"],
  blank: ["_blank", "新窗口"],
})

export const BannerType = /* @__PURE__ */ labelled({
  website: [0, "网站轮播图"],
  miniprogram: [1, "小程序轮播图"],
  app: [2, "APP 轮播图"],
})

/** Accounts are normal or disabled (by a punishment); compatible servers know the others. */
export const UserStatus = /* @__PURE__ */ labelled({
  normal: [0, "正常"],
  disabled: [1, "已禁用"],
  reviewing: [2, "审核中"],
  rejected: [3, "已拒绝"],
  ignored: [4, "已忽略"],
})

/** The first word of a permission: GRPC for a call, verb for an upload (docs/reference/api.md 5.1). */
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
  /** beyond the six of the specification */
  copyright: [7, "侵犯版权"],
})

/** Purposes of a code sent by mail or SMS; `bind` proves an address of a logged-in person. */
export const CodeType = /* @__PURE__ */ labelled({
  register: [0, "注册"],
  login: [1, "登录"],
  find_password: [2, "找回密码"],
  bind: [3, "绑定"],
})

/** What a captcha guards; the settings `security.enable_captcha_<purpose>` switch each on. */
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

export const OrderStatus = /* @__PURE__ */ labelled({
  pending: [1, "待支付"],
  paid: [2, "已支付"],
  closed: [3, "已关闭"],
})

export const RefundStatus = /* @__PURE__ */ labelled({
  pending: [1, "退款中"],
  done: [2, "已退款"],
  failed: [3, "没有退成"],
})

export const OrderType = /* @__PURE__ */ labelled({
  document: [1, "购买文档"],
  vip: [2, "购买VIP"],
  recharge: [3, "账户充值"],
})

export const PaymentType = /* @__PURE__ */ labelled({
  wechat: [1, "微信支付"],
  alipay: [2, "支付宝支付"],
  bank: [3, "银行卡"],
  cash: [4, "现金支付"],
  credit: [5, "积分支付"],
  system: [6, "系统充值"],
  other: [7, "其他"],
  third: [8, "第三方支付"],
  code: [9, "下载码支付"],
  advertisement: [10, "广告支付"],
})

/** Of a link whose documents are collected; what may follow what: `lib/domain/spider-url-status.ts`. */
export const SpiderUrlStatus = /* @__PURE__ */ labelled({
  pending: [0, "待采集"],
  crawling: [1, "采集中"],
  done: [2, "采集完成"],
  failed: [3, "采集失败"],
})

/** Of a found document, from its download to its publication (`lib/domain/spider-document-status.ts`). */
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

/** Of a download code (`lib/contract/download-code.ts`). */
export const DowncodeStatus = /* @__PURE__ */ labelled({
  unused: [1, "未使用"],
  used: [2, "已使用"],
  revoked: [3, "已作废"],
  expired: [4, "已过期"],
})

export const VipType = /* @__PURE__ */ labelled({
  year: [0, "年卡VIP"],
  quarter: [1, "季卡VIP"],
  month: [2, "月卡VIP"],
})

/** Which group of formats a file belongs to: its badge, its colour, and the `ext` filter of lists (docs/reference/api.md 3.16). */
export const kinds = {
  pdf: { badge: "PDF", label: "PDF", style: "pdf", ext: [".pdf"] },
  doc: { badge: "DOC", label: "Word", style: "word", ext: [".doc", ".docx", ".rtf", ".wps", ".odt", ".dot", ".dotx", ".ott"] },
  ppt: { badge: "PPT", label: "PPT", style: "ppt", ext: [".ppt", ".pptx", ".pps", ".ppsx", ".dps", ".odp", ".pot", ".potx", ".otp"] },
  xls: { badge: "XLS", label: "Excel", style: "excel", ext: [".xls", ".xlsx", ".et", ".ods", ".xlt", ".xltx", ".ots", ".csv", ".tsv"] },
  txt: {
    badge: "TXT",
    label: "文本",
    style: "text",
    ext: [
      ".txt",
      ".md",
      ".html",
      ".htm",
      ".json",
      ".xml",
      ".py",
      ".js",
      ".ts",
      ".java",
      ".c",
      ".cpp",
      ".go",
      ".sh",
      ".sql",
      ".log",
      ".ini",
      ".yaml",
      ".yml",
    ],
  },
  other: {
    badge: "EPUB",
    label: "电子书",
    style: "ebook",
    ext: [".epub", ".mobi", ".azw3", ".azw", ".prc", ".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".ofd"],
  },
} as const

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]
export const supportedExtensions: string[] = kindNames.flatMap((name) => kinds[name].ext)

/** Family of an extension with its dot, in any case. Unknown ones are "other". */
export const kindOf = (ext: string): Kind =>
  kindNames.find((name) => (kinds[name].ext as readonly string[]).includes(ext.toLowerCase())) ?? "other"

/** The text of a file's badge; MD, EPUB and images show their own name. */
export const badgeOf = (ext: string): string => {
  const own = ext.slice(1).toUpperCase()
  const kind = kindOf(ext)
  return kind === "other" || (kind === "txt" && own.length <= 4 && own) ? own || "FILE" : kinds[kind].badge
}
