import { and, eq, exists, gt, inArray, isNull, or, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Db } from "@/server/db/client"
import { punishmentTable as t } from "./punishment.table"

/** Condition: the punishment is enabled and has not expired. */
export const activePunishment = (now: Date): SQL | undefined => and(t.enable, or(isNull(t.end_time), gt(t.end_time, now)))

/** Returns a query for the ids of users with an active punishment of one of these types. Never user 1. */
export const listPunished = (db: Db, types: number[], now: Date) =>
  db
    .select({ id: t.user_id })
    .from(t)
    .where(and(gt(t.user_id, rootUserId), inArray(t.type, types), activePunishment(now)))

/** Returns an SQL condition: the user (a column or an id) has an active punishment of one of these types. Never true for user 1. */
export const punished = (db: Db, person: SQLWrapper, types: number[], now: Date): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(t)
      .where(and(eq(t.user_id, person), gt(t.user_id, rootUserId), inArray(t.type, types), activePunishment(now))),
  )
