import { and, desc, eq, gt, sql } from "drizzle-orm"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Db } from "@/server/db/client"
import { userTable } from "../../people/user/user.table"
import { alarmMessageTable as m } from "./alarm-message.table"
import { alarmTable as t } from "./alarm.table"

export type AlarmRow = typeof t.$inferSelect
export type AlarmMessageRow = typeof m.$inferSelect

export const listAlarms = (db: Db): Promise<AlarmRow[]> => db.select().from(t)

/** Creates the row of a kind if necessary, and locks it. */
export const lockAlarm = async (db: Db, kind: string): Promise<AlarmRow> => {
  await db.insert(t).values({ kind }).onConflictDoNothing()
  return (await db.select().from(t).where(eq(t.kind, kind)).for("update"))[0]!
}

export const changeAlarm = (db: Db, kind: string, values: Partial<AlarmRow>) => db.update(t).set(values).where(eq(t.kind, kind))

export const addMessage = async (db: Db, values: typeof m.$inferInsert): Promise<number> =>
  (await db.insert(m).values(values).returning({ id: m.id }))[0]!.id

export const findMessage = async (db: Db, id: number): Promise<AlarmMessageRow | null> =>
  (await db.select().from(m).where(eq(m.id, id)))[0] ?? null

/** Checks whether a later message about the same kind exists. */
export const isSuperseded = async (db: Db, { kind, id }: AlarmMessageRow): Promise<boolean> =>
  (
    await db
      .select({ id: m.id })
      .from(m)
      .where(and(eq(m.kind, kind), gt(m.id, id)))
      .limit(1)
  ).length > 0

export const noteDelivered = (db: Db, id: number, channel: string) =>
  db
    .update(m)
    .set({ delivered: sql`array_append(${m.delivered}, ${channel})`, error: "" })
    .where(eq(m.id, id))

export const noteError = (db: Db, id: number, error: string) =>
  db
    .update(m)
    .set({ error: error.slice(0, 255) })
    .where(eq(m.id, id))

/** Returns the error of the last message of each kind that has one. */
export const lastErrors = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await db.selectDistinctOn([m.kind], { kind: m.kind, error: m.error }).from(m).orderBy(m.kind, desc(m.id)))
      .filter(({ error }) => error !== "")
      .map(({ kind, error }) => [kind, error]),
  )

/** Returns the verified address of user 1; "" if there is none. */
export const findRootAddress = async (db: Db): Promise<string> =>
  (
    await db
      .select({ email: userTable.email })
      .from(userTable)
      .where(and(eq(userTable.id, rootUserId), userTable.email_verified))
  )[0]?.email ?? ""
