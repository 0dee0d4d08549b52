import { randomUUID } from "node:crypto"
import { LRUCache } from "lru-cache"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { isRoot } from "@/lib/rules/people/staff"
import type { Ctx, CurrentUser, DbCtx, LoggedIn, Services, Sessions } from "@/server/context"
import { publish } from "@/server/db/events"
import { unauthenticated } from "@/server/errors"
import { signToken, verifyToken } from "@/server/security/token"
import { isAccessToken } from "./access-token.rules"
import { endTokens, findBearer, isTokenOpen, isTokenHolder } from "./access-token.usecases"
import { noteSecurity } from "../security-event/security-event.usecases"
import { markDevice } from "./device.usecases"
import {
  addSession,
  findSession,
  findSessionRow,
  findSessionStart,
  hadSessionFrom,
  letSessionEnd,
  listSessions,
  revokeSession,
  revokeSessionsOf,
  touchSession,
} from "./session.repository"

const dayMs = 86_400_000
/**
 * A session expires 30 days after its last use, and after a year at the latest. It ends at once if its row is revoked (docs/decisions/018).
 */
const idleDays = 30
const maxDays = 365
/** How long a lookup is cached (ms). Revocations are announced and take effect at once. */
const rememberMs = 1_000
/** Interval of recording the last use (ms). */
const noteMs = 3_600_000
/** How long an exchanged token remains valid (ms): requests may be in flight with it, and other tabs have yet to read the new one. */
const exchangeMs = 30_000

export const createSessions = (app: Pick<Services, "database" | "secret" | "now" | "log">): Sessions => {
  const cache = new LRUCache<string, { user: CurrentUser | null }>({ max: 5_000, ttl: rememberMs })
  const findOpen = async (jti: string): Promise<CurrentUser | null> => {
    const cached = cache.get(jti)
    if (cached) return cached.user
    const now = app.now()
    const row = await findSession(app.database.db, jti, now)
    const user = row && {
      id: row.id,
      username: row.username,
      root: isRoot(row),
      jti,
      permissions: new Set(row.permissions),
      groups: row.groups,
      confirmed_at: row.confirmed_at,
      has_factor: row.has_factor,
    }
    cache.set(jti, { user })
    if (row && now.getTime() - row.last_used_at.getTime() > noteMs) {
      await touchSession(app.database.db, jti, now, new Date(now.getTime() + idleDays * dayMs)).catch((error: unknown) =>
        app.log.warn({ err: error }, "会话没有续上"),
      )
    }
    return user
  }
  return {
    find: async (token, ip = "") => {
      if (!token) return null
      if (isAccessToken(token)) return findBearer(app, token, ip)
      const claims = await verifyToken(app.secret, "session", token, app.now())
      const user = claims && (await findOpen(claims.jti))
      return user && String(user.id) === claims.sub ? user : null
    },
    findOpen,
    forget: (jti) => void cache.delete(jti),
    forgetAll: () => cache.clear(),
    closeOf: async (ctx, userId, which) => {
      for (const jti of await revoke(ctx, userId, app.now(), which)) cache.delete(jti)
    },
  }
}

/** Checks whether this session or access token is still valid; its user may have logged out, been punished or been deleted. */
export const isSessionOpen = async (ctx: Ctx, jti: string): Promise<boolean> =>
  isTokenHolder(jti) ? isTokenOpen(ctx, jti) : (await findSession(ctx.db, jti, ctx.now())) !== null

const tokenOf = (ctx: Ctx, userId: number, jti: string, begun: Date) =>
  signToken(ctx.app.secret, "session", { sub: String(userId), jti }, new Date(begun.getTime() + maxDays * dayMs), ctx.now())

/** Opens a session. Its token goes into body and cookie, and the browser is marked as the user's. The session of the request ends. */
export const openSession = async (ctx: Ctx, userId: number): Promise<string> => {
  const jti = randomUUID()
  const now = ctx.now()
  if (ctx.user) await ctx.app.sessions.closeOf(ctx, ctx.user.id, { only: [ctx.user.jti] })
  await addSession(ctx.db, {
    id: jti,
    user_id: userId,
    ip: ctx.request.ip.slice(0, 64),
    user_agent: ctx.request.user_agent.slice(0, 512),
    created_at: now,
    confirmed_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + idleDays * dayMs),
  })
  const token = await tokenOf(ctx, userId, jti, now)
  ctx.setSession(token, await markDevice(ctx, userId))
  return token
}

/**
 * Replaces the calling session, whose user has just proved their identity, with a confirmed one. The token is new: a stolen copy of the old
 * one is not confirmed and expires after `exchangeMs`. The session counts as the same device, since it is the same login.
 * @throws 401 if the session has already ended
 */
export const exchangeSession = (ctx: LoggedIn): Promise<string> =>
  ctx.tx(async (ctx) => {
    const now = ctx.now()
    const old = await findSessionRow(ctx.db, ctx.user.jti)
    if (!old) throw unauthenticated()
    const jti = randomUUID()
    await letSessionEnd(ctx.db, old.id, now, new Date(now.getTime() + exchangeMs))
    await addSession(ctx.db, {
      ...old,
      id: jti,
      confirmed_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + idleDays * dayMs),
    })
    const token = await tokenOf(ctx, old.user_id, jti, old.created_at)
    ctx.setSession(token, await markDevice(ctx, old.user_id))
    return token
  })

export const closeSession = async (ctx: Ctx): Promise<Record<string, never>> => {
  if (ctx.user) {
    await noteSecurity(ctx, { type: SecurityEventType.loggedOut, user_id: ctx.user.id })
    await revokeSession(ctx.db, ctx.user.jti, ctx.now())
    await publish(ctx.db, "session", { jti: ctx.user.jti })
    ctx.app.sessions.forget(ctx.user.jti)
  }
  ctx.setSession(null)
  return {}
}

/** Lists the user's sessions, latest use first, without exchanged ones. */
export const readSessions = async (ctx: LoggedIn) => ({
  session: (await listSessions(ctx.db, ctx.user.id, new Date(ctx.now().getTime() + exchangeMs))).map((row) => ({
    ...row,
    current: row.id === ctx.user.jti,
  })),
})

/** Ends some of the user's own sessions. */
export const endSessions = (ctx: LoggedIn, { id }: { id: string[] }) =>
  ctx.tx(async (ctx) => {
    await ctx.app.sessions.closeOf(ctx, ctx.user.id, { only: id })
    await noteSecurity(ctx, { type: SecurityEventType.sessionsEnded, user_id: ctx.user.id })
    return {}
  })

/** Ends sessions of a user on every process; returns their ids. */
const revoke = async ({ db }: DbCtx, userId: number, now: Date, which?: Parameters<typeof revokeSessionsOf>[3]): Promise<string[]> => {
  const ended = (await revokeSessionsOf(db, userId, now, which)).map((row) => row.id)
  for (const jti of ended) await publish(db, "session", { jti })
  // ending a user's logins also ends their programs' access tokens (docs/decisions/151)
  if (!which?.only) await endTokens(db, userId)
  return ended
}

/** Ends all of a user's sessions without a running application. */
export const revokeAll = (ctx: DbCtx, userId: number, now: Date): Promise<string[]> => revoke(ctx, userId, now)

/** Checks whether the user has had a session from this IP address. */
export const hasUsedNetwork = (ctx: Ctx, userId: number, ip: string): Promise<boolean> => hadSessionFrom(ctx.db, userId, ip)

/** Returns when the calling session started. */
export const sessionStart = (ctx: LoggedIn): Promise<Date | null> => findSessionStart(ctx.db, ctx.user.jti)
