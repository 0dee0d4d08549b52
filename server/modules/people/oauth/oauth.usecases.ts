import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { OauthType } from "@/lib/contract/people/oauth.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { ErrorCode } from "@/lib/contract/error-code"
import type { Input } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import { AppError, forbidden, invalid, unavailable } from "@/server/errors"
import { type Identity, OauthError } from "@/server/ports/oauth/oauth.port"
import { requireConfirmed } from "@/server/security/confirmation"
import { completeLogin, requireSecondFactor, type Entrant } from "../account/login.usecases"
import { requireMayLogIn } from "../punishment/punishment.policy"
import { notingRefusal } from "../security-event/security-event.usecases"
import { attach, findOwner, refreshBinding } from "./binding.usecases"
import { addState, type BindingRow, findPerson, type StateRow, takeState } from "./oauth.repository"
import { expired, type Proven, readProof, signProof } from "./proof.usecases"
import { type Configured, getUsable, listUsable } from "./provider.usecases"

const minutes = 10
const digest = (text: string) => createHash("sha256").update(text).digest("hex")
const same = (one: string, other: string) => timingSafeEqual(Buffer.from(digest(one)), Buffer.from(other))

/**
 * Returns the providers that users can log in with, without secrets (docs/reference/api.md 2.13). Only the custom provider has an
 * `authorize_url`.
 */
export const readOauthConfigs = async ({ app }: Ctx) => ({
  oauths: (await listUsable(app)).map(({ provider, label, icon, config, redirect }) => ({
    type: provider.type,
    name: label,
    label,
    icon,
    enable: true,
    client_id: config.client_id,
    redirect_url: redirect,
    authorize_url: provider.type === OauthType.custom ? (config.authorize_url ?? "") : "",
  })),
})

/** Calls a provider. On a rejection, the user gets the port's message and the detail is logged. */
const callProvider = async <T>(ctx: Ctx, { provider }: Configured, asking: Promise<T>): Promise<T> => {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    ctx.app.log.warn({ provider: provider.name, fault: error.fault, detail: error.detail, request: ctx.request.id }, "第三方登录没有成功")
    throw error.fault === "unavailable" ? unavailable(error.message) : invalid(error.message)
  }
}

/** Starts a login at a provider. Only digests of state and secret are stored, for ten minutes and a single use. */
export const beginOauth = async (ctx: Ctx, { oauth_type }: { oauth_type: number }) => {
  const usable = await getUsable(ctx.app, oauth_type)
  const { url, state, verifier, nonce } = await callProvider(ctx, usable, ctx.app.oauth.begin(usable.config, usable.redirect))
  const secret = randomBytes(32).toString("base64url")
  const now = ctx.now()
  const expires_at = new Date(now.getTime() + minutes * 60_000)
  await addState(
    ctx.db,
    { id: digest(state), oauth_type, secret: digest(secret), verifier, nonce, redirect_uri: usable.redirect, expires_at },
    now,
  )
  return { url, state, secret }
}

type Landing = { oauth_type: number; code: string; state?: string; secret?: string }

/**
 * Returns the login that this browser started. A client that has a code and its state but not the secret was sent here by an attacker
 * (login CSRF). Existing clients that send no state are rejected for the same reason (docs/decisions/011).
 */
const requireOwnState = async (ctx: Ctx, { oauth_type, state, secret }: Landing): Promise<StateRow> => {
  const row = state ? await takeState(ctx.db, digest(state)) : null
  if (!row || !secret || row.oauth_type !== oauth_type || row.expires_at <= ctx.now() || !same(secret, row.secret)) throw expired()
  return row
}

const provenBy = (type: number, { openid, app_openid = "", nickname, avatar }: Identity): Proven => ({
  type,
  openid,
  app_openid,
  nickname,
  avatar,
})

/** Logs in to the identity's account, binds the identity to the caller, or returns a proof for binding (docs/reference/api.md 2.13). */
export const logInWithOauth = async (ctx: Ctx, input: Landing) => {
  if (!input.code) throw invalid("code不能为空", "code")
  const usable = await getUsable(ctx.app, input.oauth_type)
  // a binding gives access to the account; checked before anything is consumed, so that the call can be retried
  if (ctx.user) requireConfirmed(ctx)
  const { redirect_uri, verifier, nonce } = await requireOwnState(ctx, input)
  const answer = { code: input.code, redirectUri: redirect_uri, verifier: verifier || undefined, nonce: nonce || undefined }
  const proven = provenBy(input.oauth_type, await callProvider(ctx, usable, ctx.app.oauth.identify(usable.config, answer)))
  if (ctx.user) {
    // never switches to another account
    await attach(ctx, ctx.user.id, proven)
    return { bound: true }
  }
  const owner = await findOwner(ctx.db, proven)
  if (!owner) return waiting(ctx, proven)
  await requireAllowed(ctx, owner)
  try {
    const entrant = await requireSecondFactor(ctx, owner.user_id, {})
    return await enter(ctx, owner, proven, entrant)
  } catch (error) {
    // the provider's code is used up: the second factor comes with a proof instead
    if (error instanceof AppError && error.code === ErrorCode.factorRequired) return { ...(await waiting(ctx, proven)), factor: true }
    throw error
  }
}

/** Returns a proof of an identity that is not logged in yet. Older clients show the binding page if there is an id. */
const waiting = async (ctx: Ctx, proven: Proven) => {
  const { type, openid, nickname, avatar } = proven
  return { oauth: { id: type, openid, oauth_type: type, session: await signProof(ctx, proven), nickname, avatar } }
}

const requireAllowed = async (ctx: Ctx, { user_id }: BindingRow) => {
  const refused = { type: SecurityEventType.loginFailed, user_id, detail: "账号受到限制" }
  await notingRefusal(ctx, refused, requireMayLogIn(ctx, user_id))
  if ((await findPerson(ctx.db, user_id))?.closed_at) throw forbidden("这个账号已经注销")
}

const enter = (ctx: Ctx, owner: BindingRow, proven: Proven, entrant: Entrant) =>
  ctx.tx(async (ctx) => {
    await refreshBinding(ctx, owner, proven)
    return completeLogin(ctx, entrant, "第三方账号")
  })

/** Completes the login of an identity whose owner has a second factor. The proof stays valid until a factor was correct. */
export const finishWithFactor = async (ctx: Ctx, { otp, passkey, ...submission }: Input<"POST /oauth/factor"> & { oauth_type: number }) => {
  const { proven, consume } = await readProof(ctx, submission)
  const owner = await findOwner(ctx.db, proven)
  if (!owner) throw expired()
  await requireAllowed(ctx, owner)
  const entrant = await requireSecondFactor(ctx, owner.user_id, { otp, passkey })
  return ctx.tx(async (ctx) => {
    await consume(ctx)
    return enter(ctx, owner, proven, entrant)
  })
}
