import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Ctx, CurrentUser, LoggedIn, Services } from "../../context"
import type { Database } from "../../db/client"
import { publish } from "../../db/events"
import { markDevice } from "./device.usecases"
import { hashPassword, randomPassword } from "../../security/password"
import { addSession, findSession, listSessions, revokeSession, revokeSessionsOf, touchSession } from "./session.repository"
import { signToken, verifyToken } from "../../security/token"
import { findUserByName } from "../user/user.repository"
import { userTable } from "../user/user.table"

const dayMs = 86_400_000
/** A session ends 30 days after its last use, after a year at the latest, or when its row is revoked (docs/decisions/018). */
const idleDays = 30
const longestDays = 365
/** An answer is reused this long at most; a revocation announces itself and is not waited for. */
const rememberMs = 1_000
/** A use is written down this often. */
const noteMs = 3_600_000

export type Sessions = { find(token: string): Promise<CurrentUser | null>; forget(jti: string): void; forgetAll(): void }

export const createSessions = (app: Pick<Services, "database" | "secret" | "now" | "log">): Sessions => {
  const known = new LRUCache<string, { user: CurrentUser | null }>({ max: 5_000, ttl: rememberMs })
  return {
    find: async (token) => {
      if (!token) return null
      const claims = await verifyToken(app.secret, "session", token, app.now())
      if (!claims) return null
      const held = known.get(claims.jti)
      if (held) return held.user
      const now = app.now()
      const row = await findSession(app.database.db, claims.jti, now)
      const user =
        row && String(row.id) === claims.sub
          ? { id: row.id, username: row.username, root: row.id === 1, jti: claims.jti, permissions: new Set(row.permissions) }
          : null
      known.set(claims.jti, { user })
      if (user && now.getTime() - row!.last_used_at.getTime() > noteMs) {
        await touchSession(app.database.db, claims.jti, now, new Date(now.getTime() + idleDays * dayMs)).catch((error: unknown) =>
          app.log.warn({ err: error }, "会话没有续上"),
        )
      }
      return user
    },
    forget: (jti) => void known.delete(jti),
    forgetAll: () => known.clear(),
  }
}

/** Opens a session and hands its token to the answer's body and cookie; marks the browser as the person's. */
export const openSession = async (ctx: Ctx, userId: number): Promise<string> => {
  const jti = randomUUID()
  const now = ctx.now()
  await addSession(ctx.db, {
    id: jti,
    user_id: userId,
    ip: ctx.request.ip.slice(0, 64),
    user_agent: ctx.request.user_agent.slice(0, 512),
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + idleDays * dayMs),
  })
  const token = await signToken(ctx.app.secret, "session", { sub: String(userId), jti }, new Date(now.getTime() + longestDays * dayMs), now)
  ctx.setSession(token, await markDevice(ctx, userId))
  return token
}

const announce = async (ctx: Ctx, jti: string) => {
  ctx.app.sessions.forget(jti)
  await publish(ctx.db, "session", { jti })
}

export const closeSession = async (ctx: Ctx): Promise<Record<string, never>> => {
  if (ctx.user) {
    await revokeSession(ctx.db, ctx.user.jti, ctx.now())
    await announce(ctx, ctx.user.jti)
  }
  ctx.setSession(null)
  return {}
}

/** Ends a person's sessions, on every process within a second: all, all but the one that asks, or the given ones. */
export const closeSessionsOf = async (ctx: Ctx, userId: number, which: { except?: string; only?: string[] } = {}): Promise<void> => {
  for (const { id } of await revokeSessionsOf(ctx.db, userId, ctx.now(), which)) await announce(ctx, id)
}

/** Where the person is logged in, latest use first. */
export const readSessions = async (ctx: LoggedIn) => ({
  session: (await listSessions(ctx.db, ctx.user.id, ctx.now())).map((row) => ({ ...row, current: row.id === ctx.user.jti })),
})

/** Ends some of the person's own sessions. */
export const endSessions = (ctx: LoggedIn, { id }: { id: string[] }) =>
  ctx.tx(async (ctx) => closeSessionsOf(ctx, ctx.user.id, { only: id })).then(() => ({}))

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
