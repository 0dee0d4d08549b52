/** The initial group of user 1. Only user 1 can change it, its permissions and its members. It is never the default. */
export const rootGroup = 1

/** Flags that let members do something, with the label that staff read. */
export const capabilities = {
  enable_upload: "上传文档",
  enable_comment: "评论",
  enable_article: "发布文章",
  enable_article_crawl: "采集文章",
} as const
/** Flags that let members publish without review when they are off. */
export const reviews = {
  enable_document_review: "上传免审核",
  enable_comment_approval: "评论免审核",
  enable_article_approval: "文章免审核",
} as const
