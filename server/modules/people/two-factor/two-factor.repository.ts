import { and, asc, count, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { passkeyChallengeTable, passkeyTable, recoveryCodeTable, totpTable } from "./two-factor.table"

export type TotpRow = typeof totpTable.$inferSelect
export type PasskeyRow = typeof passkeyTable.$inferSelect

/** Serializes changes to a user's second factors until the transaction ends. */
export const lockFactors = (db: Db, userId: number) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`factor ${userId}`}, 0))`)

/* ---- authenticator app */

export const findTotp = async (db: Db, userId: number): Promise<TotpRow | null> =>
  (await db.select().from(totpTable).where(eq(totpTable.user_id, userId)))[0] ?? null

/** Stores a new secret; replaces only one that was not confirmed. */
export const startTotp = async (db: Db, row: { user_id: number; secret: string; created_at: Date }): Promise<boolean> =>
  (
    await db
      .insert(totpTable)
      .values(row)
      .onConflictDoUpdate({ target: totpTable.user_id, set: { ...row, last_step: 0 }, setWhere: isNull(totpTable.confirmed_at) })
      .returning()
  ).length > 0

export const confirmTotpRow = async (db: Db, userId: number, confirmed_at: Date): Promise<boolean> =>
  (
    await db
      .update(totpTable)
      .set({ confirmed_at })
      .where(and(eq(totpTable.user_id, userId), isNull(totpTable.confirmed_at)))
      .returning()
  ).length > 0

/** Marks a step as used. Returns false if it or a later one was already used: of concurrent attempts only one succeeds. */
export const spendStep = async (db: Db, userId: number, step: number): Promise<boolean> =>
  (
    await db
      .update(totpTable)
      .set({ last_step: step })
      .where(and(eq(totpTable.user_id, userId), lt(totpTable.last_step, step)))
      .returning()
  ).length > 0

export const deleteTotp = async (db: Db, userId: number): Promise<boolean> =>
  (await db.delete(totpTable).where(eq(totpTable.user_id, userId)).returning()).length > 0

/* ---- passkeys */

export const listPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.select().from(passkeyTable).where(eq(passkeyTable.user_id, userId)).orderBy(asc(passkeyTable.id))

export const findPasskey = async (db: Db, credentialId: string): Promise<PasskeyRow | null> =>
  (await db.select().from(passkeyTable).where(eq(passkeyTable.credential_id, credentialId)))[0] ?? null

/** Adds a passkey. Returns null if its credential already exists. */
export const addPasskeyRow = async (db: Db, row: typeof passkeyTable.$inferInsert): Promise<PasskeyRow | null> =>
  (await db.insert(passkeyTable).values(row).onConflictDoNothing().returning())[0] ?? null

const ownPasskey = (userId: number, id: number) => and(eq(passkeyTable.user_id, userId), eq(passkeyTable.id, id))

export const renamePasskeyRow = async (db: Db, userId: number, id: number, name: string): Promise<boolean> =>
  (await db.update(passkeyTable).set({ name }).where(ownPasskey(userId, id)).returning()).length > 0

export const noteUse = (db: Db, id: number, use: { counter: number; last_used_at: Date }) =>
  db.update(passkeyTable).set(use).where(eq(passkeyTable.id, id))

export const deletePasskeyRow = async (db: Db, userId: number, id: number): Promise<boolean> =>
  (await db.delete(passkeyTable).where(ownPasskey(userId, id)).returning()).length > 0

export const deletePasskeys = (db: Db, userId: number) => db.delete(passkeyTable).where(eq(passkeyTable.user_id, userId))

export const addChallenge = (db: Db, row: typeof passkeyChallengeTable.$inferInsert) => db.insert(passkeyChallengeTable).values(row)

/** Consumes a challenge of this user (0: of a login). Returns false if there is none that has not expired. */
export const takeChallenge = async (db: Db, id: string, userId: number, now: Date): Promise<boolean> =>
  (
    await db
      .delete(passkeyChallengeTable)
      .where(and(eq(passkeyChallengeTable.id, id), eq(passkeyChallengeTable.user_id, userId), gt(passkeyChallengeTable.expires_at, now)))
      .returning()
  ).length > 0

/* ---- recovery codes */

export const replaceRecoveryCodes = async (db: Db, userId: number, codes: { selector: string; hash: string }[]) => {
  await db.delete(recoveryCodeTable).where(eq(recoveryCodeTable.user_id, userId))
  if (codes.length) await db.insert(recoveryCodeTable).values(codes.map((code) => ({ user_id: userId, ...code })))
}

/** Returns the unused code with these first letters. */
export const findRecoveryCode = async (db: Db, userId: number, selector: string): Promise<{ id: number; hash: string } | null> =>
  (
    await db
      .select({ id: recoveryCodeTable.id, hash: recoveryCodeTable.hash })
      .from(recoveryCodeTable)
      .where(and(eq(recoveryCodeTable.user_id, userId), eq(recoveryCodeTable.selector, selector), isNull(recoveryCodeTable.used_at)))
  )[0] ?? null

/** Consumes a code. Returns false if it was already used: of concurrent attempts only one succeeds. */
export const spendRecoveryCode = async (db: Db, id: number, used_at: Date): Promise<boolean> =>
  (
    await db
      .update(recoveryCodeTable)
      .set({ used_at })
      .where(and(eq(recoveryCodeTable.id, id), isNull(recoveryCodeTable.used_at)))
      .returning()
  ).length > 0

export const countRecoveryCodes = async (db: Db, userId: number): Promise<number> =>
  (
    await db
      .select({ left: count() })
      .from(recoveryCodeTable)
      .where(and(eq(recoveryCodeTable.user_id, userId), isNull(recoveryCodeTable.used_at)))
  )[0]!.left

/** Checks whether the user has set up a second factor. */
export const hasFactors = async (db: Db, userId: number): Promise<boolean> => {
  const [app] = await db
    .select({ id: totpTable.user_id })
    .from(totpTable)
    .where(and(eq(totpTable.user_id, userId), isNotNull(totpTable.confirmed_at)))
  return app !== undefined || (await db.$count(passkeyTable, eq(passkeyTable.user_id, userId))) > 0
}
