import { z } from "zod"
import { area } from "./area"
import { flag, list, many, nothing, str, time } from "./schema"

export const LoginSession = z.object({ id: str, ip: str, user_agent: str, current: flag, created_at: time, last_used_at: time })

export const session = area({
  "DELETE /user/logout": { title: "退出登录", access: "public", allowedWhileClosed: true, input: z.object({}), output: nothing },
  "GET /user/session": { title: "我的登录设备", access: "login", input: z.object({}), output: z.object({ session: many(LoginSession) }) },
  "DELETE /user/session": {
    title: "让设备退出登录",
    access: "login",
    input: z.object({ id: list(z.uuid({ error: "编号不正确" })) }),
    output: nothing,
  },
})
