/** A permission as a person holds it; `id` 0 is none. */
type Held = { id: number; method: string; path: string }

/** An API of the permission list: what it is called, and the pages of /admin that its list call opens. */
export type PageGroup = { api: string; list: string; label: string; pages: readonly string[] }

const configPages = [
  "system",
  "display",
  "footer",
  "security",
  "converter",
  "download",
  "score",
  "ssr",
  "email",
  "captcha",
  "pay",
  "search",
  "vip",
  "miniprogram",
  "oauth",
  "sms",
].map((name) => `/admin/config/${name}`)
const of = (api: string, list: string, label: string, ...pages: string[]): PageGroup => ({ api, list, label, pages })

/** Which call opens which pages (docs/reference/api.md 5.3). The one table of it. */
export const pageGroups: readonly PageGroup[] = [
  of("DocumentAPI", "ListDocument", "文档管理", "/admin/document", "/admin/document/list"),
  of("RecycleAPI", "ListRecycleDocument", "回收站管理", "/admin/document", "/admin/document/recycle"),
  of("SearchRecordAPI", "ListSearchRecord", "搜索记录管理", "/admin/document", "/admin/document/searchrecord"),
  of("LanguageAPI", "ListLanguage", "语言管理", "/admin/document", "/admin/document/language"),
  of("CategoryAPI", "ListCategory", "分类管理", "/admin/document", "/admin/document/category", "/admin/article", "/admin/article/category"),
  of("ArticleAPI", "ListArticle", "文章管理", "/admin/article", "/admin/article/set", "/admin/article/list", "/admin/article/recycle"),
  of("UserAPI", "ListUser", "用户管理", "/admin/user", "/admin/user/list"),
  of("GroupAPI", "ListGroup", "角色管理", "/admin/user", "/admin/user/group"),
  of("PermissionAPI", "ListPermission", "权限管理", "/admin/user", "/admin/user/permission"),
  of("PunishmentAPI", "ListPunishment", "处罚管理", "/admin/user", "/admin/user/punishment"),
  of("UserVipAPI", "ListUserVip", "会员管理", "/admin/user", "/admin/user/vip"),
  of("SmsAPI", "ListSms", "短信管理", "/admin/user", "/admin/user/sms"),
  of("SpiderUrlAPI", "ListSpiderUrl", "采集链接管理", "/admin/spider", "/admin/spider/url"),
  of("SpiderDocumentAPI", "ListSpiderDocument", "采集文档管理", "/admin/spider", "/admin/spider/document"),
  of("CommentAPI", "ListComment", "评论管理", "/admin/biz", "/admin/comment"),
  of("ReportAPI", "ListReport", "举报管理", "/admin/biz", "/admin/report"),
  of("AdvertisementAPI", "ListAdvertisement", "广告管理", "/admin/biz", "/admin/advertisement"),
  of("OrderAPI", "ListOrder", "订单管理", "/admin/biz", "/admin/order"),
  of("BannerAPI", "ListBanner", "轮播图管理", "/admin/banner"),
  of("NavigationAPI", "ListNavigation", "导航管理", "/admin/navigation"),
  of("FriendlinkAPI", "ListFriendlink", "友链管理", "/admin/friendlink"),
  of("AttachmentAPI", "ListAttachment", "附件管理", "/admin/attachment"),
  of("ConfigAPI", "ListConfig", "系统设置", "/admin/config", ...configPages),
]

/** Pages of /admin that these permissions open (docs/reference/specification.md 6): a row counts with its list call alone. */
export const allowedPagesOf = (permissions: readonly Held[]): string[] => {
  const held = new Set(permissions.filter((row) => row.id > 0 && row.method === "GRPC").map((row) => row.path))
  return [...new Set(pageGroups.flatMap((group) => (held.has(`/api.v1.${group.api}/${group.list}`) ? group.pages : [])))]
}

/** Open to everybody who may open any page of /admin (docs/reference/specification.md 6). */
export const alwaysAllowed = ["/admin", "/admin/index", "/admin/dashboard", "/admin/navigation"]

/** May this page be opened by who holds these pages? A trailing slash means nothing. */
export const mayOpen = (path: string, allowedPages: readonly string[]): boolean => {
  const plain = path.replace(/\/+$/, "") || "/"
  return allowedPages.length > 0 && (alwaysAllowed.includes(plain) || allowedPages.includes(plain))
}
