import { eq } from "drizzle-orm"
import type { Input } from "../../../lib/contract/types"
import type { Ctx } from "../../context"
import { conflict, invalid } from "../../http/errors"
import { settingsOf } from "../config/config.usecases"
import { hashPassword, isCommonPassword, verifyPassword } from "./password"
import { openSession } from "./session.usecases"
import { addToGroup, addUser, findDefaultGroup, findUserByEmail, findUserByName } from "./user.repository"
import { userTable } from "./user.table"
import { ownUser } from "./user.usecases"

const reserved = new Set(["admin", "root", "system", "administrator", "管理员", "系统", "客服", "官方"])

/** `reference/api.md` U1, in its order. Register rewards and codes come with the ledger. */
export const register = async (ctx: Ctx, input: Required<Input<"POST /user/register">>) => {
  const security = await settingsOf(ctx.app, "security")
  if (!security.enable_register) throw invalid("系统未开放注册")
  if (security.is_close) throw invalid("网站已关闭，暂时不允许注册")
  if (isCommonPassword(input.password)) throw invalid("这个密码太常见了，请换一个")
  if (reserved.has(input.username.toLowerCase())) throw conflict("用户名已存在")
  const password = await hashPassword(input.password)
  return ctx.tx(async (ctx) => {
    if (await findUserByName(ctx.db, input.username)) throw conflict("用户名已存在")
    if (await findUserByEmail(ctx.db, input.email)) throw conflict("邮箱已存在")
    const group = await findDefaultGroup(ctx.db)
    if (!group) throw new Error("no default group")
    const now = ctx.now()
    const row = await addUser(ctx.db, { username: input.username, email: input.email, password, register_ip: ctx.request.ip, last_login_ip: ctx.request.ip, login_at: now }).catch(takenMeanwhile)
    await addToGroup(ctx.db, row.id, group.id)
    return { token: await openSession(ctx, row.id), user: ownUser(row) }
  })
}

const takenMeanwhile = (error: unknown): never => {
  const cause = (error as { cause?: { code?: string } }).cause
  throw cause?.code === "23505" ? conflict("用户名或邮箱已存在") : error
}

/** Unknown name and wrong password are one answer, after the same work (`docs/decisions`). */
export const logIn = async (ctx: Ctx, input: Input<"POST /user/login">) => {
  const found = await findUserByName(ctx.db, input.username)
  if (!(await verifyPassword(found?.password, input.password)) || !found) throw invalid("用户名或密码错误")
  return ctx.tx(async (ctx) => {
    const [row] = await ctx.db.update(userTable).set({ login_at: ctx.now(), last_login_ip: ctx.request.ip }).where(eq(userTable.id, found.id)).returning()
    return { token: await openSession(ctx, found.id), user: ownUser(row!) }
  })
}

