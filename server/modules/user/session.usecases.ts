import { randomUUID } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { App } from "../../app"
import type { Ctx, CurrentUser } from "../../context"
import { publish } from "../../db/events"
import { addSession, findSession, revokeSession, revokeSessionsOf } from "./user.repository"
import { signToken, verifyToken } from "./token"

/** `docs/decisions`: 30 days, one row a session, revoked at once everywhere. */
const sessionDays = 30
/** An answer is reused this long at most; a revocation announces itself and is not waited for. */
const rememberMs = 1_000

export type Sessions = { find(token: string): Promise<CurrentUser | null>; forget(jti: string): void }

export const createSessions = (app: Pick<App, "database" | "secret" | "now">): Sessions => {
  const known = new LRUCache<string, { user: CurrentUser | null }>({ max: 5_000, ttl: rememberMs })
  return {
    find: async (token) => {
      if (!token) return null
      const claims = await verifyToken(app.secret, "session", token, app.now())
      if (!claims) return null
      const held = known.get(claims.jti)
      if (held) return held.user
      const row = await findSession(app.database.db, claims.jti, app.now())
      const user = row && String(row.id) === claims.sub ? { ...row, root: row.id === 1, jti: claims.jti } : null
      known.set(claims.jti, { user })
      return user
    },
    forget: (jti) => void known.delete(jti),
  }
}

/** Opens a session and hands its token to the answer's body and cookie. */
export const openSession = async (ctx: Ctx, userId: number): Promise<string> => {
  const jti = randomUUID()
  const expires_at = new Date(ctx.now().getTime() + sessionDays * 86_400_000)
  await addSession(ctx.db, { id: jti, user_id: userId, ip: ctx.request.ip.slice(0, 64), user_agent: ctx.request.user_agent.slice(0, 512), expires_at })
  const token = await signToken(ctx.app.secret, "session", { sub: String(userId), jti }, expires_at, ctx.now())
  ctx.setSession(token)
  return token
}

export const closeSession = async (ctx: Ctx): Promise<Record<string, never>> => {
  if (ctx.user) {
    await revokeSession(ctx.db, ctx.user.jti, ctx.now())
    ctx.app.sessions.forget(ctx.user.jti)
    await publish(ctx.db, "session", { jti: ctx.user.jti })
  }
  ctx.setSession(null)
  return {}
}

/** Ends every session of a person, e.g. after a new password. */
export const closeSessionsOf = async (ctx: Ctx, userId: number): Promise<void> => {
  for (const { id } of await revokeSessionsOf(ctx.db, userId, ctx.now())) await publish(ctx.db, "session", { jti: id })
}
