import { asc, desc, eq } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { navigationTable as t } from "./navigation.table"

const maxShown = 10_000

/** Lists enabled entries, larger `sort` first. */
export const listShownNavigation = (db: Db) =>
  db.select().from(t).where(eq(t.enable, true)).orderBy(desc(t.sort), asc(t.id)).limit(maxShown)
