import { and, desc, eq, gt, inArray, lte, or, sql } from "drizzle-orm"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Db } from "@/server/db/client"
import { anyLike, holds, listPage, orderOf, pageOf, patternsOf } from "@/server/db/listing"
import { userTable } from "../user/user.table"
import { activePunishment } from "./active-punishment.policy"
import { punishmentTable } from "./punishment.table"

const t = punishmentTable
export type PunishmentRow = typeof t.$inferSelect

/** Returns the longest active punishment of one of these types, or null. */
export const findPunishment = async (db: Db, userId: number, types: number[], now: Date): Promise<PunishmentRow | null> =>
  userId <= 1
    ? null
    : ((
        await db
          .select()
          .from(t)
          .where(and(eq(t.user_id, userId), inArray(t.type, types), activePunishment(now)))
          .orderBy(sql`${t.end_time} desc nulls first`)
          .limit(1)
      )[0] ?? null)

/** Returns those of the users who exist and can be punished; user 1 never can. */
export const listPunishable = async (db: Db, ids: number[]): Promise<number[]> =>
  (
    await db
      .select({ id: userTable.id })
      .from(userTable)
      .where(and(inArray(userTable.id, ids), gt(userTable.id, rootUserId)))
      .orderBy(userTable.id)
  ).map((row) => row.id)

/** Returns the users whose punishments of this type ended between these times. */
export const listEnded = async (db: Db, type: number, from: Date, to: Date): Promise<number[]> =>
  (
    await db
      .selectDistinct({ id: t.user_id })
      .from(t)
      .where(and(eq(t.type, type), t.enable, gt(t.end_time, from), lte(t.end_time, to)))
  ).map((row) => row.id)

export const addPunishments = (db: Db, rows: (typeof t.$inferInsert)[]): Promise<PunishmentRow[]> => db.insert(t).values(rows).returning()

/** Returns the rows, locked until the transaction ends. */
export const lockPunishments = (db: Db, ids: number[]): Promise<PunishmentRow[]> =>
  ids.length ? db.select().from(t).where(inArray(t.id, ids)).orderBy(t.id).for("update") : Promise.resolve([])

export const updatePunishmentRow = (db: Db, id: number, changes: Partial<typeof t.$inferInsert>) =>
  db.update(t).set(changes).where(eq(t.id, id))

export type PunishmentFilter = {
  page?: number
  size?: number
  limit?: number
  wd?: string
  order?: string
  id?: number
  type?: number[]
  enable?: boolean[]
  user_id?: number[]
}

/** Lists punishments with the username of the punished user; `wd` searches username, reason and remark. */
export const listPunishmentRows = async (db: Db, filter: PunishmentFilter) => {
  const named = (word: string) => db.select({ id: userTable.id }).from(userTable).where(holds(userTable.username, word))
  const where = and(
    filter.id === undefined ? undefined : eq(t.id, filter.id),
    filter.type?.length ? inArray(t.type, filter.type) : undefined,
    filter.enable?.length ? inArray(t.enable, filter.enable) : undefined,
    filter.user_id?.length ? inArray(t.user_id, filter.user_id) : undefined,
    ...patternsOf(filter.wd).map((word) => or(anyLike([t.reason, t.remark], word), inArray(t.user_id, named(word)))),
  )
  const order = [
    orderOf(
      filter.order,
      { id: t.id, user_id: t.user_id, type: t.type, end_time: t.end_time, created_at: t.created_at, updated_at: t.updated_at },
      desc(t.id),
    ),
    desc(t.id),
  ]
  const { rows, total } = await listPage(db, t, { where, order, ...pageOf(filter, 1_000) })
  const names = await db
    .select({ id: userTable.id, username: userTable.username })
    .from(userTable)
    .where(
      inArray(
        userTable.id,
        rows.map(({ user_id }) => user_id),
      ),
    )
  const nameOf = new Map(names.map(({ id, username }) => [id, username]))
  return { rows: rows.map((row) => ({ ...row, username: nameOf.get(row.user_id) ?? "" })), total }
}
