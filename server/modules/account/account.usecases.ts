import { CodeType } from "../../../lib/contract/enums"
import type { Input } from "../../../lib/contract/types"
import type { Ctx } from "../../context"
import type { Database } from "../../db/client"
import { conflict, invalid } from "../../errors"
import { requireUncommonPassword } from "../../security/common-passwords"
import { networkOf } from "../../security/network"
import { createPasswords, isLegacyHash, randomPassword, type Passwords } from "../../security/password"
import { isReservedName } from "../../security/reserved-names"
import { requireCaptcha } from "../captcha/captcha.usecases"
import { requireUnpunished } from "../punishment/punishment.policy"
import { knownDevice } from "../session/device.usecases"
import { hasUsedPlace, revokeAll } from "../session/session.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { findByAnyName, replaceHash, findUserByName, type UserRow, updateUser } from "../user/people.usecases"
import { requireRegistrationOpen } from "../user/registration.policy"
import { requireMail } from "../verification/channel.policy"
import { proveCode, consumeCode } from "../verification/verification.usecases"
import { createAccount, completeLogin } from "./login.usecases"

/** The form's verified code; null if none is required. */
const proveEmailCode = async (ctx: Ctx, email: string, code = "") => {
  if (!(await settingsOf(ctx.app, "security")).enable_verify_register_email) return null
  await requireMail(ctx.app)
  return proveCode(ctx, { channel: "mail", address: email, type: CodeType.register, code })
}

/**
 * Registers, checking in the order of docs/reference/api.md 2.1. Names are public, addresses are not: whether an e-mail address has an account is only
 * said to who has proven it is theirs; without proof the account gets it unproven, like everybody's (docs/decisions/007).
 */
export const register = async (ctx: Ctx, { username, password, email, code, ...captcha }: Input<"POST /user/register">) => {
  await requireRegistrationOpen(ctx.app)
  await requireCaptcha(ctx, "register", captcha, { email })
  requireUncommonPassword(password)
  const proof = await proveEmailCode(ctx, email, code)
  if (isReservedName(username) || (await findUserByName(ctx, username))) throw conflict("用户名已存在", "username")
  const hashed = await ctx.app.passwords.hash(password)
  return ctx.tx(async (ctx) => {
    if (proof) await consumeCode(ctx, proof)
    return completeLogin(ctx, await createAccount(ctx, { username, password: hashed, email, email_verified: proof !== null }))
  })
}

/** The person's own browser or network, which has its own limit (`server/security/guesses.ts`). Takes the same time for unknown names. */
const knownPlace = async (ctx: Ctx, id: number): Promise<string | null> => {
  const [device, place] = await Promise.all([knownDevice(ctx, id), hasUsedPlace(ctx, id, ctx.request.ip)])
  if (device) return `${id} device ${device}`
  return place ? `${id} place ${networkOf(ctx.request.ip)}` : null
}

/** Unknown name and wrong password have the same answer, duration and counting (docs/decisions/018, docs/reference/api.md 2.1). */
export const logIn = async (ctx: Ctx, { username, password, ...captcha }: Input<"POST /user/login">) => {
  await requireCaptcha(ctx, "login", captcha)
  const found = await findByAnyName(ctx, username)
  const guess = await ctx.app.guesses({ name: username, ip: ctx.request.ip, known: await knownPlace(ctx, found?.id ?? 0) })
  if (!(await ctx.app.passwords.verify(found?.password, password)) || !found) {
    ctx.app.log.info({ request: ctx.request.id, ip: ctx.request.ip }, "登录没有成功")
    throw invalid("用户名或密码错误")
  }
  await guess.right()
  await requireUnpunished(ctx, found.id, "login")
  await upgradeHash(ctx, found, password)
  return completeLogin(ctx, found.id)
}

/** An imported hash becomes one of ours as soon as the password is known again (docs/decisions/018). */
const upgradeHash = async (ctx: Ctx, { id, password: stored }: UserRow, password: string) => {
  if (isLegacyHash(stored)) await replaceHash(ctx, id, stored, await ctx.app.passwords.hash(password))
}

/** Sets a random password for the operator's terminal and ends every session of the person. Null for an unknown name. */
export const renewPassword = async (db: Database, username: string, passwords: Passwords = createPasswords()): Promise<string | null> => {
  const user = await findUserByName({ db }, username)
  if (!user) return null
  const password = randomPassword()
  const hashed = await passwords.hash(password)
  await db.transaction(async (tx) => {
    const now = new Date()
    await updateUser({ db: tx }, user.id, { password: hashed }, now)
    await revokeAll({ db: tx }, user.id, now)
  })
  return password
}
