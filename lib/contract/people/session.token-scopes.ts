/** The scopes of access tokens (docs/decisions/151). Staff permissions require `admin`. No zod in this file: it is shipped to browsers. */
export const tokenScopes = {
  read: { label: "读取", about: "看网站内容，和我的资料、收藏、订单、积分" },
  download: { label: "下载", about: "下载文档，和在网页上一样计次数" },
  document: { label: "文档", about: "上传、修改和删除我的文档" },
  article: { label: "文章", about: "发布、修改和删除我的文章" },
  interact: { label: "互动", about: "评论、评分、收藏、签到、举报" },
  admin: { label: "管理", about: "用我在后台的权限；要确认密码的操作除外" },
} as const

export type TokenScope = keyof typeof tokenScopes
export const tokenScopeNames = Object.keys(tokenScopes) as TokenScope[]

/** The token lifetimes to choose from, in days; the longest is also the accepted maximum. */
export const tokenDays = [7, 30, 90, 180, 365] as const
export const maxTokenDays = 365
/** The maximum number of tokens per user. */
export const maxTokens = 20
