import { and, count, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import type { Db } from "@/server/db/client"
import { groupPermissionTable, permissionTable } from "../group/group.table"
import { punished } from "../punishment/active-punishment.policy"
import { passkeyTable, totpTable } from "../two-factor/two-factor.table"
import { userGroupTable, userTable } from "../user/user.table"
import { sessionTable } from "./session.table"

export type SessionUser = {
  id: number
  username: string
  permissions: string[]
  groups: number[]
  expires_at: Date
  last_used_at: Date
  confirmed_at: Date | null
  has_factor: boolean
}

/** The columns of the user behind a session or a token, with their groups and all permissions of these. */
export const personColumns = {
  id: userTable.id,
  username: userTable.username,
  permissions: sql<string[]>`array(
    select distinct ${permissionTable.path} from ${userGroupTable}
    join ${groupPermissionTable} on ${groupPermissionTable.group_id} = ${userGroupTable.group_id}
    join ${permissionTable} on ${permissionTable.id} = ${groupPermissionTable.permission_id} and ${permissionTable.retired_at} is null
    where ${userGroupTable.user_id} = ${userTable.id})`,
  groups: sql<
    number[]
  >`array(select ${userGroupTable.group_id}::float8 from ${userGroupTable} where ${userGroupTable.user_id} = ${userTable.id})`,
  has_factor: sql<boolean>`exists(select from ${totpTable} where ${totpTable.user_id} = ${userTable.id} and ${totpTable.confirmed_at} is not null)
    or exists(select from ${passkeyTable} where ${passkeyTable.user_id} = ${userTable.id})`,
}

/** Condition: the account is not closed and not disabled by a punishment. */
export const mayEnter = (db: Db, now: Date) =>
  and(isNull(userTable.closed_at), sql`not ${punished(db, userTable.id, [PunishmentType.account], now)}`)

export const addSession = (db: Db, session: typeof sessionTable.$inferInsert) => db.insert(sessionTable).values(session)

/**
 * Returns the session's user with all permissions of their groups, if the session is neither expired nor revoked and the account may log
 * in.
 */
export const findSession = async (db: Db, jti: string, now: Date): Promise<SessionUser | null> => {
  const [row] = await db
    .select({
      ...personColumns,
      expires_at: sessionTable.expires_at,
      last_used_at: sessionTable.last_used_at,
      confirmed_at: sessionTable.confirmed_at,
    })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.user_id))
    .where(and(eq(sessionTable.id, jti), isNull(sessionTable.revoked_at), gt(sessionTable.expires_at, now), mayEnter(db, now)))
  return row ?? null
}

export const touchSession = (db: Db, jti: string, now: Date, expires_at: Date) =>
  db.update(sessionTable).set({ last_used_at: now, expires_at }).where(eq(sessionTable.id, jti))

export const findSessionRow = async (db: Db, jti: string) =>
  (
    await db
      .select()
      .from(sessionTable)
      .where(and(eq(sessionTable.id, jti), isNull(sessionTable.revoked_at)))
  )[0] ?? null

/** Makes a session expire at `end`. Its last use is set to now, so that a use in between does not extend it (`touchSession`). */
export const letSessionEnd = (db: Db, jti: string, now: Date, end: Date) =>
  db.update(sessionTable).set({ last_used_at: now, expires_at: end }).where(eq(sessionTable.id, jti))

export const revokeSession = (db: Db, jti: string, now: Date) =>
  db
    .update(sessionTable)
    .set({ revoked_at: now })
    .where(and(eq(sessionTable.id, jti), isNull(sessionTable.revoked_at)))

/** Ends a user's sessions, all but `except` or only the given ones. Returns the ended sessions. */
export const revokeSessionsOf = (db: Db, userId: number, now: Date, { except, only }: { except?: string; only?: string[] } = {}) =>
  db
    .update(sessionTable)
    .set({ revoked_at: now })
    .where(
      and(
        eq(sessionTable.user_id, userId),
        isNull(sessionTable.revoked_at),
        except ? ne(sessionTable.id, except) : undefined,
        only ? inArray(sessionTable.id, only) : undefined,
      ),
    )
    .returning({ id: sessionTable.id })

/** Returns a user's sessions that last beyond `until`, latest use first. */
export const listSessions = (db: Db, userId: number, until: Date) =>
  db
    .select()
    .from(sessionTable)
    .where(and(eq(sessionTable.user_id, userId), isNull(sessionTable.revoked_at), gt(sessionTable.expires_at, until)))
    .orderBy(desc(sessionTable.last_used_at))
    .limit(100)

/** Checks whether the user has had a session from this IP address. */
export const hadSessionFrom = async (db: Db, userId: number, ip: string): Promise<boolean> =>
  (
    await db
      .select({ n: count() })
      .from(sessionTable)
      .where(and(eq(sessionTable.user_id, userId), eq(sessionTable.ip, ip), ne(sessionTable.ip, "")))
  ).some((row) => row.n > 0)

/** Returns when the calling session started. */
export const findSessionStart = async (db: Db, jti: string): Promise<Date | null> =>
  (await db.select({ at: sessionTable.created_at }).from(sessionTable).where(eq(sessionTable.id, jti)))[0]?.at ?? null
