import type { PgTable } from "drizzle-orm/pg-core"
import type { Ctx } from "@/server/context"
import { lastIdOf, listExistingIds, type IdSource } from "@/server/db/row-ids"
import { listTargetIds, noteReservations } from "./import-row.repository"

/** The largest id that a source row may keep: beyond it, the sequence of ids would have to jump too far. */
const maxId = 2_147_483_647

/** Returns the last id of each table when this import began: later ids have never been used here. */
export const lastIdsOf = async (ctx: Ctx, tables: ReadonlyMap<string, PgTable>): Promise<Record<string, number>> => {
  const ids: Record<string, number> = {}
  for (const [source, table] of tables) ids[source] = await lastIdOf(ctx.db, table)
  return ids
}

/**
 * Returns the ids here of the given source rows. A row keeps its id if this site has never used it (`lastId`: the last id that it had given
 * out before this import); otherwise it gets the next free one. The result is stored at once, so that rows that refer to each other get
 * consistent ids in any order. `adopted`: ids whose row here is replaced. Ids that are not positive refer to nothing.
 */
export const targetIdsOf = async (
  ctx: Ctx,
  source: string,
  table: PgTable,
  ids: Iterable<number>,
  { idSource, lastId, adopted }: { idSource: IdSource; lastId: number; adopted: ReadonlySet<number> },
): Promise<Map<number, number>> => {
  const requested = [...new Set(ids)].filter((id) => id > 0)
  const targetIds = await listTargetIds(ctx.db, source, requested)
  const unknown = requested.filter((id) => !targetIds.has(id)).toSorted((a, b) => a - b)
  if (!unknown.length) return targetIds
  const reserved = await ctx.tx(async (ctx) => {
    const unused = unknown.filter((id) => id > lastId && id <= maxId)
    await idSource.advance(ctx.db, table, unused.at(-1) ?? 0)
    const taken = await listExistingIds(ctx.db, table, unused)
    const free = new Set(unused.filter((id) => !taken.has(id) || adopted.has(id)))
    const others = unknown.filter((id) => !free.has(id))
    const next = await idSource.take(ctx.db, table, others.length)
    const reservations = new Map([...free].map((id) => [id, id]))
    for (const [at, id] of others.entries()) reservations.set(id, next[at]!)
    await noteReservations(ctx.db, source, reservations)
    return reservations
  })
  for (const [id, targetId] of reserved) targetIds.set(id, targetId)
  return targetIds
}
