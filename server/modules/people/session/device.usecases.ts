import { randomUUID } from "node:crypto"
import type { Ctx } from "@/server/context"
import { signToken, verifyToken } from "@/server/security/token"

const days = 180

/**
 * The mark of a browser in which this person has logged in before. Guessing from elsewhere is stopped without locking
 * the owner out: who carries the mark has tries of their own (`server/security/guesses.ts`).
 */
export const markDevice = (ctx: Ctx, userId: number): Promise<string> =>
  signToken(
    ctx.app.secret,
    "device",
    { sub: String(userId), jti: randomUUID() },
    new Date(ctx.now().getTime() + days * 86_400_000),
    ctx.now(),
  )

/** The id of the mark when it belongs to this person, else null. */
export const knownDevice = async (ctx: Ctx, userId: number): Promise<string | null> => {
  const claims = ctx.request.device ? await verifyToken(ctx.app.secret, "device", ctx.request.device, ctx.now()) : null
  return claims?.sub === String(userId) ? claims.jti : null
}
