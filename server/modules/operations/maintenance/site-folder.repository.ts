import { sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { siteFolderTable as t } from "./site-folder.table"

/** Records the mark of a new site. */
export const startMark = (db: Db, mark: string) => db.insert(t).values({ mark }).onConflictDoNothing()
export const findMark = async (db: Db): Promise<string | null> => (await db.select().from(t))[0]?.mark ?? null
export const changeMark = (db: Db, mark: string) => db.update(t).set({ mark })

/** Checks whether a process of another start is connected. `self` is the name of this one and its forks. */
export const hasOthers = async (db: Db, self: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name ~ '^doujia (all|web|worker) ' and application_name <> ${self} limit 1`)
  return rows.length > 0
}
