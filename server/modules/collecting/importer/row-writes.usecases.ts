import type { Ctx } from "@/server/context"
import { violatedConstraint } from "@/server/db/client"
import { insertRows, isRefusedRow, readRows, upsertRows, type ColumnValues } from "@/server/db/rows"
import { noteRows, type ImportedRow } from "./import-row.repository"
import type { ImportContext, MappedRow, Mapping } from "./mapping.usecases"
import { basesOf, merged, type Conflict } from "./merge.rules"
import { addOrphan } from "./orphans.usecases"
import { refusalOf } from "./refusals.rules"

type Batch = { rows: MappedRow[]; importedRows: ReadonlyMap<number, ImportedRow>; digestOf: (one: MappedRow) => string }

/**
 * Writes and records the rows of a batch: new ones as they are, changed ones merged with the changes here. Returns those that exist here
 * now; the others are reported.
 */
export const writeRows = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  { rows, importedRows, digestOf }: Batch,
): Promise<MappedRow[]> => {
  const mergedRows = await withOurChanges(ctx, world, mapping, rows, importedRows)
  const present = mergedRows.filter(({ isRemovedHere }) => !isRemovedHere)
  const written = await writeAll(ctx, world, mapping, present, importedRows)
  await mapping.after?.(
    ctx,
    written.filter(({ isMerged }) => !isMerged),
    world,
  )
  for (const one of written) if (addressed.has(mapping.source) && !one.isMerged && !importedRows.has(one.id)) noteMoved(world, mapping, one)
  const theirs = new Map(rows.map(({ id, values }) => [id, values]))
  await noteRows(
    ctx.db,
    mapping.source,
    [...written, ...mergedRows.filter(({ isRemovedHere }) => isRemovedHere)].map((one) => ({
      id: one.id,
      digest: digestOf(one),
      target_id: mapping.key || one.isMerged ? null : one.targetId,
      target: mapping.key && !one.isMerged ? Object.fromEntries(mapping.key.map((name) => [name, one.values[name]])) : null,
      base: hasBase(mapping, one) ? basesOf({ ...theirs.get(one.id), id: one.targetId }) : null,
    })),
  )
  return written
}

/** Tables whose rows have a page with their number in its address. */
const addressed = new Set(["user", "document", "article", "category"])
const noteMoved = ({ note }: ImportContext, { source }: Mapping, { id, targetId }: MappedRow): void => {
  if (id !== targetId) note(source, id, `编号 ${id} 在这里已经用过，改为 ${targetId}：/${source}/${id} 现在是 /${source}/${targetId}`)
}

/** Rows that consist only of their key cannot be edited. */
const hasBase = ({ key, write }: Mapping, { values, isMerged }: MappedRow): boolean =>
  !isMerged && !write && (!key || Object.keys(values).some((name) => !key.includes(name)))

const keyOf = ({ key = ["id"] }: Mapping, values: ColumnValues): ColumnValues => Object.fromEntries(key.map((name) => [name, values[name]]))
const textOfKey = (mapping: Mapping, values: ColumnValues): string => JSON.stringify(Object.values(keyOf(mapping, values)).map(String))

/** Merges previously imported rows with their current values here. */
const withOurChanges = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  rows: MappedRow[],
  importedRows: ReadonlyMap<number, ImportedRow>,
): Promise<MappedRow[]> => {
  const before = rows.filter(
    (one) => hasBase(mapping, one) && (importedRows.get(one.id)?.base || (mapping.settle && importedRows.has(one.id))),
  )
  if (!before.length) return rows
  const here = await readRows(
    ctx.db,
    mapping.target,
    before.map(({ values }) => keyOf(mapping, values)),
  )
  const byKey = new Map(here.map((values) => [textOfKey(mapping, values), values]))
  return rows.map((one) => {
    const base = importedRows.get(one.id)?.base ?? null
    const ours = byKey.get(textOfKey(mapping, one.values))
    if (!ours) return base && world.prefer === "here" ? removedHere(world, mapping, one) : one
    if (base && mapping.isErased?.(ours, base)) return { ...one, isRemovedHere: true }
    const { values, conflicts } = merged({ here: ours, there: one.values, base }, world.prefer, mapping.comparison)
    const hidden = mapping.secret?.(values) ?? []
    for (const conflict of conflicts) {
      const title = mapping.titleOf?.(values, conflict.column) ?? conflict.column
      world.note(mapping.source, one.id, conflictText(title, conflict, world, hidden))
    }
    return mapping.settle?.(one, { here: ours, base, merged: values }) ?? { ...one, values }
  })
}

