import type { Ctx } from "@/server/context"
import { challengeOf, readAssertion } from "./passkey.rules"
import { getRelyingParty } from "./relying-party.policy"
import { addChallenge, findPasskey, noteUse, takeChallenge } from "./two-factor.repository"

/**
 * Loaded when the first passkey is used: it accounts for a tenth of what a start would load, mostly certificate formats that few sites ever
 * see.
 */
export const loadWebauthn = () => import("@simplewebauthn/server")

const minutes = 5
export const challengeUntil = (now: Date): Date => new Date(now.getTime() + minutes * 60_000)

/**
 * Returns the options for the browser's `get`. It lists no passkeys, since the passkeys of a name must stay secret; authenticators find the
 * matching passkey by the site.
 */
export const beginPasskeyLogin = async (ctx: Ctx, { alone = false }: { alone?: boolean }) => {
  const party = await getRelyingParty(ctx.app)
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: alone ? "required" : "preferred",
    timeout: minutes * 60_000,
  })
  await addChallenge(ctx.db, { id: options.challenge, expires_at: challengeUntil(ctx.now()) })
  return { options: JSON.stringify(options) }
}

/**
 * Returns the user whose passkey has just signed one of our challenges at this site; null otherwise. The challenge is consumed in any case.
 * `alone`: no password was given, so the authenticator must have verified its user (fingerprint, PIN).
 */
export const provePasskey = async (ctx: Ctx, text: string, { alone }: { alone: boolean }): Promise<number | null> => {
  const response = readAssertion(text)
  if (!response) return null
  const party = await getRelyingParty(ctx.app)
  const challenge = challengeOf(response.response.clientDataJSON)
  if (!challenge || !(await takeChallenge(ctx.app.database.db, challenge, 0, ctx.now()))) return null
  const row = await findPasskey(ctx.db, response.id)
  if (!row) return null
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: alone,
    credential: { id: row.credential_id, publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")), counter: row.counter },
  }).catch((error: unknown) => {
    ctx.app.log.info({ request: ctx.request.id, error: String(error) }, "通行密钥没有通过")
    return null
  })
  if (!verified?.verified) return null
  await noteUse(ctx.db, row.id, { counter: verified.authenticationInfo.newCounter, last_used_at: ctx.now() })
  return row.user_id
}
