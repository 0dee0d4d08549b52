import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { z, ZodObject, ZodType } from "zod"
import type { Area } from "../lib/contract/area"
import type { EntityNames } from "../lib/contract/entities"
import { listing } from "../lib/contract/schema"
import type { Key } from "../lib/contract/types"
import type { Ctx } from "./context"
import type { ChangeSubject } from "./db/change-log"
import { anyLike, orderOf, pageOf, patternsOf, listPage } from "./db/listing"
import { conflict, notFound } from "./errors"
import { serve, type Handlers, type Module } from "./routes"
import type { VersionedTable } from "./db/versioned"
import { isUniqueViolation } from "./db/client"

type Row = Record<string, unknown>
type Stored<T extends PgTable> = T["$inferSelect"]
type Written<T extends PgTable> = Partial<T["$inferInsert"]>

/**
 * The options of an entity. Everything else is derived from its calls (`lib/contract/crud.ts`) and its column names: the list's filters are
 * conditions on the columns of the same name, rows are ordered by `enable` and `sort` if those columns exist, and only enabled rows are
 * public.
 */
export type TableCrudOptions<T extends VersionedTable, C extends string = never> = {
  table: T
  /** columns that `wd` searches */
  searched: AnyPgColumn[]
  /** columns that `order` may name; `id` and `sort` by default */
  sorted?: Record<string, AnyPgColumn>
  /** by default enabled rows first, then larger `sort` values first */
  order?: SQL[]
  /** the whole list at once: a tree has no pages */
  unpaged?: true
  /** the change subject of the pages that display it */
  subject?: ChangeSubject
  /** the error message and its field if the row already exists */
  duplicate?: { message: string; field: string }
  /** Runs in the same transaction, before a row is written (`id` 0 = new) or rows are deleted. Throws to reject the change. */
  beforeSave?: (ctx: Ctx, row: Written<T>, id: number) => Promise<void>
  /** Runs in the same transaction with the stored row; `created` is true for a new row. */
  afterSave?: (ctx: Ctx, row: Stored<T>, created: boolean) => Promise<void>
  beforeDelete?: (ctx: Ctx, ids: number[]) => Promise<void>
  /** fields of the entity without a column; `decorate` fills them in */
  computed?: readonly C[]
  /** Fills in values without a column (counts, names) before one row or a page of rows is returned. */
  decorate?: (ctx: Ctx, rows: Stored<T>[]) => Promise<(Stored<T> & Record<C, unknown>)[]>
}

type FieldOf<A extends Area, K, S extends "input" | "output"> = K extends keyof A
  ? A[K] extends Record<S, infer V extends ZodType>
    ? Extract<keyof z.output<V>, string>
    : never
  : never
/** The two calls that return rows declare which fields are for staff only. */
type RowCalls<P extends string> = Record<`GET ${P}` | `GET ${P}/list`, { staffOnly: readonly string[] }>
type Column<T extends PgTable> = Extract<keyof Stored<T>, string>
/**
 * Fields that would be accepted and then lost: form and filter fields without a column, and entity fields that have no column and are not
 * `computed`.
 */
type Lost<A extends Area, P extends string, T extends PgTable, C extends string> =
  | Exclude<FieldOf<A, `${"POST" | "PUT"} ${P}`, "input">, Column<T>>
  | Exclude<FieldOf<A, `GET ${P}/list`, "input">, Column<T> | keyof typeof listing>
  | Exclude<FieldOf<A, `GET ${P}`, "output">, Column<T> | C>
/** Does not compile if there are such fields; the error names them. */
type WithColumns<L> = [L] extends [never] ? unknown : { "has no column in the table": L }

type Listed = Row & { page?: number; size?: number; limit?: number; wd?: string; order?: string }
/** The entity's names that routes need. */
type Words<P extends string> = Pick<EntityNames, "list"> & { path: P }
type PlainKey<P extends string> = `${"POST" | "PUT" | "DELETE" | "GET"} ${P}` | `GET ${P}/list`
/** Handlers for the area's other calls, and for those of the five that need a custom one. */
type Overrides<A extends Area, P extends string> = Omit<Handlers<A>, PlainKey<P>> &
  Partial<Pick<Handlers<A>, Extract<keyof A, PlainKey<P>>>>

/**
 * Registers the five handlers of a plain entity; `overrides` handles the area's other calls, or replaces one of the five. GET and GET list
 * never return `staffOnly` fields to callers without the call's permission, even if they are overridden.
 */
