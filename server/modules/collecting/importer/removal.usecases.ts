import type { Ctx } from "@/server/context"
import { readRows, removeRows, type ColumnValues } from "@/server/db/rows"
import { forgetRows, listSourceIds, type ImportedRow } from "./import-row.repository"
import type { ImportContext, MappedRow, Mapping } from "./mapping.usecases"
import { isEditedHere } from "./merge.rules"

type Gone = { gone: ReadonlyMap<number, ImportedRow>; taken: MappedRow[]; importedRows: ReadonlyMap<number, ImportedRow> }

/**
 * Removes rows that no longer exist in the source, and rows with a changed key. A row that was edited here stays if this side is preferred.
 */
export const removeGone = async (ctx: Ctx, world: ImportContext, mapping: Mapping, { gone, taken, importedRows }: Gone): Promise<void> => {
  const { key, target, source } = mapping
  if (key) {
    const renamed = taken.filter((one) => {
      const before = importedRows.get(one.id)?.target
      return before && key.some((name) => before[name] !== one.values[name])
    })
    const rows = [...(await withoutKept(ctx, mapping, [...gone.values()])), ...renamed.map(({ id }) => importedRows.get(id)!)]
    if (key.length)
      await removeRows(
        ctx.db,
        target,
        rows.flatMap((row): ColumnValues[] => (row.target ? [row.target] : [])),
      )
  } else if (mapping.listUsed) {
    world.leaving.set(mapping, new Map([...(world.leaving.get(mapping) ?? []), ...gone]))
    return
  } else await removeIds(ctx, world, mapping, gone)
  await forgetRows(ctx.db, source, [...gone.keys()])
}

/** Omits parts of rows that the source deleted and that stay here because they were edited. */
const withoutKept = async (ctx: Ctx, { partOf }: Mapping, gone: ImportedRow[]): Promise<ImportedRow[]> => {
  if (!partOf || !gone.length) return gone
  const wholeOf = ({ target }: ImportedRow) => Number(target?.[partOf.column] ?? 0)
  const linked = await listSourceIds(ctx.db, partOf.source, gone.map(wholeOf))
  return gone.filter((row) => linked.has(wholeOf(row)))
}

/** Removes the rows that are deleted after the other tables. */
export const removeLeaving = (ctx: Ctx, world: ImportContext): Promise<void> =>
  ctx.tx(async (ctx) => {
    for (const [mapping, gone] of world.leaving) {
      await removeIds(ctx, world, mapping, gone)
      await forgetRows(ctx.db, mapping.source, [...gone.keys()])
    }
  })

const removeIds = async (
  ctx: Ctx,
  world: ImportContext,
  { source, target, remove, listUsed, comparison }: Mapping,
  gone: Gone["gone"],
): Promise<void> => {
  const sourceIds = new Map([...gone].flatMap(([id, { target_id }]) => (target_id === null ? [] : [[target_id, id] as const])))
  if (!sourceIds.size) return
  const here = await readRows(
    ctx.db,
    target,
    [...sourceIds.keys()].map((id) => ({ id })),
  )
  const used = (await listUsed?.(ctx, [...sourceIds.keys()])) ?? new Set<number>()
  const ids = here.flatMap((row) => {
    const targetId = Number(row.id)
    const id = sourceIds.get(targetId)!
    if (used.has(targetId)) {
      world.note(source, id, `那边删除了，这里还有属于它的内容，所以保留（这里的编号 ${targetId}）`)
      return []
    }
    if (world.prefer === "there" || !isEditedHere(row, gone.get(id)!.base, comparison)) return [targetId]
    world.note(source, id, `那边删除了，这里改过，所以保留（这里的编号 ${targetId}）`)
    return []
  })
  if (!ids.length) return
  if (remove) await remove(ctx, ids, world)
  else
    await removeRows(
      ctx.db,
      target,
      ids.map((id) => ({ id })),
    )
}
