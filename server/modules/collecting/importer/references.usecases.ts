import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import type { ImportContext, MappedRow, Mapping, SourceReference } from "./mapping.usecases"

const tableOf = (reference: SourceReference, row: SourceRow): string | null => (typeof reference === "string" ? reference : reference(row))

/** Replaces the ids of other source rows by their ids here; an id that is not positive refers to nothing and stays. */
export const withReferences = async (
  ctx: Ctx,
  world: ImportContext,
  { references = {} }: Mapping,
  rows: MappedRow[],
): Promise<MappedRow[]> => {
  const columns = Object.entries(references)
  if (!columns.length || !rows.length) return rows
  const requested = new Map<string, Set<number>>()
  for (const { row, values } of rows)
    for (const [column, reference] of columns) {
      const table = tableOf(reference, row)
      if (table === null) continue
      const ids = requested.get(table) ?? new Set()
      requested.set(table, ids.add(Number(values[column] ?? 0)))
    }
  const targets = new Map<string, Map<number, number>>()
  for (const [table, ids] of requested) targets.set(table, await world.targetIds(ctx, table, ids))
  return rows.map((one) => {
    const values = { ...one.values }
    for (const [column, reference] of columns) {
      const table = tableOf(reference, one.row)
      const id = Number(values[column] ?? 0)
      if (table !== null && column in values) values[column] = targets.get(table)!.get(id) ?? id
    }
    return { ...one, values }
  })
}

const numbered = /^\/(user|category|document|article)\/(\d{1,15})(?=$|[/?#])/
/** Returns paths of the source's pages with the numbers that the rows have here. */
const movedPaths = async (ctx: Ctx, world: ImportContext, paths: string[]): Promise<Map<string, string>> => {
  const parts = paths.flatMap((path) => {
    const [start, source, id] = numbered.exec(path) ?? []
    return start && source ? [{ path, start, source, id: Number(id) }] : []
  })
  const moved = new Map<string, string>()
  for (const source of new Set(parts.map((part) => part.source))) {
    const some = parts.filter((part) => part.source === source)
    const targetIds = await world.targetIds(
      ctx,
      source,
      some.map(({ id }) => id),
    )
    for (const { path, start, id } of some) moved.set(path, `/${source}/${targetIds.get(id) ?? id}${path.slice(start.length)}`)
  }
  return moved
}

/** Replaces the number in a column's path to a page by the number that the row has here. */
export const withMovedPaths = async (ctx: Ctx, world: ImportContext, rows: MappedRow[], column: string): Promise<MappedRow[]> => {
  const paths = await movedPaths(
    ctx,
    world,
    rows.map(({ values }) => String(values[column] ?? "")),
  )
  return rows.map((one) => {
    const path = paths.get(String(one.values[column] ?? ""))
    return path === undefined ? one : { ...one, values: { ...one.values, [column]: path } }
  })
}
