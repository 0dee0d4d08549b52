import type { SourceDatabase } from "@/server/db/mariadb"
import { isMarkedDeleted } from "./mapping.rules"
import type { ImportContext, MappedRow, Parents } from "./mapping.usecases"

const treeTables = ["category", "navigation"]

/** Reads all parents before the rows are streamed: whether a row is below itself depends on rows that come later. */
export const parentsOf = async (source: SourceDatabase): Promise<Parents> => {
  const parents: Record<string, Map<number, number>> = {}
  for (const table of treeTables) {
    parents[table] = new Map()
    if (!source.has(table)) continue
    for await (const row of source.rows(table, 0)) if (!isMarkedDeleted(row)) parents[table].set(row.id, Number(row.parent_id ?? 0))
  }
  return parents
}

/** Returns why a row cannot stay below its parent: there is none, or the row is its own ancestor and the first of its circle. */
const faultOf = (id: number, parents: ReadonlyMap<number, number>): string | null => {
  const parent = parents.get(id) ?? 0
  if (parent === 0) return null
  if (!parents.has(parent)) return `上一级（${parent} 号）不存在`
  const circle = [id]
  for (let at = parent; at !== 0 && parents.has(at); at = parents.get(at)!) {
    if (at === id) return Math.min(...circle) === id ? "是自己的上级" : null
    if (circle.includes(at)) return null
    circle.push(at)
  }
  return null
}

/** Moves rows to the root that the tree could not show: without a parent, or in a circle. */
export const withRoots = (world: ImportContext, table: string, rows: MappedRow[]): MappedRow[] =>
  rows.map((one) => {
    const fault = faultOf(one.id, world.parents[table]!)
    if (!fault) return one
    world.note(table, one.id, `${fault}，移到了最上一级`)
    return { ...one, values: { ...one.values, parent_id: 0 } }
  })
