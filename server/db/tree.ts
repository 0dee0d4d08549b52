import { asc, desc, eq, getTableName, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import type { Db } from "./client"
import type { ChangeSubject } from "./change-log"
import { invalid, notFound } from "../errors"
import type { VersionedTable } from "./versioned"

/** Rows in a tree: `parent_id` 0 is the top level; among siblings, larger `sort` comes first. */
export type TreeTable = VersionedTable & { parent_id: AnyPgColumn; sort: AnyPgColumn }
type DbCtx = { db: Db }
/** The part of a use case's context (`server/context.ts`) that moving rows needs. */
type MoveCtx = DbCtx & {
  now: () => Date
  tx: <T>(work: (ctx: MoveCtx) => Promise<T>) => Promise<T>
  changed: (subject: ChangeSubject) => Promise<void>
}
type Node = { id: number; parent_id: number; sort: number; kind: unknown }
/** `kind`: rows of another kind are not siblings. `ties`: the order among equal `sort`, as the list has it; default by id. */
type TreeOptions = { kind?: AnyPgColumn; ties?: SQL }

/** Reads all rows in order and locks the tree until the transaction ends: two concurrent moves could create a cycle. */
const lockTree = async ({ db }: DbCtx, table: TreeTable, { kind, ties }: TreeOptions = {}): Promise<Node[]> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`tree:${getTableName(table)}`}))`)
  const rows = await db
    .select({ id: table.id, parent_id: table.parent_id, sort: table.sort, kind: kind ?? sql`0` })
    .from(table)
    .orderBy(desc(table.sort), ...(ties ? [ties] : []), asc(table.id))
  return rows as Node[]
}

/** Returns the given rows and all their descendants. */
const below = (rows: Node[], ids: number[]): number[] => {
  const treeIds = new Set(ids)
  for (let size = 0; size !== treeIds.size;) {
    size = treeIds.size
    for (const row of rows) if (treeIds.has(row.parent_id)) treeIds.add(row.id)
  }
  return [...treeIds]
}

const requirePlace = (rows: Node[], id: number, parent: number): void => {
  if (parent === 0) return
  if (!rows.some((row) => row.id === parent)) throw invalid("上级不存在，请刷新后重试", "parent_id")
  if (id && below(rows, [id]).includes(parent)) throw invalid("不能移到自己或自己的下级里面", "parent_id")
}

/** Rejects a parent that does not exist, is the row itself, or is one of its descendants. `id` 0 is a new row. An omitted parent passes. */
export const requireParent = async (ctx: DbCtx, table: TreeTable, id: number, parent: number | undefined): Promise<void> => {
  if (parent) requirePlace(await lockTree(ctx, table), id, parent)
}

/** Returns the ids of all descendants of these rows, without the rows themselves. */
export const descendantsOf = async (ctx: DbCtx, table: TreeTable, ids: number[]): Promise<number[]> =>
  below(await lockTree(ctx, table), ids).filter((id) => !ids.includes(id))

/** Handles `PUT <path>/move` (`moveCall`); writes only rows whose position changed. Throws 404 and, for a cycle, 400. */
export const moveInTree =
  (table: TreeTable, subject: ChangeSubject, options: TreeOptions = {}) =>
  async (
    ctx: MoveCtx,
    { id, parent_id, before = 0 }: { id: number; parent_id: number; before?: number },
  ): Promise<Record<string, never>> => {
    await ctx.tx(async (ctx) => {
      const rows = await lockTree(ctx, table, options)
      const moved = rows.find((row) => row.id === id)
      if (!moved) throw notFound()
      requirePlace(rows, id, parent_id)
      const others = rows.filter((row) => row.parent_id === parent_id && row.kind === moved.kind && row.id !== id).map((row) => row.id)
      const at = before ? others.indexOf(before) : others.length
      if (at < 0) throw invalid("位置已经变了，请刷新后重试")
      const order = others.toSpliced(at, 0, id)
      for (const [index, one] of order.entries()) {
        const sort = order.length - index
        const sibling = rows.find((row) => row.id === one)!
        if (sibling.sort === sort && sibling.parent_id === parent_id) continue
        await ctx.db.update(table).set({ parent_id, sort, updated_at: ctx.now() }).where(eq(table.id, one))
      }
      await ctx.changed(subject)
    })
    return {}
  }
