import { z } from "zod"
import { area, perHour } from "./area"
import { CategoryLink } from "./category"
import {
  bool,
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
  range,
  str,
  text,
  time,
  unlessEmpty,
} from "./schema"
import { PublicUser } from "./user"

export const Article = z.object({
  id: num,
  identifier: str,
  user_id: num,
  title: str,
  keywords: str,
  description: str,
  content: html("article"),
  view_count: num,
  favorite_count: num,
  comment_count: num,
  status: num,
  reject_reason: str,
  recommend_at: time,
  /** above 0 it is an announcement; the largest come first */
  notice: num,
  created_at: time,
  updated_at: time,
  category_id: many(z.number().int()),
  category: many(CategoryLink),
  user: PublicUser.nullable().default(null),
})

/** `content` is HTML, sanitised when written. `identifier` is the public address; only staff may choose it, and `notice`. */
const NewArticle = z.object({
  title: filled(255, "标题"),
  content: z.string({ error: "请输入正文" }).min(1, { error: "请输入正文" }).max(2_000_000, { error: "正文太长" }),
  keywords: text(255, "关键字").optional(),
  description: text(1024, "摘要").optional(),
  identifier: unlessEmpty(z.string().regex(/^[\w-]{1,64}$/, { error: "标识只能用字母、数字、下划线和短横线" })),
  category_id: list(id).optional(),
  notice: int.pipe(z.number().min(0, { error: "公告的序号不能小于0" }).max(1_000_000, { error: "公告的序号过大" })).optional(),
})

export const article = area({
  "GET /article": {
    title: "阅读文章",
    access: "public",
    permission: "ArticleAPI/GetArticle",
    input: z.object({ id: int.optional(), identifier: z.string().max(64).optional() }),
    output: Article,
  },
  "GET /article/list": {
    title: "查询文章列表",
    access: "public",
    permission: "ArticleAPI/ListArticle",
    input: z.object({
      ...listing,
      category_id: filterList(int),
      user_id: filterList(int),
      status: filterList(int),
      is_recommend: filterList(bool),
      is_notice: filterList(bool),
      created_at: filter(range),
    }),
    output: z.object({ total: num, article: many(Article) }),
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
})
