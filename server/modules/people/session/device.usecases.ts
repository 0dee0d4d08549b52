import { randomUUID } from "node:crypto"
import type { Ctx } from "@/server/context"
import { signToken, verifyToken } from "@/server/security/token"

const days = 180

/**
 * Returns a signed mark for a browser in which this user has logged in. It lets us block guessing from elsewhere without locking the owner
 * out: a browser with the mark has its own attempts (`server/security/guesses.ts`).
 */
export const markDevice = (ctx: Ctx, userId: number): Promise<string> =>
  signToken(
    ctx.app.secret,
    "device",
    { sub: String(userId), jti: randomUUID() },
    new Date(ctx.now().getTime() + days * 86_400_000),
    ctx.now(),
  )

/** Returns the id of the mark if it belongs to this user, else null. */
export const knownDevice = async (ctx: Ctx, userId: number): Promise<string | null> => {
  const claims = ctx.request.device ? await verifyToken(ctx.app.secret, "device", ctx.request.device, ctx.now()) : null
  return claims?.sub === String(userId) ? claims.jti : null
}
