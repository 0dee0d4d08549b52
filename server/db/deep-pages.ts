import { sql, type SQL } from "drizzle-orm"
import { PgTransaction } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/*
 * A deep page of a list without a matching index requires a scan of all rows before it. The ids of such a list are cached in order for a
 * minute: reading all its pages then costs one scan instead of a thousand, and no row appears twice.
 */

/** The offset above which pages are served from cached ids. */
const deepOffset = 5_000
/** Ids are read in multiples of `step`, and at most `most` per list. */
const [step, most] = [50_000, 250_000]
/** How long ids are cached (ms), and for how many lists: at most 32 MB in total. */
const [keepMs, maxKept] = [60_000, 16]

type CachedIds = { upTo: number; until: number; ids: Promise<Float64Array> }
const memory = new WeakMap<Db, Map<string, CachedIds>>()

/**
 * `rows` selects the ids as `id`, in order. They are read as one text, because a hundred thousand separate rows would block other requests.
 */
const readIds = async (db: Db, rows: SQL, upTo: number): Promise<Float64Array> => {
  const { rows: idRows } = await db.execute<{ ids: string | null }>(
    sql`select string_agg(id::text, ',' order by place) as ids from (select id, row_number() over () as place from (${rows} limit ${upTo}) as listed) as placed`,
  )
  const text = idRows[0]?.ids
  return text ? Float64Array.from(text.split(","), Number) : new Float64Array()
}

/**
 * Returns the ids of one page of a list, at most a minute old; null if the page is near enough, or too far, to be read directly. `key`
 * identifies the list with its values and its order. The ids may include rows that have been hidden since, so the caller must check them
 * again.
 */
export const deepPage = async (
  db: Db,
  { rows, key }: { rows: SQL; key: string },
  { offset, limit }: { offset: number; limit: number },
): Promise<number[] | null> => {
  if (offset < deepOffset || offset + limit > most || db instanceof PgTransaction) return null
  const lists = memory.get(db) ?? new Map<string, CachedIds>()
  memory.set(db, lists)
  const cachedIds = lists.get(key)
  const upTo = Math.ceil((offset + limit) / step) * step
  const entry =
    cachedIds && cachedIds.until > Date.now() && cachedIds.upTo >= upTo
      ? cachedIds
      : { upTo, until: Date.now() + keepMs, ids: readIds(db, rows, upTo) }
  // the least recently used list is evicted first
  lists.delete(key)
  lists.set(key, entry)
  if (lists.size > maxKept) lists.delete(lists.keys().next().value!)
  try {
    return [...(await entry.ids).subarray(offset, offset + limit)]
  } catch (error) {
    if (lists.get(key) === entry) lists.delete(key)
    throw error
  }
}
