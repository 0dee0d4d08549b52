/** Every address of the site, once (spec §2). */
export const paths = {
  home: "/",
  category: (id?: number) => (id ? `/category/${id}` : "/category"),
  article: (identifier?: string | number) => (identifier ? `/article/${identifier}` : "/article"),
  articles: (categoryId: number) => `/article?category_id=${categoryId}`,
  document: (uuid: string | number) => `/document/${uuid}`,
  search: (wd: string) => `/search?wd=${encodeURIComponent(wd)}`,
  user: (id: number) => `/user/${id}`,
  login: (redirect?: string) => (redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : "/login"),
  register: (redirect?: string) => (redirect ? `/register?redirect=${encodeURIComponent(redirect)}` : "/register"),
  upload: "/upload",
  me: "/me",
  myDocuments: "/me/document",
  admin: "/admin",
  page: (uuid: string, page: number, ext: string, version: number) => `/view/page/${uuid}/${page}${ext}?v=${version}`,
  cover: (uuid: string, version: number) => `/view/cover/${uuid}?v=${version}`,
} as const

/** A `redirect` that is safe to follow: a path of our own, never /oauth, never a login page (spec §4). */
export const ownPath = (redirect: string | null | undefined, fallback = "/me"): string => {
  if (!redirect || !/^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(redirect)) return fallback
  return /^\/(oauth|login|register)(\/|\?|$)/.test(redirect) ? fallback : redirect
}
