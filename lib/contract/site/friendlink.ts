import { z } from "zod"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, int, num, str, text, time } from "../schema"

/** A partner link at the bottom of the home page; larger `sort` values come first (docs/reference/api.md 3.9). */
export const Friendlink = z.object({
  id: num,
  title: str,
  link: str,
  description: str,
  sort: num,
  enable: flag,
  created_at: time,
  updated_at: time,
})

export const friendlink = area(
  crudCalls(
    { ...entities.friendlink, public: true, publicRow: true },
    {
      entity: Friendlink,
      public: ["id", "title", "link", "sort", "enable", "created_at", "updated_at"],
      staffOnly: ["description"],
      form: {
        title: filled(64, "名称"),
        link: filled(255, "链接"),
        description: text(1024, "简介").optional(),
        sort: int.optional(),
        enable: bool.optional(),
      },
      filters: { enable: filterList(bool) },
    },
  ),
)
