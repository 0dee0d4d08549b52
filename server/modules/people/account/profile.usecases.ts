import type { z } from "zod"
import type { account as calls } from "@/lib/contract/people/account"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { isUniqueViolation } from "@/server/db/client"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { requireUncommonPassword } from "@/server/security/password-rules"
import { requireConfirmed } from "@/server/security/confirmation"
import { isReservedName } from "@/server/security/reserved-names"
import { addDynamic } from "../activity/activity.usecases"
import { ownsAvatar } from "../../library/files/attachments.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { sessionStart } from "../session/session.usecases"
import { isProvenByAnother, updateUser, findUser, findUserByName, type UserRow } from "../user/people.usecases"
import { proveCode, consumeCode, type ProvenCode } from "../verification/verification.usecases"
import { checkTexts } from "../../community/sensitive-word/check.usecases"
import { dropHeldSignature, holdSignature } from "./profile-change.usecases"
import { requireOwnPassword } from "./own-password.policy"
import { requireWithinRank } from "../group/rank.policy"

type Profile = z.output<(typeof calls)["PUT /user/profile"]["input"]>
type Changes = Partial<
  Pick<
    UserRow,
    | "username"
    | "realname"
    | "identity"
    | "email"
    | "mobile"
    | "address"
    | "signature"
    | "avatar"
    | "remark"
    | "email_verified"
    | "mobile_verified"
  >
>

/** How long after a login a first password can be set (ms), so that a stolen session cannot take over the account. */
const freshMs = 30 * 60_000

const getUser = async (ctx: Ctx, id: number): Promise<UserRow> => {
  const row = await findUser(ctx, id)
  if (!row || row.closed_at) throw notFound("用户不存在")
  return row
}

/**
 * Changes only the submitted fields (docs/reference/api.md 2.1). One's own first address needs the proofs of `bind`; an existing one is
 * changed by `PUT /user/email` or `PUT /user/mobile` alone. Addresses submitted by staff for others are unverified. Only staff can change the
 * remark. A signature with a word that must be reviewed is held back until staff approve it (docs/decisions/477).
 */
export const changeProfile = async (ctx: LoggedIn, { id: userId, code, password, ...input }: Profile) => {
  const id = userId || ctx.user.id
  const isOwn = id === ctx.user.id
  const permitted = ctx.may("PUT /user/profile")
  if (!isOwn && !permitted) throw forbidden("你没有权限更改他人信息")
  if (!isOwn) await requireWithinRank(ctx, [id])
  const row = await getUser(ctx, id)
  const changes = changedFields(row, permitted && !isOwn ? input : { ...input, remark: undefined })
  if (!Object.keys(changes).length) return { review: false }
  const proof = isOwn ? await proveFirstAddress(ctx, row, changes, { code, password }) : null
  const { username, signature } = changes
  const checked = await checkTexts(ctx, HitKind.profile, { username, signature }, { userId: id })
  // the name cannot wait: a word that must be reviewed refuses it
  const heldSignature = checked.review ? checked.texts.signature : undefined
  if (heldSignature !== undefined) delete changes.signature
  else if (signature !== undefined) changes.signature = checked.texts.signature
  if (!isOwn && (changes.email !== undefined || changes.mobile !== undefined)) requireConfirmed(ctx)
  if (changes.username !== undefined) await requireFreeName(ctx, row, changes.username)
  if (changes.avatar && !(await ownsAvatar(ctx, id, changes.avatar))) throw invalid("请先上传头像", "avatar")
  await ctx.tx(async (ctx) => {
    if (proof) await consumeCode(ctx, proof.code)
    const values = proof ? { ...changes, [`${proof.field}_verified`]: true } : changes
    await updateUser(ctx, id, values, ctx.now()).catch(
      changes.username === undefined && proof
        ? takenMeanwhile(takenMessages[proof.field], proof.field)
        : takenMeanwhile("用户名已存在", "username"),
    )
    await checked.record(ctx, id)
    if (heldSignature !== undefined) await holdSignature(ctx, id, heldSignature, ctx.now())
    else if (changes.signature !== undefined) await dropHeldSignature(ctx, id)
    if (isOwn) await addDynamic(ctx, { user_id: id, type: DynamicType.profile, message: "更新了个人资料" })
    if (changes.email !== undefined) await noteAddressChange(ctx, row, "email", isOwn)
    if (changes.mobile !== undefined) await noteAddressChange(ctx, row, "mobile", isOwn)
    await ctx.changed("user", id)
  })
  return { review: heldSignature !== undefined }
}

/** Notifies the address that was verified before the change. */
const noteAddressChange = (ctx: Ctx, row: UserRow, field: "email" | "mobile", isOwn: boolean): Promise<void> =>
  noteAccountChange(
    ctx,
    {
      type: field === "email" ? SecurityEventType.emailChanged : SecurityEventType.mobileChanged,
      user_id: row.id,
      detail: isOwn ? "" : "由管理员改",
    },
    row.email_verified ? row.email : "",
  )

/** Returns the changed fields: clients send the whole row, so only differing values count. A new address is unverified. */
const changedFields = (row: UserRow, input: Omit<Profile, "id">): Changes => {
  const entries = Object.entries(input).filter(([name, value]) => value !== undefined && value !== row[name as keyof UserRow])
  const changes = Object.fromEntries(entries) as Changes
  if (changes.email !== undefined && changes.email.toLowerCase() === row.email.toLowerCase()) delete changes.email
  if (changes.email !== undefined) changes.email_verified = false
  if (changes.mobile !== undefined) changes.mobile_verified = false
  return changes
}

