import { z } from "zod"
import { area, perHour } from "../area"
import { filled, flag, id, int, list, many, nothing, num, str, time } from "../schema"
import { maxTokenDays, tokenScopeNames } from "./session.token-scopes"

export const LoginSession = z.object({ id: str, ip: str, user_agent: str, current: flag, created_at: time, last_used_at: time })

/**
 * An access token for programs (docs/decisions/151): `scope` is a list of names, `hint` the beginning of the token. The token itself is
 * returned only once.
 */
export const AccessToken = z.object({
  id: num,
  name: str,
  scope: many(z.string()),
  hint: str,
  created_at: time,
  expires_at: time,
  last_used_at: time,
  last_used_ip: str,
})

export const session = area({
  "DELETE /user/logout": { title: "退出登录", access: "public", allowedWhileClosed: true, input: z.object({}), output: nothing },
  "GET /user/session": { title: "我的登录设备", access: "login", input: z.object({}), output: z.object({ session: many(LoginSession) }) },
  "DELETE /user/session": {
    title: "让设备退出登录",
    access: "login",
    input: z.object({ id: list(z.uuid({ error: "编号不正确" })) }),
    output: nothing,
  },
  "GET /user/token": { title: "我的访问令牌", access: "login", input: z.object({}), output: z.object({ token: many(AccessToken) }) },
  "POST /user/token": {
    title: "新建访问令牌",
    access: "login",
    confirmed: true,
    conflicts: true,
    limit: perHour(30, "person"),
    input: z.object({
      name: filled(64, "令牌的名称"),
      scope: list(z.enum(tokenScopeNames, { error: "没有这项权限" })).refine((scope) => scope.length > 0, { error: "请至少选择一项权限" }),
      days: int
        .refine((days) => days >= 1 && days <= maxTokenDays, { error: `有效期应为 1 到 ${maxTokenDays} 天` })
        .meta({ minimum: 1, maximum: maxTokenDays }),
    }),
    /** `token` is returned only this once */
    output: z.object({ id: num, token: z.string() }),
  },
  "DELETE /user/token": { title: "撤销访问令牌", access: "login", input: z.object({ id }), output: nothing },
})
