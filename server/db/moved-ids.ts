import { sql } from "drizzle-orm"
import type { Db } from "./client"

/**
 * Returns the id here of a user or document of an imported site whose number was taken when it arrived, or null: its old address leads to it as
 * long as nothing else has the number (docs/decisions/090).
 */
export const findMovedId = async (db: Db, table: "user" | "document", id: number): Promise<number | null> => {
  const { rows } = await db.execute<{ target_id: string }>(
    sql`select target_id from import_row where source = ${table} and id = ${id} and target_id <> id and digest <> ''`,
  )
  return rows[0] ? Number(rows[0].target_id) : null
}
