import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import { listTargetIds } from "./import-row.repository"
import type { ImportContext, MappedRow, Mapping, SourceReference } from "./mapping.usecases"

/** Returns the source table that a column of the row refers to; null if it refers to none. */
export const referredTable = (reference: SourceReference, row: SourceRow): string | null =>
  typeof reference === "string" ? reference : reference(row)

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
      const table = referredTable(reference, row)
      if (table === null) continue
      const ids = requested.get(table) ?? new Set()
      requested.set(table, ids.add(Number(values[column] ?? 0)))
    }
  const targets = new Map<string, Map<number, number>>()
  for (const [table, ids] of requested) targets.set(table, await world.targetIds(ctx, table, ids))
  return rows.map((one) => {
    const values = { ...one.values }
    for (const [column, reference] of columns) {
      const table = referredTable(reference, one.row)
      const id = Number(values[column] ?? 0)
      if (table !== null && column in values) values[column] = targets.get(table)!.get(id) ?? id
    }
    return { ...one, values }
  })
}

/* A page with the number of a row in its address; the list of articles names a category. */
const numbered = /^(?:\/(user|category|document|article)\/|\/article\?category_id=)(\d{1,15})(?=$|[/?#&])/

/** Returns the numbers of rows that exist here or in the source. A mistyped number in a text must not reserve an id. */
const listRows = async (ctx: Ctx, world: ImportContext, source: string, ids: number[]): Promise<number[]> => {
  const noted = await listTargetIds(ctx.db, source, ids)
  const existing = await world.source.existing(
    source,
    ids.filter((id) => !noted.has(id)),
  )
  return ids.filter((id) => noted.has(id) || existing.has(id))
}

/** Returns paths of the source's pages with the numbers that the rows have here. Rows that are not imported yet get their numbers now. */
const movedPaths = async (ctx: Ctx, world: ImportContext, paths: string[]): Promise<Map<string, string>> => {
  const parts = [...new Set(paths)].flatMap((path) => {
    const [start, source = "category", digits] = numbered.exec(path) ?? []
    return start && digits
      ? [{ path, before: start.slice(0, -digits.length), source, id: Number(digits), after: path.slice(start.length) }]
      : []
  })
  const moved = new Map<string, string>()
  for (const source of new Set(parts.map((part) => part.source))) {
    const some = parts.filter((part) => part.source === source)
    const ids = await listRows(ctx, world, source, [...new Set(some.map(({ id }) => id))])
    const targetIds = await world.targetIds(ctx, source, ids)
    for (const { path, before, id, after } of some) if (targetIds.has(id)) moved.set(path, `${before}${targetIds.get(id)}${after}`)
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

const linkPattern = /(\bhref=")(\/[^"\s]*)(?=")/g

/** Replaces the numbers in the links of HTML texts, as `withMovedPaths` does in a column that is one path. */
export const withMovedLinks = async (ctx: Ctx, world: ImportContext, rows: MappedRow[], column: string): Promise<MappedRow[]> => {
  const links = rows.flatMap(({ values }) => [...String(values[column] ?? "").matchAll(linkPattern)].map(([, , path]) => path!))
  const paths = await movedPaths(ctx, world, links)
  if (!paths.size) return rows
  return rows.map((one) => {
    const text = String(one.values[column] ?? "")
    const moved = text.replaceAll(linkPattern, (_, attribute: string, path: string) => `${attribute}${paths.get(path) ?? path}`)
    return moved === text ? one : { ...one, values: { ...one.values, [column]: moved } }
  })
}
