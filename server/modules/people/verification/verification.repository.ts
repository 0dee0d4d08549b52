import { and, count, desc, eq, gte, inArray, isNull, lt, max, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import type { Erase } from "@/server/db/personal-data"
import type { Channel } from "./code.rules"
import { codeTable as t } from "./verification.table"

export type StoredCode = typeof t.$inferSelect

const isOf = (channel: Channel, address: string) => and(eq(t.channel, channel), eq(t.address, address))

/** The requester's network and its neighbourhood; both "" in process. */
export type Origin = { network: string; neighbourhood: string }

/** Serializes requests for one address, from one neighbourhood, and all for SMS, until the transaction ends. */
export const lockSending = async (db: Db, channel: Channel, address: string, { neighbourhood }: Origin): Promise<void> => {
  const names = [
    `code ${channel} ${address}`,
    ...(neighbourhood ? [`code from ${neighbourhood}`] : []),
    ...(channel === "sms" ? ["code sms"] : []),
  ]
  for (const name of names) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Counts the codes to the address since a given time, and returns the time of the last one. */
export const countSentTo = async (db: Db, channel: Channel, address: string, since: Date) => {
  const [to] = await db
    .select({ n: count(), last: max(t.created_at) })
    .from(t)
    .where(and(isOf(channel, address), gte(t.created_at, since)))
  return { count: to?.n ?? 0, last: to?.last ?? null }
}

/** Counts the codes since a given time that were requested from the network and from its neighbourhood. */
export const countSentFrom = async (db: Db, { network, neighbourhood }: Origin, since: Date) => {
  if (!neighbourhood) return { network: 0, neighbourhood: 0 }
  const [from] = await db
    .select({ network: sql<number>`count(*) filter (where ${t.network} = ${network})::int`, neighbourhood: count() })
    .from(t)
    .where(and(eq(t.neighbourhood, neighbourhood), gte(t.created_at, since)))
  return from!
}

/** Counts the codes of a channel since a given time. */
export const countSentBy = (db: Db, channel: Channel, since: Date): Promise<number> =>
  db.$count(t, and(eq(t.channel, channel), gte(t.created_at, since)))

export const addCode = async (db: Db, row: typeof t.$inferInsert): Promise<number> =>
  (await db.insert(t).values(row).returning({ id: t.id }))[0]!.id

export const findCode = async (db: Db, id: number): Promise<StoredCode | null> => (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Returns at most `most` newest rows of an address and purpose. */
export const listNewestCodes = (db: Db, channel: Channel, address: string, type: number, most: number): Promise<StoredCode[]> =>
  db
    .select()
    .from(t)
    .where(and(isOf(channel, address), eq(t.type, type)))
    .orderBy(desc(t.id))
    .limit(most)

/** Returns the newest row of an address and purpose, the only one whose code is valid. */
export const findNewestCode = async (db: Db, channel: Channel, address: string, type: number): Promise<StoredCode | null> =>
  (await listNewestCodes(db, channel, address, type, 1))[0] ?? null

/** Counts an attempt before the check. Returns false if none is left. */
export const countTry = async (db: Db, id: number, maxTries: number): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ tries: sql`${t.tries} + 1` })
      .where(and(eq(t.id, id), lt(t.tries, maxTries)))
      .returning({ id: t.id })
  ).length > 0

/** Marks the row as used. Returns false if it was already used. */
export const consumeCodeRow = async (db: Db, id: number, now: Date): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ used_at: now })
      .where(and(eq(t.id, id), isNull(t.used_at)))
      .returning({ id: t.id })
  ).length > 0

/** Deletes the codes that were sent to the user's addresses. */
export const forgetCodes: Erase = async ({ db }, { email, mobile }) => {
  const addresses = [email.toLowerCase(), mobile].filter(Boolean)
  if (addresses.length) await db.delete(t).where(inArray(sql`lower(${t.address})`, addresses))
}