export const crudRoutes = <A extends Area, P extends `/${string}`, T extends VersionedTable, C extends string = never>(
  area: A & RowCalls<P>,
  { path, list }: Words<P>,
  options: TableCrudOptions<T, C> & WithColumns<Lost<A, P, T, C>>,
  ...[overrides]: {} extends Overrides<A, P> ? [overrides?: Overrides<A, P>] : [overrides: Overrides<A, P>]
): Module => {
  const { table } = options
  const { staffOnly } = (area as RowCalls<P>)[`GET ${path}`]
  const listed = { ...listOptionsOf(options, (area as Area)[`GET ${path}/list`]!.input), staffOnly }
  const read = async (ctx: Ctx, id: number, visible?: SQL): Promise<Stored<T>> => {
    const [row] = (await ctx.db
      .select()
      .from(table as VersionedTable)
      .where(and(eq(table.id, id), visible))) as Stored<T>[]
    if (!row) throw notFound()
    return row
  }
  const decorate = async (ctx: Ctx, rows: Stored<T>[]) => (options.decorate ? options.decorate(ctx, rows) : rows)
  const announce = (ctx: Ctx) => (options.subject ? ctx.changed(options.subject) : undefined)
  const handlers: Record<string, (ctx: Ctx, input: Row) => Promise<unknown>> = {
    [`POST ${path}`]: (ctx, input) =>
      ctx.tx(async (ctx) => {
        await options.beforeSave?.(ctx, input as Written<T>, 0)
        const [row] = (await ctx.db
          .insert(table as VersionedTable)
          .values(input)
          .returning()
          .catch(taken(options.duplicate))) as Stored<T>[]
        await options.afterSave?.(ctx, row!, true)
        await announce(ctx)
        return row
      }),
    [`PUT ${path}`]: (ctx, input) =>
      ctx.tx(async (ctx) => {
        const { id, ...changes } = input as Row & { id: number }
        await read(ctx, id)
        await options.beforeSave?.(ctx, changes as Written<T>, id)
        const [row] = (await ctx.db
          .update(table as VersionedTable)
          .set({ ...changes, updated_at: ctx.now() } as Row)
          .where(eq(table.id, id))
          .returning()
          .catch(taken(options.duplicate))) as Stored<T>[]
        await options.afterSave?.(ctx, row!, false)
        await announce(ctx)
        return {}
      }),
    [`DELETE ${path}`]: (ctx, input) =>
      ctx.tx(async (ctx) => {
        const ids = input.id as number[]
        await options.beforeDelete?.(ctx, ids)
        await ctx.db.delete(table).where(inArray(table.id, ids))
        await announce(ctx)
        return {}
      }),
    [`GET ${path}`]: async (ctx, input) => {
      const visible = ctx.may(`GET ${path}` as Key) ? undefined : listed.visible
      return (await decorate(ctx, [await read(ctx, input.id as number, visible)]))[0]
    },
    [`GET ${path}/list`]: async (ctx, input) => {
      const { total, rows } = await page(ctx, listed, input, ctx.may(`GET ${path}/list` as Key))
      return { total, [list]: await decorate(ctx, rows as Stored<T>[]) }
    },
  }
  const served = { ...handlers, ...overrides } as typeof handlers
  const [readRow, readList] = [served[`GET ${path}`]!, served[`GET ${path}/list`]!]
  served[`GET ${path}`] = async (ctx, input) => {
    const row = (await readRow(ctx, input)) as Row
    return ctx.may(`GET ${path}` as Key) ? row : withoutFields([row], staffOnly)[0]
  }
  served[`GET ${path}/list`] = async (ctx, input) => {
    const answer = (await readList(ctx, input)) as Row
    return ctx.may(`GET ${path}/list` as Key) ? answer : { ...answer, [list]: withoutFields(answer[list] as Row[], staffOnly) }
  }
  return { ...serve(area, served as unknown as Handlers<A>), versioned: { [`PUT ${path}`]: { table } } }
}

/** Returns rows without these fields; in an answer they get the zero values of its schema. */
export const withoutFields = <R extends object, F extends string>(rows: readonly R[], fields: readonly F[]): Omit<R, F>[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name as F))) as Omit<R, F>)

/** The maximum number of rows in an unpaged list, and per page of other lists. It is also the default size. */
const [maxUnpaged, maxListed] = [10_000, 1_000]

/** How the rows of a list are selected and ordered. */
type ListOptions = {
  table: VersionedTable
  searched: AnyPgColumn[]
  filtered: Record<string, AnyPgColumn>
  sorted: Record<string, AnyPgColumn>
  order: SQL[]
  visible: SQL | undefined
  unpaged: true | undefined
  staffOnly: readonly string[]
}

/** Derives missing options from the names of the columns and of the list's filters. */
const listOptionsOf = <T extends VersionedTable>(
  { table, searched, sorted, order, unpaged }: Omit<TableCrudOptions<T>, "computed" | "decorate">,
  input: ZodType,
): Omit<ListOptions, "staffOnly"> => {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const { id, enable, sort } = columns
  const filters = Object.keys((input as ZodObject).shape).filter((name) => !(name in listing) && name in columns)
  return {
    table,
    searched,
    filtered: Object.fromEntries(filters.map((name) => [name, columns[name]!])),
    sorted: sorted ?? { id: id!, ...(sort && { sort }) },
    order: order ?? [enable, sort].flatMap((column) => (column ? [desc(column)] : [])),
    visible: enable && eq(enable, true),
    unpaged,
  }
}

/** `permitted`: the caller has the list's permission. Other callers cannot sort or filter by fields that they cannot read. */
const page = async (ctx: Ctx, options: ListOptions, input: Listed, permitted: boolean) => {
  const { table, sorted, filtered, staffOnly } = options
  const readable = (columns: Record<string, AnyPgColumn>) => (permitted ? columns : withoutFields([columns], staffOnly)[0]!)
  const order = orderOf(input.order, readable(sorted), sql``)
  const by = input.order && order.queryChunks.length > 1 ? [order, desc(table.id)] : [...options.order, asc(table.id)]
  return listPage(ctx.db, table, {
    where: conditionsOf({ ...options, filtered: readable(filtered) }, input, permitted),
    order: by,
    ...(options.unpaged ? { offset: 0, limit: maxUnpaged } : pageOf(input, maxListed, maxListed)),
  })
}

const conditionsOf = ({ visible, filtered, searched }: ListOptions, input: Listed, permitted: boolean): SQL | undefined =>
  and(
    permitted ? undefined : visible,
    ...Object.entries(filtered).flatMap(([name, column]) => {
      const values = input[name] as unknown[] | undefined
      return values?.length ? [inArray(column, values)] : []
    }),
    ...(permitted ? patternsOf(input.wd) : []).map((word) => anyLike(searched, word)),
  )

const taken =
  ({ message, field }: { message: string; field?: string } = { message: "已经有同样的一项" }) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? conflict(message, field) : error
  }
