import { eq, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { spiderHostTable as t } from "./spider-host.table"

export const findHost = async (db: Db, host: string) => (await db.select().from(t).where(eq(t.host, host)))[0] ?? null

/** Reserves the next time at which this host may be requested; the following one is `gapMs` later. All processes share the row. */
export const reserveMoment = async (db: Db, host: string, now: Date, gapMs: number): Promise<Date> => {
  const gap = sql`make_interval(secs => ${gapMs / 1_000})`
  const moment = sql`${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(t)
    .values({ host, next_at: sql`${moment} + ${gap}` })
    .onConflictDoUpdate({ target: t.host, set: { next_at: sql`greatest(${t.next_at}, ${moment}) + ${gap}` } })
    .returning({ next_at: t.next_at })
  return new Date(row!.next_at.getTime() - gapMs)
}

export const keepRobots = (db: Db, host: string, robots: string, robots_at: Date) =>
  db.insert(t).values({ host, robots, robots_at, next_at: robots_at }).onConflictDoUpdate({ target: t.host, set: { robots, robots_at } })
