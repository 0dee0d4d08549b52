import { and, asc, desc, eq, inArray, or, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Area } from "../lib/contract/area"
import type { Key } from "../lib/contract/types"
import type { Ctx } from "./context"
import type { Subject } from "./db/events"
import { orderOf, pageOf, wordsOf } from "./db/listing"
import { conflict, notFound } from "./errors"
import type { Module } from "./routes"

type Row = Record<string, unknown>
type Table = PgTable & { id: AnyPgColumn }

/** What is particular about an entity; everything else follows from its calls (`lib/contract/crud.ts`). */
export type CrudOptions = {
  path: `/${string}`
  /** the list's name in the answer */
  list: string
  table: Table
  /** columns that `wd` looks into */
  searched: AnyPgColumn[]
  /** columns of the list's own filters, by the filter's name */
  filtered?: Record<string, AnyPgColumn>
  /** columns that `order` may name */
  sorted?: Record<string, AnyPgColumn>
  order: SQL[]
  /** what everybody sees of a public list; staff see all */
  visible?: SQL
  /** which pages show it */
  subject?: Subject
  duplicate?: string
  /** Runs in the same transaction, before a row is written (`id` 0 = new) or rows are removed; throws to refuse. */
  beforeSave?: (ctx: Ctx, row: Row, id: number) => Promise<void>
  beforeDelete?: (ctx: Ctx, ids: number[]) => Promise<void>
}

type Listed = Row & { page?: number; size?: number; limit?: number; wd?: string; order?: string }

/** Hangs the five handlers of a plain entity on its calls. */
export const crudRoutes = (area: Area, options: CrudOptions): Module => {
  const { path, table, list } = options
  const listKey = `GET ${path}/list` as Key
  const ids = (input: Row) => input.id as number[]
  const one = async (ctx: Ctx, id: number): Promise<Row> => {
    const [row] = await ctx.db.select().from(table).where(eq(table.id, id))
    if (!row) throw notFound()
    return row
  }
  const said = (ctx: Ctx) => (options.subject ? ctx.changed(options.subject) : undefined)
  const handlers: Record<string, (ctx: Ctx, input: Row) => Promise<unknown>> = {
    [`POST ${path}`]: (ctx, input) =>
      ctx.tx(async (ctx) => {
        await options.beforeSave?.(ctx, input, 0)
        const [row] = (await ctx.db.insert(table).values(input).returning().catch(taken(options.duplicate))) as Row[]
        await said(ctx)
        return row
      }),
    [`PUT ${path}`]: (ctx, input) =>
      ctx.tx(async (ctx) => {
        const { id, ...changes } = input
        await one(ctx, id as number)
        await options.beforeSave?.(ctx, changes, id as number)
        await ctx.db
          .update(table)
          .set({ ...changes, updated_at: ctx.now() } as Row)
          .where(eq(table.id, id))
          .catch(taken(options.duplicate))
        await said(ctx)
        return {}
      }),
    [`DELETE ${path}`]: (ctx, input) =>
      ctx.tx(async (ctx) => {
        await options.beforeDelete?.(ctx, ids(input))
        await ctx.db.delete(table).where(inArray(table.id, ids(input)))
        await said(ctx)
        return {}
      }),
    [`GET ${path}`]: (ctx, input) => one(ctx, input.id as number),
    [`GET ${path}/list`]: async (ctx, input) => {
      const staff = ctx.may(listKey)
      const where = conditionsOf(options, input as Listed, staff)
      const { offset, limit } = pageOf(input as Listed, 1_000)
      const order = orderOf((input as Listed).order, options.sorted ?? {}, sql``)
      const by = (input as Listed).order && order.queryChunks.length > 1 ? [order, desc(table.id)] : [...options.order, asc(table.id)]
      const [rows, total] = await Promise.all([
        ctx.db
          .select()
          .from(table)
          .where(where)
          .orderBy(...by)
          .offset(offset)
          .limit(limit),
        ctx.db.$count(table, where),
      ])
      return { total, [list]: rows }
    },
  }
  return { area, handlers: handlers as unknown as Module["handlers"] }
}

const conditionsOf = (options: CrudOptions, input: Listed, staff: boolean): SQL | undefined =>
  and(
    staff ? undefined : options.visible,
    ...Object.entries(options.filtered ?? {}).flatMap(([name, column]) => {
      const asked = input[name] as unknown[] | undefined
      return asked?.length ? [inArray(column, asked)] : []
    }),
    ...(staff ? wordsOf(input.wd) : []).map((word) => or(...options.searched.map((column) => sql`lower(${column}) like ${word}`))),
  )

const taken =
  (words = "已经有同样的一项") =>
  (error: unknown): never => {
    throw (error as { cause?: { code?: string } }).cause?.code === "23505" ? conflict(words) : error
  }
