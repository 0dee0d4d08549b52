import { z } from "zod"
import { area, perHour } from "../area"
import { CategoryLink } from "../library/category"
import { ReviewStatus } from "../library/content.enums"
import {
  bool,
  emptyOr,
  filled,
  filter,
  filterList,
  html,
  id,
  int,
  list,
  listing,
  many,
  nothing,
  num,
  oneOf,
  range,
  str,
  text,
  time,
  unlessEmpty,
} from "../schema"
import { reviewMarks } from "../operations/review.marks"
import { PublicUser } from "../people/user"

export const Article = z.object({
  id: num,
  identifier: str,
  user_id: num,
  title: str,
  keywords: str,
  description: str,
  content: html("article"),
  /** its first picture, if it is stored on this site */
  cover: str,
  view_count: num,
  favorite_count: num,
  comment_count: num,
  status: num,
  reject_reason: str,
  recommend_at: time,
  /** above 0 it is an announcement; the largest come first */
  notice: num,
  /** origin: a name, and the URL of the original */
  source: str,
  source_url: str,
  created_at: time,
  updated_at: time,
  category_id: many(z.number().int()),
  category: many(CategoryLink),
  user: PublicUser.nullable().default(null),
})

export const ListedArticle = Article.extend(reviewMarks)

/** An article as its form edits it. */
export const ArticleSource = Article.omit({ content: true, cover: true, category: true, user: true }).extend({
  /** as it is stored; a change without this field leaves it unchanged to the byte */
  content: str,
  /** the version that an editor may display; code is not coloured */
  display: html("article"),
  /** for `If-Match` of the change: a newer version is not overwritten (409) */
  version: str,
})

/** A deleted article; it is permanently deleted at `purge_at`. */
export const RecycledArticle = Article.extend({ deleted_at: time, purge_at: time })

/** The fields that a list of related articles needs. */
export const RelatedArticle = z.object({
  id: num,
  title: str,
  keywords: str,
  identifier: str,
  category_id: many(z.number().int()),
  created_at: time,
})

const status = oneOf(ReviewStatus, "请选择审核结果")
const reason = text(200, "拒绝原因")
/** The articles of a bulk change. */
const articles = list(id).refine((ids) => ids.length > 0, { error: "请选择文章" })

/**
 * `content` is HTML, sanitised on write. `identifier` is part of the public URL. Only staff may set it, and `notice`, `status`,
 * `is_recommend` and `reject_reason`.
 */
const NewArticle = z.object({
  title: filled(255, "标题"),
  content: z.string({ error: "请输入正文" }).min(1, { error: "请输入正文" }).max(2_000_000, { error: "正文太长" }),
  keywords: text(255, "关键词").optional(),
  description: text(1024, "简介").optional(),
  identifier: unlessEmpty(z.string().regex(/^[\w-]{1,64}$/, { error: "标识只能用字母、数字、下划线和短横线" })),
  category_id: list(id).optional(),
  notice: int.pipe(z.number().min(0, { error: "公告的序号不能小于0" }).max(1_000_000, { error: "公告的序号过大" })).optional(),
  source: text(128, "来源").optional(),
  source_url: emptyOr(
    text(1024, "来源网址").pipe(z.string().regex(/^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i, { error: "来源网址不完整，缺少协议或域名" })),
  ).optional(),
  status: status.optional(),
  is_recommend: bool.optional(),
  reject_reason: reason.optional(),
})

const filters = {
  ...listing,
  category_id: filterList(int),
  user_id: filterList(int),
  status: filterList(int),
  is_recommend: filterList(bool),
  is_notice: filterList(bool),
  created_at: filter(range),
}

export const article = area({
  "GET /article": {
    title: "阅读文章",
    access: "public",
    shared: { unless: "identifier" },
    permission: "ArticleAPI/GetArticle",
    input: z.object({ id: int.optional(), identifier: z.string().max(64).optional() }),
    output: Article,
  },
  "GET /article/source": {
    title: "读取文章原文",
    access: "login",
    missing: true,
    input: z.object({ id: int.optional(), identifier: z.string().max(64).optional() }),
    output: ArticleSource,
  },
  "GET /article/list": {
    title: "查询文章列表",
    access: "public",
    shared: true,
    permission: "ArticleAPI/ListArticle",
    input: z.object(filters),
    output: z.object({ total: num, article: many(ListedArticle) }),
  },
  "GET /article/related": {
    title: "相关文章",
    access: "public",
    shared: true,
    missing: true,
    input: z.object({
      identifier: z.string({ error: "参数错误:文章标识为空" }).min(1, { error: "参数错误:文章标识为空" }).max(64),
    }),
    output: z.object({ article: many(RelatedArticle) }),
  },
  "GET /article/neighbour": {
    title: "同分类的上一篇和下一篇",
    access: "public",
    shared: true,
    missing: true,
    input: z.object({ identifier: z.string().min(1).max(64) }),
    output: z.object({ previous: RelatedArticle.nullable().default(null), next: RelatedArticle.nullable().default(null) }),
  },
  "POST /article": {
    title: "后台创建文章",
    access: "login",
    limit: perHour(60, "person"),
    conflicts: true,
    permission: "ArticleAPI/CreateArticle",
    input: NewArticle,
    output: Article,
  },
  "PUT /article": {
    title: "更新文章/单页",
    access: "login",
    limit: perHour(240, "person"),
    conflicts: true,
    versioned: true,
    permission: "ArticleAPI/UpdateArticle",
    input: NewArticle.partial().extend({ id }),
    output: nothing,
  },
  "DELETE /article": {
    title: "删除文章",
    access: "login",
    permission: "ArticleAPI/DeleteArticle",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "PUT /article/category": {
    title: "文章批量分类",
    access: "permission",
    permission: "ArticleAPI/SetArticlesCategory",
    input: z.object({
      article_id: articles,
      category_id: list(id).refine((ids) => ids.length > 0, { error: "请选择文章分类" }),
    }),
    output: nothing,
  },
  "PUT /article/recommend": {
    title: "推荐文章",
    access: "permission",
    permission: "ArticleAPI/RecommendArticles",
    input: z.object({ article_id: articles, is_recommend: bool }),
    output: nothing,
  },
  "PUT /article/check": {
    title: "批量审批文章",
    access: "permission",
    permission: "ArticleAPI/CheckArticles",
    conflicts: true,
    /** `rejeact_reason`: the spelling of existing clients */
    input: z.object({ article_id: articles, status, reject_reason: reason.optional(), rejeact_reason: reason.optional() }),
    output: nothing,
  },
  "GET /article/recycle/list": {
    title: "查询回收站文章列表",
    access: "permission",
    permission: "ArticleAPI/ListRecycleArticle",
    input: z.object(filters),
    output: z.object({ total: num, article: many(RecycledArticle) }),
  },
  "POST /article/recycle/restore": {
    title: "从回收站恢复文章",
    access: "permission",
    permission: "ArticleAPI/RestoreRecycleArticle",
    input: z.object({ id: articles }),
    output: nothing,
  },
  "DELETE /article/recycle": {
    title: "删除回收站文章",
    access: "permission",
    permission: "ArticleAPI/DeleteRecycleArticle",
    input: z.object({ id: articles }),
    output: nothing,
  },
  "DELETE /article/recycle/empty": {
    title: "清空回收站文章",
    access: "permission",
    permission: "ArticleAPI/EmptyRecycleArticle",
    input: z.object({}),
    output: nothing,
  },
})
