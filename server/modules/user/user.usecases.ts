import type { Input } from "../../../lib/contract/types"
import type { Ctx, LoggedIn } from "../../context"
import { conflict, forbidden, invalid, notFound, unauthenticated } from "../../http/errors"
import { settingsOf } from "../config/config.usecases"
import { hashPassword, isCommonPassword, verifyPassword } from "./password"
import { openSession } from "./session.usecases"
import { addToGroup, addUser, findDefaultGroup, findUser, findUserByEmail, findUserByName, listGroups, listUsersById, type UserRow } from "./user.repository"
import { userTable } from "./user.table"
import { eq } from "drizzle-orm"

const publicFields = ["id", "username", "avatar", "signature", "doc_count", "article_count", "favorite_count", "comment_count", "follow_count", "fans_count", "credit_count"] as const

/** What everybody may see of a person. */
const publicUser = (row: UserRow) => Object.fromEntries(publicFields.map((field) => [field, row[field]])) as Pick<UserRow, (typeof publicFields)[number]>

/** The public parts of many people in one query, by id. */
export const publicUsers = async (ctx: Ctx, ids: number[]): Promise<Map<number, ReturnType<typeof publicUser>>> =>
  new Map((await listUsersById(ctx.db, [...new Set(ids)])).map((row) => [row.id, publicUser(row)]))

/** What the person (or staff) may see; the contract's output drops the password. */
const ownUser = (row: UserRow) => ({ ...row, password: undefined })

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

/** Own row in full; another's public part, or in full for staff. */
export const readUser = async (ctx: Ctx, input: { id?: number }) => {
  const id = input.id || ctx.user?.id
  if (!id) throw unauthenticated()
  const row = await findUser(ctx.db, id)
  if (!row) throw notFound("用户不存在")
  return id === ctx.user?.id || ctx.may("GET /user") ? ownUser(row) : publicUser(row)
}

/** Rights come from any of the person's groups (`reference/api.md` 6.2). */
export const requireUploadRight = async (ctx: LoggedIn): Promise<{ review: boolean }> => {
  const groups = await listGroups(ctx.db, ctx.user.id)
  if (!ctx.user.root && !groups.some((group) => group.enable_upload)) throw forbidden("没有权限上传文档")
  return { review: !ctx.user.root && groups.length > 0 && groups.every((group) => group.enable_document_review) }
}
