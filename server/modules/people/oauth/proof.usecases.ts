import { randomUUID } from "node:crypto"
import type { Ctx } from "@/server/context"
import { invalid } from "@/server/errors"
import { signToken, verifyToken } from "@/server/security/token"
import { consumeToken } from "../verification/verification.usecases"

/** An identity confirmed by a provider. `app_openid` is another id of the same user at the same app (WeChat). */
export type Proven = { type: number; openid: string; app_openid: string; nickname: string; avatar: string }

const minutes = 10
export const expired = () => invalid("授权已失效，请重新登录")

/** Signs a proof of the identity for this browser, valid once within ten minutes (docs/reference/api.md 2.13). */
export const signProof = (ctx: Ctx, proven: Proven): Promise<string> => {
  const now = ctx.now()
  return signToken(
    ctx.app.secret,
    "oauth",
    { sub: `${proven.type}`, jti: randomUUID(), data: JSON.stringify(proven) },
    new Date(now.getTime() + minutes * 60_000),
    now,
  )
}

type ProofSubmission = { session: string; oauth_type: number; openid: string }

/**
 * Reads a proof without consuming it. The type and openid submitted with it must match the proof: on their own they prove nothing.
 * @throws 400 授权已失效，请重新登录
 */
export const readProof = async (
  ctx: Ctx,
  { session, oauth_type, openid }: ProofSubmission,
): Promise<{ proven: Proven; consume: (ctx: Ctx) => Promise<void> }> => {
  const claims = await verifyToken(ctx.app.secret, "oauth", session, ctx.now())
  if (!claims?.data) throw expired()
  const proven = JSON.parse(claims.data) as Proven
  if (proven.type !== oauth_type || proven.openid !== openid) throw expired()
  const consume = async (ctx: Ctx) => {
    if (!(await consumeToken(ctx, claims.jti, new Date(ctx.now().getTime() + minutes * 60_000)))) throw expired()
  }
  return { proven, consume }
}

/** Reads a proof and consumes it, even if the request fails afterwards. @throws 400 授权已失效，请重新登录 */
export const consumeProof = async (ctx: Ctx, submission: ProofSubmission): Promise<Proven> => {
  const { proven, consume } = await readProof(ctx, submission)
  await consume(ctx)
  return proven
}
