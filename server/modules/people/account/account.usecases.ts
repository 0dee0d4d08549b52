import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Input } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import type { Database } from "@/server/db/client"
import { AppError, conflict, invalid } from "@/server/errors"
import { requireUncommonPassword } from "@/server/security/password-rules"
import { createPasswords, randomPassword, type Passwords } from "@/server/security/password"
import { isReservedName } from "@/server/security/reserved-names"
import { checkTexts } from "../../community/sensitive-word/check.usecases"
import { keepCaptcha, requireCaptcha } from "../captcha/captcha.usecases"
import { requireMayLogIn } from "../punishment/punishment.policy"
import { noteRefusal, notingRefusal } from "../security-event/security-event.usecases"
import { revokeAll } from "../session/session.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findByAnyName, replaceHash, findUserByName, type UserRow, updateUser } from "../user/people.usecases"
import { requireRegistrationOpen } from "../user/registration.policy"
import { requireMail } from "../verification/channel.policy"
import { proveCode, consumeCode } from "../verification/verification.usecases"
import { completeLogin, createAccount, enterByPasskey, knownDeviceOrNetwork, requireSecondFactor } from "./login.usecases"

/** Verifies the e-mail code of the form; null if none is required. */
const proveEmailCode = async (ctx: Ctx, email: string, code = "") => {
  if (!(await settingsOf(ctx.app, "security")).enable_verify_register_email) return null
  await requireMail(ctx.app)
  return proveCode(ctx, { channel: "mail", address: email, type: CodeType.register, code })
}

/**
 * Registers a user, with checks in the order of docs/reference/api.md 2.1. Usernames are public, addresses are not: whether an e-mail
 * address has an account is revealed only after its owner has verified it. Without a code the account gets the address unverified
 * (docs/decisions/007).
 */
export const register = async (ctx: Ctx, { username, password, email, code, ...captcha }: Input<"POST /user/register">) => {
  await requireRegistrationOpen(ctx.app)
  ctx.app.passwords.requireRoom()
  await requireCaptcha(ctx, "register", captcha, { sentWith: email })
  requireUncommonPassword(password, { names: [username, email] })
  const proof = await proveEmailCode(ctx, email, code)
  if (isReservedName(username) || (await findUserByName(ctx, username))) throw conflict("用户名已存在", "username")
  const checked = await checkTexts(ctx, HitKind.profile, { username })
  const hashed = await ctx.app.passwords.hash(password)
  return ctx.tx(async (ctx) => {
    if (proof) await consumeCode(ctx, proof)
    const entrant = await createAccount(ctx, { username, password: hashed, email, email_verified: proof !== null })
    await checked.record(ctx, entrant.id)
    return completeLogin(ctx, entrant, "注册")
  })
}

/**
 * Logs in with name and password. An unknown name and a wrong password have the same response, duration and counting (docs/decisions/018,
 * docs/reference/api.md 2.1).
 */
export const logIn = async (ctx: Ctx, { username, password, otp, passkey, ...captcha }: Input<"POST /user/login">) => {
  ctx.app.passwords.requireRoom()
  await requireCaptcha(ctx, "login", captcha, { sentWith: username })
  const user = await findByAnyName(ctx, username)
  const failed = (detail: string) => ({ type: SecurityEventType.loginFailed, user_id: user?.id ?? 0, detail })
  const placeKey = await knownDeviceOrNetwork(ctx, user?.id ?? 0)
  const guess = await notingRefusal(
    ctx,
    failed("密码错误次数太多"),
    ctx.app.guesses({ name: username, ip: ctx.request.ip, knownClient: placeKey }),
  )
  const isRight = await ctx.app.passwords.verify(user?.password, password).catch(async (error: unknown) => {
    await guess.undo()
    throw error
  })
  if (!isRight || !user) {
    await noteRefusal(ctx, failed("密码不正确"))
    throw invalid("用户名或密码错误")
  }
  await guess.right()
  await notingRefusal(ctx, failed("账号受到限制"), requireMayLogIn(ctx, user.id))
  await upgradeHash(ctx, user, password)
  const entrant = await requireSecondFactor(ctx, user.id, { otp, passkey }).catch(async (error: unknown) => {
    // the client repeats the call, with the code of the second factor
    await keepCaptcha(ctx, "login", username, captcha)
    throw error
  })
  return completeLogin(ctx, entrant, "密码")
}

/** Logs in with a passkey instead of name and password. Having the passkey and being verified by it are already two factors. */
export const logInWithPasskey = async (ctx: Ctx, { passkey }: Input<"POST /user/login/passkey">) => {
  const entrant = await enterByPasskey(ctx, passkey)
  const refused = { type: SecurityEventType.loginFailed, user_id: entrant.id, detail: "账号受到限制" }
  await notingRefusal(ctx, refused, requireMayLogIn(ctx, entrant.id))
  return completeLogin(ctx, entrant, "通行密钥")
}

/**
 * Replaces an imported hash, or one of a former cost, as soon as the user has entered the password (docs/decisions/018). While too many
 * others log in, it waits for another login.
 */
const upgradeHash = async (ctx: Ctx, { id, password: stored }: UserRow, password: string) => {
  if (!ctx.app.passwords.isOutdated(stored)) return
  const hashed = await ctx.app.passwords.hash(password).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (hashed) await replaceHash(ctx, id, stored, hashed)
}

/** Sets a random password, for the operator's terminal, and ends all sessions of the user. Null for an unknown name. */
export const renewPassword = async (db: Database, username: string, passwords: Passwords = createPasswords()): Promise<string | null> => {
  const user = await findUserByName({ db }, username)
  if (!user) return null
  const password = randomPassword()
  const hashed = await passwords.hash(password)
  await db.transaction(async (tx) => {
    const now = new Date()
    await updateUser({ db: tx }, user.id, { password: hashed, password_issued: true }, now)
    await revokeAll({ db: tx }, user.id, now)
  })
  return password
}
