import { sql } from "drizzle-orm"
import type { Db } from "./client"

/**
 * Returns the id here of a row of an imported site whose number was taken when it arrived, or null: its old address leads to it as long as
 * nothing else has the number (docs/decisions/090).
 */
export const findMovedId = async (db: Db, table: "user" | "document" | "article", id: number): Promise<number | null> => {
  const { rows } = await db.execute<{ target_id: string }>(
    sql`select target_id from import_row where source = ${table} and id = ${id} and target_id <> id and digest <> ''`,
  )
  return rows[0] ? Number(rows[0].target_id) : null
}

/** A category of an imported site that has another number here, while nothing has its old one. */
export type MovedCategory = { from: number; to: number }

export const listMovedCategories = async (db: Db): Promise<MovedCategory[]> => {
  const { rows } = await db.execute<{ id: string; target_id: string }>(
    sql`select i.id, i.target_id from import_row i where i.source = 'category' and i.target_id <> i.id and i.digest <> ''
      and not exists (select 1 from category c where c.id = i.id) order by i.id`,
  )
  return rows.map(({ id, target_id }) => ({ from: Number(id), to: Number(target_id) }))
}
