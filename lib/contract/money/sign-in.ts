import { z } from "zod"
import { area } from "../area"
import { num, str, time } from "../schema"

export const Sign = z.object({ id: num, user_id: num, sign_at: num, award: num, streak: num, ip: str, created_at: time })

export const sign = area({
  /** id 0 = not signed in today (docs/reference/specification.md 4) */
  "GET /user/sign": { title: "今天的签到", access: "login", input: z.object({}), output: Sign },
  "PUT /user/sign": { title: "签到", access: "login", conflicts: true, input: z.object({}), output: Sign },
})
