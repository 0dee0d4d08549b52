import { z } from "zod"
import { area } from "./area"
import { CategoryLink } from "./category"
import { int, list, listing, many, num, str, time } from "./schema"
import { PublicUser } from "./user"

export const Article = z.object({
  id: num,
  identifier: str,
  user_id: num,
  title: str,
  keywords: str,
  description: str,
  content: str,
  view_count: num,
  favorite_count: num,
  comment_count: num,
  status: num,
  recommend_at: time,
  created_at: time,
  updated_at: time,
  category_id: many(z.number()),
  category: many(CategoryLink),
  user: PublicUser.nullable().default(null),
})

export const article = area({
  "GET /article": {
    title: "阅读文章",
    access: "public",
    input: z.object({ id: int.optional(), identifier: z.string().max(64).optional() }),
    output: Article,
  },
  "GET /article/list": {
    title: "查询文章列表",
    access: "public",
    input: z.object({ ...listing, category_id: list(int).optional(), user_id: list(int).optional(), status: list(int).optional() }),
    output: z.object({ total: num, article: many(Article) }),
  },
})