const removedHere = ({ note }: ImportContext, { source }: Mapping, one: MappedRow): MappedRow => {
  note(source, one.id, "那边改过，这里已经删除，所以没有再带过来")
  return { ...one, isRemovedHere: true }
}

const longestText = 60
const shortened = (value: unknown): string => {
  const text = value instanceof Date ? value.toISOString() : String(value)
  return [...text].length > longestText ? `${[...text].slice(0, longestText).join("")}…` : text
}

const conflictText = (title: string, { column, here, there }: Conflict, { prefer }: ImportContext, hidden: readonly string[]): string => {
  const values = hidden.includes(column) ? "" : `：这里是“${shortened(here)}”，那边是“${shortened(there)}”`
  return `两边都改了 ${title}${values}，保留了${prefer === "here" ? "这里" : "那边"}的`
}

type Way = { isNew: boolean; rows: MappedRow[] }

/** Writes rows of one kind at once: a new row never replaces an existing one. */
const writeSome = async (ctx: Ctx, mapping: Mapping, world: ImportContext, { isNew, rows }: Way): Promise<void> => {
  const { target, key = ["id"], fixedColumns } = mapping
  if (!rows.length) return
  if (mapping.write) return mapping.write(ctx, rows)
  const values = rows.map((one) => one.values)
  if (!isNew || mapping.key || rows.some(({ targetId }) => world.isAdopted(mapping.source, targetId)))
    return upsertRows(ctx.db, target, values, { key, fixedColumns })
  await insertRows(ctx.db, target, values)
}

/** Writes all rows at once. If the database refuses one, writes them one by one, so that the others are imported. */
const writeAll = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  rows: MappedRow[],
  importedRows: ReadonlyMap<number, ImportedRow>,
): Promise<MappedRow[]> => {
  const real = rows.filter(({ isMerged }) => !isMerged)
  const groups: Way[] = [
    { isNew: false, rows: real.filter(({ id }) => importedRows.has(id)) },
    { isNew: true, rows: real.filter(({ id, targetId }) => !importedRows.has(id) && !world.isAdopted(mapping.source, targetId)) },
    { isNew: true, rows: real.filter(({ id, targetId }) => !importedRows.has(id) && world.isAdopted(mapping.source, targetId)) },
  ]
  const written = rows.filter(({ isMerged }) => isMerged)
  for (const { isNew, rows: some } of groups) {
    const attempt = (few: MappedRow[]) => ctx.db.transaction((tx) => writeSome({ ...ctx, db: tx }, mapping, world, { isNew, rows: few }))
    if (!some.length) continue
    try {
      await attempt(some)
      written.push(...some)
      continue
    } catch (error) {
      if (!isRefusedRow(error)) throw error
    }
    for (const one of some) written.push(...(await writeOne(ctx, world, mapping, one, attempt)))
  }
  return written
}

/** Writes one row. If its id has been taken, it gets the next free id. */
const writeOne = async (
  ctx: Ctx,
  world: ImportContext,
  mapping: Mapping,
  one: MappedRow,
  attempt: (rows: MappedRow[]) => Promise<void>,
): Promise<MappedRow[]> => {
  try {
    await attempt([one])
    return [one]
  } catch (error) {
    if (!isRefusedRow(error)) throw error
    if (!mapping.key && violatedConstraint(error)?.endsWith("_pkey")) {
      const [targetId] = await world.idSource.take(ctx.db, mapping.target, 1)
      return writeOne(ctx, world, mapping, { ...one, targetId: targetId!, values: { ...one.values, id: targetId } }, attempt)
    }
    const { sentence, raw, isOrphan } = refusalOf(error)
    if (isOrphan) addOrphan(world, `没有带过来：${sentence}`, one.id)
    else world.note(mapping.source, one.id, `没有带过来：${sentence}`, raw)
    return []
  }
}
