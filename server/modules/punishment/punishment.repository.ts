import { and, eq, exists, gt, inArray, isNull, or, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Db } from "../../db/client"
import { punishmentTable } from "./punishment.table"

const t = punishmentTable
export type PunishmentRow = typeof t.$inferSelect

const active = (now: Date) => and(t.enable, or(isNull(t.end_time), gt(t.end_time, now)))

/** True of a person (a column or an id) who is under an active punishment of one of these types; user 1 never is. */
export const punished = (db: Db, person: SQLWrapper, types: number[], now: Date): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(t)
      .where(and(eq(t.user_id, person), gt(t.user_id, 1), inArray(t.type, types), active(now))),
  )

/** The active punishment of one of these types that lasts longest, or null. */
export const findPunishment = async (db: Db, userId: number, types: number[], now: Date): Promise<PunishmentRow | null> =>
  userId <= 1
    ? null
    : ((
        await db
          .select()
          .from(t)
          .where(and(eq(t.user_id, userId), inArray(t.type, types), active(now)))
          .orderBy(sql`${t.end_time} desc nulls first`)
          .limit(1)
      )[0] ?? null)
