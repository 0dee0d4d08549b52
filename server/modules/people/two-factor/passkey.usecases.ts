import { createHmac } from "node:crypto"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { LoggedIn } from "@/server/context"
import { conflict, invalid, notFound } from "@/server/errors"
import { addDynamic } from "../activity/activity.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { challengeUntil, loadWebauthn } from "./passkey-proof.usecases"
import { challengeOf, readRegistration } from "./passkey.rules"
import { getRelyingParty } from "./relying-party.policy"
import {
  addChallenge,
  addPasskeyRow,
  deletePasskeyRow,
  hasFactors,
  listPasskeys,
  lockFactors,
  renamePasskeyRow,
  takeChallenge,
} from "./two-factor.repository"
import { afterRemoval, firstCodes } from "./two-factor.usecases"

const most = 20

/** Returns the user handle for authenticators, which does not reveal the user's identity. */
const handleOf = ({ app, user }: LoggedIn): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac("sha256", app.secret).update(`passkey owner ${user.id}`).digest())

/**
 * Returns the options for the browser's `create`. Existing passkeys of the user are listed, so that an authenticator holds only one of
 * them.
 */
export const beginPasskey = async (ctx: LoggedIn) => {
  const party = await getRelyingParty(ctx.app)
  const passkeys = await listPasskeys(ctx.db, ctx.user.id)
  if (passkeys.length >= most) throw invalid(`最多添加 ${most} 把通行密钥`)
  const { generateRegistrationOptions } = await loadWebauthn()
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userName: ctx.user.username,
    userID: handleOf(ctx),
    attestationType: "none",
    excludeCredentials: passkeys.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  })
  await addChallenge(ctx.db, { id: options.challenge, user_id: ctx.user.id, expires_at: challengeUntil(ctx.now()) })
  return { options: JSON.stringify(options) }
}

const refused = () => invalid("通行密钥没有通过验证，请重新添加", "passkey")

/** Returns the public key of a registration that answers a challenge of this user; the challenge is consumed. */
const verified = async (ctx: LoggedIn, text: string) => {
  const response = readRegistration(text)
  if (!response) throw refused()
  const party = await getRelyingParty(ctx.app)
  const challenge = challengeOf(response.response.clientDataJSON)
  if (!challenge || !(await takeChallenge(ctx.app.database.db, challenge, ctx.user.id, ctx.now()))) throw refused()
  const { verifyRegistrationResponse } = await loadWebauthn()
  const verification = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    ctx.app.log.info({ request: ctx.request.id, error: String(error) }, "通行密钥没有通过")
    return null
  })
  if (!verification?.verified) throw refused()
  return { ...verification.registrationInfo.credential, transports: response.response.transports ?? [] }
}

/** Adds a passkey. A user's first second factor comes with recovery codes, displayed only this once. */
export const addPasskey = async (ctx: LoggedIn, { name, passkey }: { name: string; passkey: string }) => {
  const { id: credential_id, publicKey, counter, transports } = await verified(ctx, passkey)
  const row = {
    user_id: ctx.user.id,
    name,
    credential_id,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: transports.join(","),
    created_at: ctx.now(),
  }
  return ctx.tx(async (ctx) => {
    await lockFactors(ctx.db, ctx.user.id)
    const first = !(await hasFactors(ctx.db, ctx.user.id))
    const added = await addPasskeyRow(ctx.db, row)
    if (!added) throw conflict("这把通行密钥已经添加过")
    await addDynamic(ctx, { user_id: ctx.user.id, type: DynamicType.verify, message: "添加了通行密钥" })
    await noteAccountChange(ctx, { type: SecurityEventType.factorAdded, user_id: ctx.user.id, detail: "通行密钥" })
    await ctx.announce("rights")
    return { id: added.id, recovery_code: first ? await firstCodes(ctx) : [] }
  })
}

export const renamePasskey = async (ctx: LoggedIn, { id, name }: { id: number; name: string }) => {
  if (!(await renamePasskeyRow(ctx.db, ctx.user.id, id, name))) throw notFound("没有这把通行密钥")
  return {}
}

export const removePasskey = (ctx: LoggedIn, { id }: { id: number }) =>
  ctx.tx(async (ctx) => {
    await lockFactors(ctx.db, ctx.user.id)
    if (!(await deletePasskeyRow(ctx.db, ctx.user.id, id))) throw notFound("没有这把通行密钥")
    await addDynamic(ctx, { user_id: ctx.user.id, type: DynamicType.verify, message: "删除了通行密钥" })
    await noteAccountChange(ctx, { type: SecurityEventType.factorRemoved, user_id: ctx.user.id, detail: "通行密钥" })
    await afterRemoval(ctx)
    return {}
  })
