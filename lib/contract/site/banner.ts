import { z } from "zod"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, int, num, str, text, time } from "../schema"

/** `path` is the image URL, `url` the link target; larger `sort` values come first (docs/reference/api.md 3.9). */
export const Banner = z.object({
  id: num,
  title: str,
  path: str,
  url: str,
  type: num,
  sort: num,
  enable: flag,
  description: str,
  created_at: time,
  updated_at: time,
})

export const banner = area(
  crudCalls(
    { ...entities.banner, public: true },
    {
      entity: Banner,
      public: ["id", "title", "path", "url", "type", "sort", "enable", "created_at", "updated_at"],
      staffOnly: ["description"],
      form: {
        path: filled(255, "图片"),
        title: text(255, "名称").optional(),
        url: text(255, "链接").optional(),
        type: int.optional(),
        sort: int.optional(),
        enable: bool.optional(),
        description: text(255, "简介").optional(),
      },
      filters: { type: filterList(int), enable: filterList(bool) },
    },
  ),
)