const requireUnsetAddresses = (row: UserRow, changes: Changes) => {
  if (row.email && changes.email !== undefined) throw invalid("电子邮箱已经设置，请用验证码更换", "email")
  if (row.mobile && changes.mobile !== undefined) throw invalid("手机号码已经设置，请用验证码更换", "mobile")
}

/** Proves the first address of one's own account (see `bind`); null if none is set. One request has one code, so it sets one address. */
const proveFirstAddress = async (
  ctx: LoggedIn,
  row: UserRow,
  changes: Changes,
  { code = "", password }: Pick<Profile, "code" | "password">,
) => {
  requireUnsetAddresses(row, changes)
  const { email, mobile } = changes
  if (email !== undefined && mobile !== undefined) throw invalid("邮箱和手机号请分两次绑定", "mobile")
  const field = email === undefined ? "mobile" : "email"
  const address = email ?? mobile
  if (address === undefined) return null
  if (!code) throw invalid(field === "email" ? "请填写发到这个邮箱的验证码" : "请填写发到这个手机号的验证码", field)
  return { field, code: await proveAddress(ctx, row, { field, address, code, password }) } as const
}

const requireFreeName = async (ctx: Ctx, row: UserRow, username: string) => {
  if (username.toLowerCase() === row.username.toLowerCase()) return
  if (isReservedName(username) || (await findUserByName(ctx, username))) throw conflict("用户名已存在", "username")
}

const takenMeanwhile =
  (message: string, field: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? conflict(message, field) : error
  }

/**
 * Changes a password (users need the old one for their own) and ends every other session of the user (docs/reference/api.md 2.1,
 * docs/decisions/018).
 */
export const changePassword = async (ctx: LoggedIn, input: { id?: number; old_password?: string; new_password: string }) => {
  const id = input.id || ctx.user.id
  const isOwn = id === ctx.user.id
  if (!isOwn && !ctx.may("PUT /user/password")) throw forbidden("你没有权限修改他人的密码")
  if (!isOwn) {
    await requireWithinRank(ctx, [id])
    requireConfirmed(ctx)
  }
  const row = await getUser(ctx, id)
  requireUncommonPassword(input.new_password, { field: "new_password", names: [row.username, row.email] })
  if (isOwn && row.password) await requireOwnPassword(ctx, row, input.old_password ?? "", "原密码不正确", "old_password")
  if (isOwn && !row.password) await requireFreshSession(ctx)
  const password = await ctx.app.passwords.hash(input.new_password)
  const { jti } = ctx.user
  await ctx.tx(async (ctx) => {
    await updateUser(ctx, id, { password, password_issued: !isOwn }, ctx.now())
    await ctx.app.sessions.closeOf(ctx, id, isOwn ? { except: jti } : {})
    if (isOwn) await addDynamic(ctx, { user_id: id, type: DynamicType.password, message: "修改了密码" })
    await noteAccountChange(ctx, { type: SecurityEventType.passwordChanged, user_id: id, detail: isOwn ? "" : "由管理员改" })
  })
  return {}
}

const requireFreshSession = async (ctx: LoggedIn) => {
  const start = await sessionStart(ctx)
  if (!start || ctx.now().getTime() - start.getTime() > freshMs) throw forbidden("请重新登录后再试")
}

type Proof = { field: "email" | "mobile"; address: string; code: string; password?: string }

const takenMessages = { email: "这个邮箱已经绑定了别的账号", mobile: "这个手机号已经绑定了别的账号" }

/**
 * Checks the proofs for an address of one's own. It gives access to the account, so an open session, which may be stolen, is not enough: the
 * password is required, or a recent login if there is none. The code proves that the address is the user's; only then is it revealed whether
 * another account has it.
 */
const proveAddress = async (ctx: LoggedIn, row: UserRow, { field, address, code, password }: Proof): Promise<ProvenCode> => {
  if (row.password) await requireOwnPassword(ctx, row, password ?? "", "密码不正确")
  else await requireFreshSession(ctx)
  const proof = await proveCode(ctx, { channel: field === "email" ? "mail" : "sms", address, type: CodeType.bind, code })
  if (await isProvenByAnother(ctx, field, address, row.id)) throw conflict(takenMessages[field], field)
  return proof
}

/** Binds an address, or replaces the bound one. */
const bind = async (ctx: LoggedIn, { field, address, ...secrets }: Proof) => {
  const row = await getUser(ctx, ctx.user.id)
  const proof = await proveAddress(ctx, row, { field, address, ...secrets })
  const id = ctx.user.id
  await ctx.tx(async (ctx) => {
    await consumeCode(ctx, proof)
    await updateUser(
      ctx,
      id,
      field === "email" ? { email: address, email_verified: true } : { mobile: address, mobile_verified: true },
      ctx.now(),
    ).catch(takenMeanwhile(takenMessages[field], field))
    await addDynamic(ctx, { user_id: id, type: DynamicType.verify, message: field === "email" ? "绑定了邮箱" : "绑定了手机号" })
    await noteAddressChange(ctx, row, field, true)
    await ctx.changed("user", id)
  })
  return {}
}

export const bindEmail = (ctx: LoggedIn, { email, ...proof }: { email: string; code: string; password?: string }) =>
  bind(ctx, { field: "email", address: email, ...proof })
export const bindMobile = (ctx: LoggedIn, { mobile, ...proof }: { mobile: string; code: string; password?: string }) =>
  bind(ctx, { field: "mobile", address: mobile, ...proof })
