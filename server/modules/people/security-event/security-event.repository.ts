import { and, eq, isNull } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { userTable } from "../user/user.table"
import { securityEventTable } from "./security-event.table"

export type SecurityEventRow = typeof securityEventTable.$inferSelect

export const addEvent = async (db: Db, row: Omit<typeof securityEventTable.$inferInsert, "id">): Promise<number> =>
  (await db.insert(securityEventTable).values(row).returning({ id: securityEventTable.id }))[0]!.id

/** Returns the event with the username; null if either no longer exists. */
export const findEvent = async (db: Db, id: number): Promise<(SecurityEventRow & { username: string }) | null> => {
  const [row] = await db
    .select({ event: securityEventTable, username: userTable.username })
    .from(securityEventTable)
    .innerJoin(userTable, eq(userTable.id, securityEventTable.user_id))
    .where(eq(securityEventTable.id, id))
  return row ? { ...row.event, username: row.username } : null
}

/** Returns the user's verified e-mail address, or "". */
export const findProvenEmail = async (db: Db, userId: number): Promise<string> => {
  const of = and(eq(userTable.id, userId), eq(userTable.email_verified, true), isNull(userTable.closed_at))
  return (await db.select({ email: userTable.email }).from(userTable).where(of))[0]?.email ?? ""
}
