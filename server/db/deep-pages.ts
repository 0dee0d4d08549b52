import { sql, type SQL } from "drizzle-orm"
import { PgTransaction } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/*
 * A page far from the beginning of a list that no single index serves costs a walk over everything before it. The ids of such a list
 * are kept in order for a minute: who goes through all its pages costs one walk instead of a thousand, and meets no row twice.
 */

/** Rows behind which pages are cut out of kept ids. */
const deepOffset = 5_000
/** Ids are read in such steps, and no more than so many of one list. */
const [step, most] = [50_000, 250_000]
/** How long ids are kept, and of how many lists: 32 MB at most. */
const [keepMs, maxKept] = [60_000, 16]

type Kept = { upTo: number; until: number; ids: Promise<Float64Array> }
const memory = new WeakMap<Db, Map<string, Kept>>()

/** `rows` selects the ids as `id`, in order. They come as one text: a hundred thousand rows would keep others waiting. */
const readIds = async (db: Db, rows: SQL, upTo: number): Promise<Float64Array> => {
  const { rows: found } = await db.execute<{ ids: string | null }>(
    sql`select string_agg(id::text, ',' order by place) as ids from (select id, row_number() over () as place from (${rows} limit ${upTo}) as listed) as placed`,
  )
  const text = found[0]?.ids
  return text ? Float64Array.from(text.split(","), Number) : new Float64Array()
}

/**
 * The ids of one page of a list, at most a minute old; null where the page is near enough, or too far, to be read as it is.
 * `key` names the list with its values and its order. What has been hidden meanwhile is among them: the reader asks for it again.
 */
export const deepPage = async (
  db: Db,
  { rows, key }: { rows: SQL; key: string },
  { offset, limit }: { offset: number; limit: number },
): Promise<number[] | null> => {
  if (offset < deepOffset || offset + limit > most || db instanceof PgTransaction) return null
  const lists = memory.get(db) ?? new Map<string, Kept>()
  memory.set(db, lists)
  const found = lists.get(key)
  const upTo = Math.ceil((offset + limit) / step) * step
  const kept =
    found && found.until > Date.now() && found.upTo >= upTo ? found : { upTo, until: Date.now() + keepMs, ids: readIds(db, rows, upTo) }
  // the least recently asked for goes first
  lists.delete(key)
  lists.set(key, kept)
  if (lists.size > maxKept) lists.delete(lists.keys().next().value!)
  try {
    return [...(await kept.ids).subarray(offset, offset + limit)]
  } catch (error) {
    if (lists.get(key) === kept) lists.delete(key)
    throw error
  }
}
