import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { maxTokens, tokenScopeNames, type TokenScope } from "@/lib/contract/people/session.token-scopes"
import { isRoot } from "@/lib/rules/people/staff"
import type { Ctx, CurrentUser, LoggedIn, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { conflict, notFound } from "@/server/errors"
import { noteAccountChange, noteSecurity } from "../security-event/security-event.usecases"
import {
  addToken,
  countTokens,
  findToken,
  listTokens,
  lockOwner,
  noteTokenUse,
  removeToken,
  removeTokensOf,
} from "./access-token.repository"
import { keptOfToken, newToken } from "./access-token.rules"

/** Interval of recording the last use (ms), unless the IP address has changed. */
const noteMs = 60_000
const holder = "token-"

/** A token takes the place of a session id, so that a download it started ends with it. */
export const isTokenHolder = (jti: string): boolean => jti.startsWith(holder)
export const isTokenOpen = async (ctx: Ctx, jti: string): Promise<boolean> =>
  (await findToken(ctx.db, { id: Number(jti.slice(holder.length)) }, ctx.now())) !== null

const scopesOf = (scope: string): TokenScope[] => tokenScopeNames.filter((name) => scope.split(" ").includes(name))

/**
 * Returns the user that a token acts for. The lookup runs on every request, so revocations, punishments and permission changes take effect
 * at once. Permissions are included only with the scope `admin`, and a token never counts as confirmed.
 */
export const findBearer = async (
  app: Pick<Services, "database" | "now" | "log">,
  token: string,
  ip: string,
): Promise<CurrentUser | null> => {
  const now = app.now()
  const row = await findToken(app.database.db, { hash: keptOfToken(token).hash }, now)
  if (!row) return null
  const address = ip.slice(0, 64)
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > noteMs || (address && address !== row.last_used_ip))
    await noteTokenUse(app.database.db, row.token_id, now, address || row.last_used_ip).catch((error: unknown) =>
      app.log.warn({ err: error }, "访问令牌的使用时间没有记下来"),
    )
  const scopes = new Set(scopesOf(row.scope))
  const admin = scopes.has("admin")
  return {
    id: row.id,
    username: row.username,
    root: admin && isRoot(row),
    jti: `${holder}${row.token_id}`,
    permissions: new Set(admin ? row.permissions : []),
    groups: row.groups,
    confirmed_at: null,
    has_factor: row.has_factor,
    scopes,
  }
}

/** Returns the user's valid tokens, without their secrets. */
export const readTokens = async (ctx: LoggedIn) => ({
  token: (await listTokens(ctx.db, ctx.user.id, ctx.now())).map((row) => ({ ...row, scope: scopesOf(row.scope) })),
})

type AccessTokenInput = { name: string; scope: TokenScope[]; days: number }

/** Creates a token, which only this response contains, and notifies its owner by mail. @throws 409 beyond `maxTokens` */
export const createToken = (ctx: LoggedIn, { name, scope, days }: AccessTokenInput) =>
  ctx.tx(async (ctx) => {
    const now = ctx.now()
    await lockOwner(ctx.db, ctx.user.id)
    if ((await countTokens(ctx.db, ctx.user.id, now)) >= maxTokens)
      throw conflict(`最多可以有 ${maxTokens} 个访问令牌，请先撤销不用的`, "name")
    const token = newToken()
    const id = await addToken(ctx.db, {
      ...keptOfToken(token),
      user_id: ctx.user.id,
      name,
      scope: tokenScopeNames.filter((one) => scope.includes(one)).join(" "),
      created_at: now,
      expires_at: new Date(now.getTime() + days * 86_400_000),
    })
    await noteAccountChange(ctx, { type: SecurityEventType.tokenAdded, user_id: ctx.user.id, detail: name })
    return { id, token }
  })

export const revokeToken = (ctx: LoggedIn, { id }: { id: number }) =>
  ctx.tx(async (ctx) => {
    const name = await removeToken(ctx.db, ctx.user.id, id)
    if (name === null) throw notFound("没有这个访问令牌")
    await noteSecurity(ctx, { type: SecurityEventType.tokenRemoved, user_id: ctx.user.id, detail: name })
    return {}
  })

/** Ends all tokens of a user, together with their sessions. */
export const endTokens = (db: Db, userId: number) => removeTokensOf(db, userId)
