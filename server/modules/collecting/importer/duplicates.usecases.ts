import { sql, type SQL } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { columnsOf, type ColumnValues } from "@/server/db/rows"
import type { ImportContext, MappedRow, Mapping } from "./mapping.usecases"

const columnsThatDiffer = ({ unique, once }: Mapping): readonly string[] => unique ?? once ?? []

const textOf = (mapping: Mapping, values: ColumnValues): string => {
  const text = JSON.stringify(columnsThatDiffer(mapping).map((name) => String(values[name] ?? "")))
  return mapping.ignoresCase ? text.toLowerCase() : text
}

/** Returns the ids here of the rows with these values, by the values. Uses the unique index of the columns. */
const listHolders = async (ctx: Ctx, mapping: Mapping, rows: MappedRow[]): Promise<Map<string, number>> => {
  const { target, ignoresCase } = mapping
  const [all, names] = [columnsOf(target), columnsThatDiffer(mapping)]
  const tuple = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`
  const folded = (part: unknown) => (ignoresCase ? sql`lower(${part})` : sql`${part}`)
  const requested = rows.map(({ values }) => tuple(names.map((name) => folded(values[name]))))
  const holders = await ctx.db
    .select(Object.fromEntries(["id", ...names].map((name) => [name, all.get(name)!])))
    .from(target)
    .where(sql`${tuple(names.map((name) => folded(all.get(name))))} in (${sql.join(requested, sql`, `)})`)
  return new Map(holders.map((row) => [textOf(mapping, row), Number(row.id)]))
}

/** Adds the number that the row had to a text, within the length of its column. */
const renamed = ({ target }: Mapping, column: string, text: string, id: number): string => {
  const length = Number(/\((\d+)\)/.exec(columnsOf(target).get(column)!.getSQLType())?.[1] ?? 255)
  const suffix = `_${id}`
  return `${[...text].slice(0, length - suffix.length).join("")}${suffix}`
}

/**
 * Lets rows arrive whose values may occur only once here and are taken: by another row of the source, which tells them apart, or by a row of
 * this site. Depending on the mapping they are renamed or merged; both are reported.
 */
export const withUniqueValues = async (ctx: Ctx, world: ImportContext, mapping: Mapping, rows: MappedRow[]): Promise<MappedRow[]> => {
  const names = columnsThatDiffer(mapping)
  const last = names.at(-1)
  if (!last || !rows.length) return rows
  const holders = await listHolders(ctx, mapping, rows)
  return rows.map((one): MappedRow => {
    const text = textOf(mapping, one.values)
    const holder = holders.get(text)
    if (holder === undefined || holder === one.targetId) {
      holders.set(text, one.targetId)
      return one
    }
    if (mapping.once) {
      world.note(mapping.source, one.id, `和 ${holder} 号是同一条，合并了`)
      return { ...one, isMerged: true }
    }
    const value = renamed(mapping, last, String(one.values[last]), one.id)
    const values = { ...one.values, [last]: value }
    world.note(mapping.source, one.id, `${last}“${String(one.values[last])}”已经有了（${holder} 号），改成“${value}”`)
    holders.set(textOf(mapping, values), one.targetId)
    return { ...one, values }
  })
}
