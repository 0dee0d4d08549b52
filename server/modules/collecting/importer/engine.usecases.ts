import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import { columnsOf, isRefusedRow, removeRows, upsertRows, type ColumnValues } from "@/server/db/rows"
import { forgetRows, listKnown, noteRows, type ImportedRow } from "./import-row.repository"
import { againDigestOf, digestOf, valuesOf } from "./mapping.rules"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"

/** The outcome of the rows of one table. Rows in `read` that were neither added, changed nor skipped are unchanged. */
export type TableCounts = { read: number; added: number; changed: number; removed: number; skipped: number }
/** The progress in a table: all rows up to the id `cursor` are done. */
export type TableProgress = { cursor: number; done: boolean; counts: TableCounts }
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

const takeBatch = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  rows: SourceRow[],
  next: TableProgress,
  after: number,
  keep: Keep,
) => {
  const importedRows = await listKnown(ctx.db, mapping.source, after, next.done ? Number.MAX_SAFE_INTEGER : next.cursor)
  const digests = new Map(rows.map((row) => [row.id, digestOf(row)]))
  const fresh = rows.filter((row) => importedRows.get(row.id)?.digest !== digests.get(row.id))
  const gone = [...importedRows.keys()].filter((id) => !digests.has(id))
  const [columns, clock] = [columnsOf(mapping.target), { offset: world.source.offset, now: world.now }]
  const offered = fresh.map((row): MappedRow => ({ id: row.id, row, values: valuesOf(columns, mapping.key ?? ["id"], row, clock) }))
  const looked = offered.length && mapping.change ? await mapping.change(ctx, offered, world) : offered
  /** The digest to record. For a row that every run checks again, it includes the result of the check. */
  const noted = (one: MappedRow): string => (one.again ? againDigestOf(digests.get(one.id)!, one.values) : digests.get(one.id)!)
  // Rows unchanged, even after another check, need no write.
  const taken = looked.filter((one) => importedRows.get(one.id)?.digest !== noted(one))
  const counted = (written: MappedRow[]): TableProgress => {
    const changed = written.filter(({ id }) => importedRows.has(id)).length
    const { counts } = next
    return {
      ...next,
      counts: {
        read: counts.read + rows.length,
        added: counts.added + written.length - changed,
        changed: counts.changed + changed,
        removed: counts.removed + gone.length,
        skipped: counts.skipped + fresh.length - (looked.length - taken.length) - written.length,
      },
    }
  }
  if (world.dry) return counted(taken)
  return ctx.tx(async (ctx) => {
    await removeGone(ctx, world, mapping, gone, taken, importedRows)
    const written = await writeTaken(ctx, world, mapping, taken)
    await mapping.after?.(ctx, written, world)
    await noteRows(
      ctx.db,
      mapping.source,
      written.map((one) => ({ id: one.id, digest: noted(one), target: targetOf(mapping, one) })),
    )
    const progress = counted(written)
    await keep(ctx, progress)
    return progress
  })
}

const targetOf = ({ key }: Mapping, { values }: MappedRow): ColumnValues | null =>
  key ? Object.fromEntries(key.map((name) => [name, values[name]])) : null

/** Removes rows that no longer exist in the source, and rows whose key has changed. */
const removeGone = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  gone: number[],
  taken: MappedRow[],
  importedRows: Map<number, ImportedRow>,
) => {
  const { key, target, source } = mapping
  if (gone.length && mapping.remove) await mapping.remove(ctx, gone, world)
  else if (!key)
    await removeRows(
      ctx.db,
      target,
      gone.map((id) => ({ id })),
    )
  if (key?.length) {
    const renamed = taken.filter((one) => {
      const before = importedRows.get(one.id)?.target
      return before && key.some((name) => before[name] !== one.values[name])
    })
    const keys = [...gone, ...renamed.map(({ id }) => id)].flatMap((id): ColumnValues[] =>
      importedRows.get(id)?.target ? [importedRows.get(id)!.target!] : [],
    )
    await removeRows(ctx.db, target, keys)
  }
  await forgetRows(ctx.db, source, gone)
}

/** Writes all rows at once. If the database rejects one, writes them one by one, so that the others are imported. */
const writeTaken = async (ctx: Ctx, world: ImportContext, mapping: Mapping, taken: MappedRow[]): Promise<MappedRow[]> => {
  const { target, key = ["id"], fixedColumns, merged } = mapping
  const write = (some: MappedRow[]) =>
    ctx.db.transaction((tx) =>
      mapping.write
        ? mapping.write({ ...ctx, db: tx }, some)
        : upsertRows(
            tx,
            target,
            some.map(({ values }) => values),
            { key, fixedColumns, merged },
          ),
    )
  if (!taken.length) return []
  try {
    await write(taken)
    return taken
  } catch (error) {
    if (!isRefusedRow(error)) throw error
  }
  const written: MappedRow[] = []
  for (const one of taken)
    try {
      await write([one])
      written.push(one)
    } catch (error) {
      if (!isRefusedRow(error)) throw error
      world.note(mapping.source, one.id, `没有带过来：${((error as Error).cause as Error).message}`)
    }
  return written
}
