import { z } from "zod"
import { area } from "../area"
import { crudCalls, moveCall } from "../crud"
import { LinkTarget } from "./navigation.enums"
import { entities } from "../entities"
import { bool, filled, flag, int, num, str, text, time } from "../schema"

export const Navigation = z.object({
  id: num,
  title: str,
  href: str,
  target: str,
  color: str,
  sort: num,
  enable: flag,
  parent_id: num,
  description: str,
  fixed: flag,
  created_at: time,
  updated_at: time,
})

const calls = crudCalls(
  { ...entities.navigation, public: true, publicRow: true },
  {
    entity: Navigation,
    public: ["id", "title", "href", "target", "color", "sort", "enable", "parent_id", "description", "fixed", "created_at", "updated_at"],
    staffOnly: [],
    form: {
      title: filled(255, "名称").meta({ examples: ["首页"] }),
      href: text(255, "链接").optional(),
      target: z.enum(["", LinkTarget.self, LinkTarget.blank], { error: "打开方式不正确" }).optional(),
      color: text(32, "颜色").optional(),
      description: text(1024, "简介").optional(),
      sort: int.optional(),
      enable: bool.optional(),
      parent_id: int.optional(),
    },
    filters: {},
  },
)

export const navigation = area({
  ...calls,
  // the login and registration pages render the header too
  "GET /navigation/list": { ...calls["GET /navigation/list"], allowedWhileClosed: true },
  ...moveCall(entities.navigation),
})
