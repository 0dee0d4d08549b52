import { z } from "zod"
import { area } from "./area"
import { flag, listing, many, num, str, time } from "./schema"

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

export const navigation = area({
  "GET /navigation/list": {
    title: "查看导航列表",
    access: "public",
    allowedWhileClosed: true,
    permission: "NavigationAPI/ListNavigation",
    input: z.object(listing),
    output: z.object({ total: num, navigation: many(Navigation) }),
  },
})
