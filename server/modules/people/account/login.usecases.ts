import { randomInt } from "node:crypto"
import { ErrorCode } from "@/lib/contract/error-code"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { paths } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { violatedConstraint } from "@/server/db/client"
import { AppError, conflict, invalid } from "@/server/errors"
import { networkOf } from "@/server/security/network"
import { findDefaultGroup } from "../group/member.usecases"
import { rewardRegistration } from "../../money/ledger/rewards.usecases"
import { noteRefusal, noteSecurity } from "../security-event/security-event.usecases"
import { knownDevice } from "../session/device.usecases"
import { hasUsedNetwork, openSession } from "../session/session.usecases"
import { provePasskey } from "../two-factor/passkey-proof.usecases"
import { requireFactor, type GivenFactor } from "../two-factor/factor-check.usecases"
import { listMemberships, addToGroup } from "../user/membership.usecases"
import { noteLogin, addUser, findUser, findUserByName } from "../user/people.usecases"
import { fullUser } from "../user/user.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"

/* The last step of every registration and login: by name, by SMS and through third parties. */

declare const proven: unique symbol
/**
 * A user who has passed the second factor, if the account has one. Only this file creates it, so that no way to log in can skip the check.
 */
export type Entrant = { readonly id: number; readonly [proven]: true }
const entrantOf = (id: number): Entrant => ({ id }) as Entrant

/**
 * Returns the key of a known browser or network of the user, which has its own limit (`server/security/guesses.ts`). Takes the same time
 * for unknown names.
 */
export const knownDeviceOrNetwork = async (ctx: Ctx, id: number): Promise<string | null> => {
  const [device, isFamiliarNetwork] = await Promise.all([knownDevice(ctx, id), hasUsedNetwork(ctx, id, ctx.request.ip)])
  if (device) return `${id} device ${device}`
  return isFamiliarNetwork ? `${id} place ${networkOf(ctx.request.ip)}` : null
}

/**
 * Requires the second factor after the first one was verified. Do not call it inside `ctx.tx`.
 * @throws 400 `factorRequired` without one, 400 for a wrong one, 429
 */
export const requireSecondFactor = async (ctx: Ctx, id: number, given: GivenFactor): Promise<Entrant> => {
  await requireFactor(ctx, id, given, await knownDeviceOrNetwork(ctx, id))
  return entrantOf(id)
}

/** Identifies a user by a passkey alone. @throws 400 */
export const enterByPasskey = async (ctx: Ctx, passkey: string): Promise<Entrant> => {
  const id = await provePasskey(ctx, passkey, { alone: true })
  const row = id ? await findUser(ctx, id) : null
  if (!row || row.closed_at) {
    await noteRefusal(ctx, { type: SecurityEventType.loginFailed, user_id: row?.id ?? 0, detail: "通行密钥" })
    throw invalid("没有账号认得这把通行密钥，请用密码登录", "passkey")
  }
  return entrantOf(row.id)
}

/** How the user proved their identity at login, as recorded in the log. */
export type LoginMethod = "密码" | "通行密钥" | "短信验证码" | "第三方账号" | "注册"

/** Opens a session and records time and IP address. The caller checks whether the user may log in. */
export const completeLogin = (ctx: Ctx, { id }: Entrant, by: LoginMethod) =>
  ctx.tx(async (ctx) => {
    await noteSecurity(ctx, { type: SecurityEventType.loggedIn, user_id: id, detail: by })
    const row = await noteLogin(ctx, id, ctx.request.ip.slice(0, 64), ctx.now())
    const membership = (await listMemberships(ctx, [id], ctx.now())).get(id)
    return { token: await openSession(ctx, id), user: fullUser(row, membership, false) }
  })

/** `password` is a hash, or "" for none; set `…_verified` only if a code was verified. */
export type NewAccount = {
  username: string
  password: string
  email?: string
  email_verified?: boolean
  mobile?: string
  mobile_verified?: boolean
  avatar?: string
}

/**
 * Creates an account with the default group and the registration reward (U1). The caller checks whether registration is open.
 * @throws 409 with a message for the user if the name or a verified address is taken
 */
export const createAccount = (ctx: Ctx, account: NewAccount): Promise<Entrant> =>
  ctx.tx(async (ctx) => {
    const group = await findDefaultGroup(ctx)
    if (!group) throw new AppError(ErrorCode.internal, "请联系管理员设置系统默认用户组")
    const row = await addUser(ctx, {
      ...account,
      register_ip: ctx.request.ip.slice(0, 64),
      created_at: ctx.now(),
      updated_at: ctx.now(),
    }).catch(taken)
    await addToGroup(ctx, row.id, group.id)
    await rewardRegistration(ctx, row.id)
    await tellWebhooks(ctx, "user.registered", [{ id: row.id, path: paths.user(row.id) }])
    return entrantOf(row.id)
  })

const nameTaken = () => conflict("用户名已存在", "username")
/** The error for each violated index. */
const refusals: Record<string, () => AppError> = {
  user_username: nameTaken,
  user_email_verified: () => conflict("邮箱已存在", "email"),
  user_mobile_verified: () => conflict("该手机号已注册，请直接登录", "mobile"),
}
const taken = (error: unknown): never => {
  const constraint = violatedConstraint(error)
  throw constraint === null ? error : (refusals[constraint] ?? nameTaken)()
}

const letters = "abcdefghjkmnpqrstuvwxyz23456789"

/** Generates an unused name: 用户 and eight random characters. The user can change it. */
export const freeName = async (ctx: Ctx): Promise<string> => {
  for (;;) {
    const name = `用户${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("")}`
    if (!(await findUserByName(ctx, name))) return name
  }
}
