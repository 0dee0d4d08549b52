/** All paths of the site (docs/reference/specification.md 2). */
export const paths = {
  home: "/",
  /** not a page: data that the header and the drawer load when they open */
  frameCategories: "/categories.json",
  category: (id?: number) => (id ? `/category/${id}` : "/category"),
  article: (identifier?: string | number) => (identifier ? `/article/${identifier}` : "/article"),
  articles: (categoryId: number) => `/article?category_id=${categoryId}`,
  document: (uuid: string | number) => `/document/${uuid}`,
  /** Returns the path of a page in the reader, with a word to search for there. */
  documentPage: (uuid: string, page: number, wd: string) => `/document/${uuid}#page=${page}&find=${encodeURIComponent(wd)}`,
  /** the path of a share link */
  share: (key: string) => `/s/${key}`,
  search: (wd: string) => `/search?wd=${encodeURIComponent(wd)}`,
  user: (id: number) => `/user/${id}`,
  userArticles: (id: number) => `/user/${id}/article`,
  apiDocs: "/api-docs",
  apiChapter: (name: string) => `/api-docs/${name}`,
  login: (redirect?: string) => (redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : "/login"),
  register: (redirect?: string) => (redirect ? `/register?redirect=${encodeURIComponent(redirect)}` : "/register"),
  findPassword: "/findpassword",
  findPasswordMobile: "/findpassword-mobile",
  oauth: (name: string) => `/oauth/${name}`,
  upload: "/upload",
  joinVip: "/joinvip",
  complaint: "/complaint",
  /** Returns the path of the complaint form with an address filled in. */
  complaintAbout: (address: string) => `/complaint?url=${encodeURIComponent(address)}`,
  transparency: "/transparency",
  order: (orderNo: string) => `/order?order_no=${orderNo}`,
  receipt: (orderNo: string) => `/order/receipt?order_no=${orderNo}`,
  post: "/post",
  editArticle: (id: number) => `/post?id=${id}`,
  me: "/me",
  myCredits: "/me/credit",
  myDocuments: "/me/document",
  myArticles: "/me/article",
  myFavorites: "/me/favorite",
  myDownloads: "/me/download",
  myOrders: "/me/order",
  myVip: "/me/vip",
  myProfile: "/me/profile",
  myPassword: "/me/password",
  myNotifications: "/me/notification",
  myNotificationSettings: "/me/notification/preference",
  mySecurity: "/me/security",
  myComplaints: "/me/complaint",
  myAppeals: "/me/appeal",
  /** Returns the user's decisions of one kind (`DecisionKind`). */
  myAppealsOf: (kind: number) => `/me/appeal?kind=${kind}`,
  myAppeal: (decisionId: number) => `/me/appeal?id=${decisionId}`,
  admin: "/admin",
  /** Returns the path of the staff article form, for this article or a new one. */
  adminArticle: (id?: number) => (id ? `/admin/article/set?id=${id}` : "/admin/article/set"),
  adminPage: (identifier: string) => `/admin/article/set?identifier=${encodeURIComponent(identifier)}`,
  page: (uuid: string, page: number, ext: string, version: number) => `/view/page/${uuid}/${page}${ext}?v=${version}`,
  thumb: (uuid: string, page: number, version: number) => `/view/thumb/${uuid}/${page}?v=${version}`,
  cover: (uuid: string, version: number) => `/view/cover/${uuid}?v=${version}`,
} as const

const ownOrigin = "https://own.invalid"

/**
 * Returns a `redirect` that is safe to follow: a path of this site, but never /oauth or a login page (docs/reference/specification.md 4).
 * It is parsed as browsers parse it, so that no spelling ("/\\", "/.//") leads to another site, and the parsed path is returned.
 */
export const ownPath = (redirect: string | null | undefined, fallback = "/me"): string => {
  if (!redirect || !/^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(redirect) || !URL.canParse(redirect, ownOrigin)) return fallback
  const { origin, pathname, search, hash } = new URL(redirect, ownOrigin)
  if (origin !== ownOrigin || pathname.startsWith("//")) return fallback
  return /^\/(oauth|login|register)(\/|$)/.test(pathname) ? fallback : pathname + search + hash
}

/** Checks for an address of this machine, which no other machine can open. */
export const isThisMachine = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

/** Returns an origin such as https://example.cn from a domain setting with or without its scheme; "" if none is set. */
export const originOf = (domain: string): string => {
  if (!domain) return ""
  const text = /^https?:\/\//i.test(domain) ? domain : `https://${domain}`
  return URL.canParse(text) ? new URL(text).origin : ""
}
