import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import { columnsOf } from "@/server/db/rows"
import { withUniqueValues } from "./duplicates.usecases"
import { listDigests, listImported } from "./import-row.repository"
import { againDigestOf, cutColumns, digestOf, isMarkedDeleted, isSameSource, timesOf, valuesOf } from "./mapping.rules"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"
import { addOrphan } from "./orphans.usecases"
import { withReferences } from "./references.usecases"
import { removeGone } from "./removal.usecases"
import { writeRows } from "./row-writes.usecases"

/** The outcome of the rows of one table. Rows in `read` that were neither added, changed nor skipped are unchanged. */
export type TableCounts = { read: number; added: number; changed: number; removed: number; skipped: number }
/** The progress in a table: all rows up to the id `cursor` are done. */
export type TableProgress = {
  cursor: number
  done: boolean
  counts: TableCounts
  /** The last creation time among the rows so far. */
  time?: string
  /** The rows so far that belong to missing rows. */
  orphans?: [sentence: string, { count: number; firstIds: number[] }][]
  /** Rows that are removed after the other tables, by their source ids. */
  leaving?: number[]
}
export const noProgress = (): TableProgress => ({
  cursor: 0,
  done: false,
  counts: { read: 0, added: 0, changed: 0, removed: 0, skipped: 0 },
})

const batchCharacters = 4_000_000

/** Groups rows into batches of at most `most` rows, fewer if they are long. */
export async function* batchesOf(rows: AsyncIterable<SourceRow>, most: number): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = []
  let size = 0
  for await (const row of rows) {
    batch.push(row)
    for (const value of Object.values(row)) if (typeof value === "string") size += value.length
    if (batch.length < most && size < batchCharacters) continue
    yield batch
    ;[batch, size] = [[], 0]
  }
  if (batch.length) yield batch
}

/** Called in the transaction of a batch, so that the data and the recorded progress always agree. */
type Keep = (ctx: Ctx, progress: TableProgress) => Promise<void>

/**
 * Imports the rows of one table from its saved progress on, one batch per transaction, so that a killed process resumes after the last
 * batch. Finally removes rows that were imported earlier and no longer exist in the source.
 */
export async function* takeTable(
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  from: TableProgress,
  keep: Keep,
): AsyncGenerator<TableProgress> {
  let progress = from
  if (progress.done) return
  for await (const rows of batchesOf(world.source.rows(mapping.source, progress.cursor), world.batch)) {
    progress = await takeBatch(ctx, world, mapping, rows, { ...progress, cursor: rows.at(-1)!.id }, progress.cursor, keep)
    yield progress
  }
  yield takeBatch(ctx, world, mapping, [], { ...progress, done: true }, progress.cursor, keep)
}

/** The rows of a batch that are new or have changed, with their values here. `times` replace missing ones. */
const offeredRows = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  fresh: SourceRow[],
  times: ReadonlyMap<number, Date>,
): Promise<MappedRow[]> => {
  const [columns, offset] = [columnsOf(mapping.target), world.source.offset]
  const ids = fresh.map(({ id }) => id)
  const targetIds = mapping.key ? new Map<number, number>() : await world.targetIds(ctx, mapping.source, ids)
  const rows = fresh.map((row): MappedRow => {
    const values = valuesOf(columns, mapping.key ?? ["id"], row, { offset, missing: times.get(row.id) ?? world.firstTime })
    for (const name of cutColumns(row, values))
      world.note(mapping.source, row.id, `${name} 太长，只带过来前 ${String(values[name]).length} 个字`)
    const targetId = targetIds.get(row.id) ?? 0
    return { id: row.id, targetId, row, values: mapping.key ? values : { ...values, id: targetId } }
  })
  return withReferences(ctx, world, mapping, rows)
}

const nobody: ReadonlySet<number> = new Set()

/**
 * Returns the rows that the source shows. A row that it only marks as deleted counts as removed, unless the mark has a place here: it would
 * come back to life.
 */
const livingRows = (world: ImportContext, { target, uses }: Mapping, rows: SourceRow[]): SourceRow[] => {
  if (columnsOf(target).has("deleted_at") || uses?.includes("deleted_at")) return rows
  return rows.filter((row) => {
    if (!isMarkedDeleted(row)) return true
    addOrphan(world, "没有带过来：在那边已经删除", row.id)
    return false
  })
}

const takeBatch = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  batch: SourceRow[],
  next: TableProgress,
  after: number,
  keep: Keep,
) => {
  const rows = livingRows(world, mapping, batch)
  const former = await listDigests(ctx.db, mapping.source, after, next.done ? Number.MAX_SAFE_INTEGER : next.cursor)
  const digests = new Map(rows.map((row) => [row.id, digestOf(row)]))
  const differing = rows.filter((row) => former.get(row.id) !== digests.get(row.id))
  const lacking = differing.filter(({ id }) => isSameSource(former.get(id), digests.get(id)!))
  const stillLacking = lacking.length && mapping.listStillLacking ? await mapping.listStillLacking(ctx, lacking, world) : nobody
  const fresh = differing.filter(({ id }) => !stillLacking.has(id))
  const goneIds = [...former.keys()].filter((id) => !digests.has(id))
  const importedRows = await listImported(ctx.db, mapping.source, [...goneIds, ...fresh.flatMap(({ id }) => (former.has(id) ? [id] : []))])
  const gone = new Map([...importedRows].filter(([id]) => !digests.has(id)))
  const before = next.time ? new Date(next.time) : null
  const { times, last } = timesOf(rows, world.source.offset, { before, otherwise: world.firstTime })
  const offered = fresh.length ? await offeredRows(ctx, world, mapping, fresh, times) : []
  const looked = offered.length && mapping.change ? await mapping.change(ctx, offered, world) : offered
  /** The digest to record. For a row that every run checks again, it includes the result of the check. */
  const noted = (one: MappedRow): string => (one.again ? againDigestOf(digests.get(one.id)!, one.values) : digests.get(one.id)!)
  // Rows unchanged, even after another check, need no write.
  const taken = looked.filter((one) => importedRows.get(one.id)?.digest !== noted(one))
  // A killed run checks unchanged rows again: saving that they were checked costs more than the check.
  if (!taken.length && !gone.size && looked.length === fresh.length && !next.done)
    return { ...next, ...(last && { time: last.toISOString() }), counts: { ...next.counts, read: next.counts.read + batch.length } }
  return ctx.tx(async (ctx) => {
    await removeGone(ctx, world, mapping, { gone, taken, importedRows })
    const written = await writeRows(ctx, world, mapping, {
      rows: await withUniqueValues(ctx, world, mapping, taken),
      importedRows,
      digestOf: noted,
    })
    const changed = written.filter(({ id }) => importedRows.has(id)).length
    const { counts } = next
    const leaving = world.leaving.get(mapping)
    const progress: TableProgress = {
      ...next,
      ...(last && { time: last.toISOString() }),
      ...(world.orphans.size && { orphans: [...world.orphans] }),
      ...(leaving && { leaving: [...leaving.keys()] }),
      counts: {
        read: counts.read + batch.length,
        added: counts.added + written.length - changed,
        changed: counts.changed + changed,
        removed: counts.removed + gone.size,
        skipped: counts.skipped + batch.length - rows.length + fresh.length - (looked.length - taken.length) - written.length,
      },
    }
    await keep(ctx, progress)
    return progress
  })
}
