import { sql } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { columnsOf, type ColumnValues } from "@/server/db/rows"
import type { ImportContext, MappedRow, Mapping } from "./mapping.usecases"
import { describedRows } from "./row-names.usecases"

const columnsThatDiffer = ({ unique, once }: Mapping): readonly string[] => unique ?? once ?? []

const textOf = (mapping: Mapping, values: ColumnValues): string => {
  const text = JSON.stringify(columnsThatDiffer(mapping).map((name) => String(values[name] ?? "")))
  return mapping.ignoresCase ? text.toLowerCase() : text
}

/** An existing row that has the unique values, with its name. */
type Holder = { id: number; name: string }

const nameOf = ({ unique, nameColumn = unique?.at(-1) }: Mapping, values: ColumnValues): string =>
  nameColumn ? String(values[nameColumn] ?? "") : ""

/** Returns the rows here with these values, by the values. Uses the unique index of the columns. */
const listHolders = async (ctx: Ctx, mapping: Mapping, rows: MappedRow[]): Promise<Map<string, Holder>> => {
  const { target, ignoresCase, nameColumn } = mapping
  const [all, names] = [columnsOf(target), columnsThatDiffer(mapping)]
  const tuple = (parts: unknown[]) =>
    sql.join(
      parts.map((part) => (ignoresCase ? sql`lower(${part})` : sql`${part}`)),
      sql`, `,
    )
  const requested = JSON.stringify(rows.map(({ values }) => Object.fromEntries(names.map((name) => [name, values[name]]))))
  const selected = ["id", ...names, ...(nameColumn ? [nameColumn] : [])]
  const holders = await ctx.db
    .select(Object.fromEntries(selected.map((name) => [name, all.get(name)!])))
    .from(target)
    .where(
      sql`(${tuple(names.map((name) => all.get(name)))}) in (
        select ${tuple(names.map((name) => sql.identifier(name)))} from json_populate_recordset(null::${target}, ${requested}::json))`,
    )
  return new Map(holders.map((row) => [textOf(mapping, row), { id: Number(row.id), name: nameOf(mapping, row) }]))
}

/** Appends the row's source number to a text, within the length of its column. */
const renamed = ({ target }: Mapping, column: string, text: string, id: number): string => {
  const length = Number(/\((\d+)\)/.exec(columnsOf(target).get(column)!.getSQLType())?.[1] ?? 255)
  const suffix = `_${id}`
  return `${[...text].slice(0, length - suffix.length).join("")}${suffix}`
}

/** Describes two rows with the same value, by number and name, and the new value. */
const renamingText = (
  mapping: Mapping,
  holder: Holder,
  { values }: MappedRow,
  { column, value }: { column: string; value: string },
): string => {
  const named = mapping.nameColumn && mapping.nameColumn !== column ? `“${nameOf(mapping, values)}”的 ` : ""
  return `${named}${column}“${String(values[column])}”已经有了（${holder.id} 号“${holder.name}”），改成“${value}”`
}

/**
 * Imports rows with a unique value that is already taken: by another row, if the source treats the two values as different, or by a row of
 * this site. Depending on the mapping they are renamed or merged; both are reported.
 */
export const withUniqueValues = async (ctx: Ctx, world: ImportContext, mapping: Mapping, rows: MappedRow[]): Promise<MappedRow[]> => {
  const column = columnsThatDiffer(mapping).at(-1)
  if (!column || !rows.length) return rows
  const holders = await listHolders(ctx, mapping, rows)
  const merged = new Map<MappedRow, Holder>()
  const unique = rows.map((one): MappedRow => {
    const text = textOf(mapping, one.values)
    const holder = holders.get(text)
    if (holder === undefined || holder.id === one.targetId) {
      holders.set(text, { id: one.targetId, name: nameOf(mapping, one.values) })
      return one
    }
    if (mapping.once) {
      merged.set(one, holder)
      return { ...one, isMerged: true }
    }
    const value = renamed(mapping, column, String(one.values[column]), one.id)
    const values = { ...one.values, [column]: value }
    world.note(mapping.source, one.id, renamingText(mapping, holder, one, { column, value }))
    holders.set(textOf(mapping, values), { id: one.targetId, name: nameOf(mapping, values) })
    return { ...one, values }
  })
  if (!merged.size) return unique
  const descriptions = await describedRows(ctx, mapping, [...merged.keys()])
  for (const [{ id }, holder] of merged) world.note(mapping.source, id, `和 ${holder.id} 号是同一条（${descriptions.get(id)}），合并了`)
  return unique
}
