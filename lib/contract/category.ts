import { z } from "zod"
import { area } from "./area"
import { bool, filterList, flag, int, listing, many, num, str, time } from "./schema"

export const Category = z.object({
  id: num,
  parent_id: num,
  title: str,
  icon: str,
  cover: str,
  doc_count: num,
  sort: num,
  enable: flag,
  type: num,
  description: str,
  show_description: flag,
  created_at: time,
  updated_at: time,
})

/** A category inside of a document or article. */
export const CategoryLink = z.object({ id: num, title: str, parent_id: num })

export const category = area({
  "GET /category/list": {
    title: "查询分类列表",
    access: "public",
    permission: "CategoryAPI/ListCategory",
    input: z.object({ ...listing, parent_id: filterList(int), type: filterList(int), enable: filterList(bool) }),
    output: z.object({ category: many(Category) }),
  },
})
