import type { Ctx } from "@/server/context"
import type { SourceDatabase } from "@/server/db/mariadb"
import { detachAnswers } from "../../community/comment/counts.usecases"
import { noteBaseValues } from "./import-row.repository"
import { isMarkedDeleted } from "./mapping.rules"
import type { ImportContext, MappedRow, Parents } from "./mapping.usecases"
import { addOrphan, noteOrphans } from "./orphans.usecases"

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

/** Returns why a row cannot stay below its parent: there is none, or the row is its own ancestor and the first of its cycle. */
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

/** Moves rows without a parent or in a cycle to the root, because the tree could not show them. */
export const withRoots = (world: ImportContext, table: string, rows: MappedRow[]): MappedRow[] =>
  rows.map((one) => {
    const fault = faultOf(one.id, world.parents[table]!)
    if (!fault) return one
    world.note(table, one.id, `${fault}，移到了最上一级`)
    return { ...one, values: { ...one.values, parent_id: 0 } }
  })

/** A comment answers an older one: one that answers itself or a newer one is part of a circle, which no page would show. */
export const withOlderParents = (world: ImportContext, rows: MappedRow[]): MappedRow[] =>
  rows.map((one) => {
    if (Number(one.row.parent_id ?? 0) < one.id) return one
    world.note("comment", one.id, "回复的是自己，或者比它晚的评论，改成了单独的评论")
    return { ...one, values: { ...one.values, parent_id: 0 } }
  })

/** Lets answers to comments that are not here stand for themselves: they were deleted there, or could not arrive. */
export const releaseAnswers = async (ctx: Ctx, world: ImportContext): Promise<void> => {
  const released = await detachAnswers(ctx)
  if (!released.length) return
  for (const id of await noteBaseValues(ctx.db, "comment", released, { parent_id: 0 }))
    addOrphan(world, "改成了单独的评论：它们回复的评论不存在，或者没有带过来", id)
  noteOrphans(world, "comment")
}
