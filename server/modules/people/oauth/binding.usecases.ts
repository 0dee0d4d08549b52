import { DynamicType } from "@/lib/contract/people/activity.enums"
import { OauthType } from "@/lib/contract/people/oauth.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Input } from "@/lib/contract/types"
import type { Ctx, LoggedIn } from "@/server/context"
import type { Db } from "@/server/db/client"
import { conflict, invalid, notFound, unauthenticated } from "@/server/errors"
import { addDynamic } from "../activity/activity.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { readUser } from "../user/user.usecases"
import {
  addBinding,
  type BindingRow,
  deleteBinding,
  findPerson,
  listBindings,
  listOwners,
  lockIdentity,
  lockPerson,
  updateBinding,
} from "./oauth.repository"
import { consumeProof, type Proven } from "./proof.usecases"
import { labelOf } from "./provider.usecases"

/** WeChat scan login and official account share the unionid: one user, found by either type. */
const wechat: number[] = [OauthType.wechat, OauthType.officialaccount]
const siblings = (type: number) => (wechat.includes(type) ? wechat : [type])

/** Returns the account of an identity, or null. An older binding under the app's own id counts only if there is no other. */
export const findOwner = async (db: Db, { type, openid, app_openid }: Proven): Promise<BindingRow | null> => {
  const rows = await listOwners(db, siblings(type), [openid, app_openid].filter(Boolean))
  const under = (id: string) => rows.find((row) => row.openid === id && row.oauth_type === type) ?? rows.find((row) => row.openid === id)
  return under(openid) ?? (app_openid ? under(app_openid) : undefined) ?? null
}

/** Updates name and picture from the provider. A binding under the app's own id moves to the id that both apps share. */
export const refreshBinding = async (ctx: Ctx, row: BindingRow, { type, openid, nickname, avatar }: Proven): Promise<void> => {
  const isSameType = row.oauth_type === type
  await updateBinding(ctx.db, row.id, { nickname, avatar, ...(isSameType && { openid }) })
}

/** Binds a proven identity to the user; does nothing if it is already bound to them. */
export const attach = (ctx: Ctx, userId: number, proven: Proven): Promise<void> =>
  ctx.tx(async (ctx) => {
    await lockIdentity(ctx.db, proven.openid)
    if (!(await lockPerson(ctx.db, userId))) throw unauthenticated()
    const owner = await findOwner(ctx.db, proven)
    if (owner && owner.user_id !== userId) throw conflict("该第三方账号已绑定其他账号")
    if (owner?.oauth_type === proven.type) return refreshBinding(ctx, owner, proven)
    const label = await labelOf(ctx.app, proven.type)
    if ((await listBindings(ctx.db, userId)).some((row) => row.oauth_type === proven.type)) throw conflict(`你已绑定过${label}`)
    const { type, openid, nickname, avatar } = proven
    const now = ctx.now()
    if (!(await addBinding(ctx.db, { user_id: userId, oauth_type: type, openid, nickname, avatar, created_at: now, updated_at: now })))
      throw conflict("该第三方账号已绑定其他账号")
    await addDynamic(ctx, { user_id: userId, type: DynamicType.verify, message: `绑定了${label}` })
    await noteAccountChange(ctx, { type: SecurityEventType.bindingAdded, user_id: userId, detail: label })
  })

/** Binds the identity of a proof to the caller and returns the caller (docs/reference/api.md 2.13). */
export const bindOauth = async (ctx: LoggedIn, input: Input<"POST /oauth/bind"> & { oauth_type: number }) => {
  await attach(ctx, ctx.user.id, await consumeProof(ctx, input))
  return { token: ctx.request.token, user: await readUser(ctx, {}), bound: true }
}

type Person = { password: string; email_verified: boolean; mobile_verified: boolean }
/** Checks whether the user can log in without third parties. A verified address is enough, since it allows setting a password. */
const hasOtherWay = ({ password, email_verified, mobile_verified }: Person) => password !== "" || email_verified || mobile_verified

/** Returns the user's bindings; `last` = unbinding it would lock them out. */
export const readBindings = async (ctx: LoggedIn) => {
  const [person, rows] = await Promise.all([findPerson(ctx.db, ctx.user.id), listBindings(ctx.db, ctx.user.id)])
  if (!person) throw unauthenticated()
  const last = rows.length === 1 && !hasOtherWay(person)
  return { oauth: rows.map((row) => ({ ...row, username: row.nickname, last })) }
}

/** Unbinds, unless it is the last way to log in. */
export const unbindOauth = (ctx: LoggedIn, { id }: { id: number }) =>
  ctx.tx(async (ctx) => {
    const person = await lockPerson(ctx.db, ctx.user.id)
    if (!person) throw unauthenticated()
    const rows = await listBindings(ctx.db, ctx.user.id)
    const row = rows.find((one) => one.id === id)
    if (!row) throw notFound("没有这个绑定")
    if (rows.length === 1 && !hasOtherWay(person)) throw invalid("这是你唯一的登录方式，请先设置密码，或绑定邮箱、手机号，再解除绑定")
    await deleteBinding(ctx.db, id)
    const label = await labelOf(ctx.app, row.oauth_type)
    await addDynamic(ctx, { user_id: ctx.user.id, type: DynamicType.verify, message: `解除了${label}的绑定` })
    await noteAccountChange(ctx, { type: SecurityEventType.bindingRemoved, user_id: ctx.user.id, detail: label })
    return {}
  })
