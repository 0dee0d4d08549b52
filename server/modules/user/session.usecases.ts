import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { App } from "../../app"
import type { Ctx, CurrentUser } from "../../context"
import type { Database } from "../../db/client"
import { publish } from "../../db/events"
import { hashPassword, randomPassword } from "./password"
import { addSession, findSession, findUserByName, revokeSession, revokeSessionsOf } from "./user.repository"
import { userTable } from "./user.table"
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

/** A new random password for this name, for the operator's terminal; ends every session of the person. Null when there is no such name. */
export const renewPassword = async (db: Database, username: string): Promise<string | null> => {
  const user = await findUserByName(db, username)
  if (!user) return null
  const password = randomPassword()
  const hashed = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(userTable).set({ password: hashed }).where(eq(userTable.id, user.id))
    for (const { id } of await revokeSessionsOf(tx, user.id, new Date())) await publish(tx, "session", { jti: id })
  })
  return password
}
