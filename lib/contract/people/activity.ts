import { z } from "zod"
import { area } from "../area"
import { listing, many, num, str, time } from "../schema"

/** One entry of a user's activity feed. `content` is the sentence as HTML for older clients; our client uses the separate fields. */
export const Dynamic = z.object({
  id: num,
  user_id: num,
  type: num,
  content: str,
  title: str,
  href: str,
  credit: num,
  created_at: time,
  /** same as `created_at`: events never change */
  updated_at: time,
})

export const dynamic = area({
  "GET /user/dynamic": {
    title: "我的动态",
    access: "login",
    input: z.object(listing),
    output: z.object({ total: num, dynamic: many(Dynamic) }),
  },
})
