import { sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { articleTable as t } from "./article.table"

/** Adds views to the counters of these articles, which are locked in the order of their ids. */
export const addViews = async (db: Db, views: readonly { id: number; times: number }[]): Promise<void> => {
  const ids = sql.param(views.map(({ id }) => id))
  const times = sql.param(views.map((one) => one.times))
  await db.execute(sql`
    update ${t} set view_count = view_count + added.times
    from unnest(${ids}::bigint[], ${times}::integer[]) as added (id, times)
    where ${t.id} = added.id
      and ${t.id} in (select id from ${t} where id = any(${ids}::bigint[]) order by id for no key update)`)
}
