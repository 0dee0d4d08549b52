import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { z, ZodObject, ZodType } from "zod"
import type { Area } from "../lib/contract/area"
import type { EntityNames } from "../lib/contract/entities"
import { listing } from "../lib/contract/schema"
import type { Key } from "../lib/contract/types"
import type { Ctx } from "./context"
import type { Subject } from "./db/change-log"
import { anyLike, orderOf, pageOf, patternsOf, listPage } from "./db/listing"
import { conflict, notFound } from "./errors"
import { serve, type Handlers, type Module } from "./routes"
import type { VersionedTable } from "./db/versioned"
import { isUniqueViolation } from "./db/client"

type Row = Record<string, unknown>
type Stored<T extends PgTable> = T["$inferSelect"]
type Written<T extends PgTable> = Partial<T["$inferInsert"]>

/**
 * The options of an entity; everything else follows from its calls (`lib/contract/crud.ts`) and the names of its columns: the
 * list's own filters are conditions on the columns of the same name, rows stand by `enable` and `sort` where there are such, and
 * only enabled ones are public.
 */
export type CrudOptions<T extends VersionedTable, C extends string = never> = {
  table: T
  /** columns that `wd` looks into */
  searched: AnyPgColumn[]
  /** columns that `order` may name; `id` and `sort` by default */
  sorted?: Record<string, AnyPgColumn>
  /** by default enabled ones first, then larger `sort` first */
  order?: SQL[]
  /** the whole list at once: a tree has no pages */
  unpaged?: true
  /** which pages show it */
  subject?: Subject
  /** what is said, and of which field, when a row is there already */
  duplicate?: { message: string; field: string }
  /** Runs in the same transaction, before a row is written (`id` 0 = new) or rows are removed; throws to refuse. */
  beforeSave?: (ctx: Ctx, row: Written<T>, id: number) => Promise<void>
  /** Runs in the same transaction, with the row as it is stored now; `created` tells a new one from a changed one. */
  afterSave?: (ctx: Ctx, row: Stored<T>, created: boolean) => Promise<void>
  beforeDelete?: (ctx: Ctx, ids: number[]) => Promise<void>
  /** fields of the entity that have no column: `decorate` fills them in */
  computed?: readonly C[]
  /** Fills in what is in no column before rows leave, one or a page of them: counts, names. */
  decorate?: (ctx: Ctx, rows: Stored<T>[]) => Promise<(Stored<T> & Record<C, unknown>)[]>
}

type FieldOf<A extends Area, K, S extends "input" | "output"> = K extends keyof A
  ? A[K] extends Record<S, infer V extends ZodType>
    ? Extract<keyof z.output<V>, string>
    : never
  : never
/** The two calls that answer with rows say which fields are for staff only. */
type RowCalls<P extends string> = Record<`GET ${P}` | `GET ${P}/list`, { staffOnly: readonly string[] }>
type Column<T extends PgTable> = Extract<keyof Stored<T>, string>
/** Fields that would be accepted and lost: of form and filters those without a column, of the entity those that are not `computed` either. */
type Lost<A extends Area, P extends string, T extends PgTable, C extends string> =
  | Exclude<FieldOf<A, `${"POST" | "PUT"} ${P}`, "input">, Column<T>>
  | Exclude<FieldOf<A, `GET ${P}/list`, "input">, Column<T> | keyof typeof listing>
  | Exclude<FieldOf<A, `GET ${P}`, "output">, Column<T> | C>
/** Does not compile while there are such fields; the error names them. */
type WithColumns<L> = [L] extends [never] ? unknown : { "has no column in the table": L }

type Listed = Row & { page?: number; size?: number; limit?: number; wd?: string; order?: string }
/** The entity's words that routes need. */
type Words<P extends string> = Pick<EntityNames, "list"> & { path: P }
type PlainKey<P extends string> = `${"POST" | "PUT" | "DELETE" | "GET"} ${P}` | `GET ${P}/list`
/** The area's further calls, and those of the five that are served in another way. */
type Overrides<A extends Area, P extends string> = Omit<Handlers<A>, PlainKey<P>> &
  Partial<Pick<Handlers<A>, Extract<keyof A, PlainKey<P>>>>

/**
 * Hangs the five handlers of a plain entity on its calls; `overrides` serves what else the area declares, or replaces one of them.
 * Whoever serves GET and GET list, callers without the call's permission do not get its `staffOnly` fields.
 */
export const crudRoutes = <A extends Area, P extends `/${string}`, T extends VersionedTable, C extends string = never>(
  area: A & RowCalls<P>,
  { path, list }: Words<P>,
  options: CrudOptions<T, C> & WithColumns<Lost<A, P, T, C>>,
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

/** Rows without these fields; in an answer they have the zero values of its schema. */
export const withoutFields = <R extends object, F extends string>(rows: readonly R[], fields: readonly F[]): Omit<R, F>[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name as F))) as Omit<R, F>)

/** Rows of a list without pages, and of a page of the others; without a size they answer with as many as that. */
const [maxUnpaged, maxListed] = [10_000, 1_000]

/** How rows of a list are chosen and ordered. */
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

/** What the entity does not say itself follows from the names of its columns and of its list's filters. */
const listOptionsOf = <T extends VersionedTable>(
  { table, searched, sorted, order, unpaged }: Omit<CrudOptions<T>, "computed" | "decorate">,
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

/** `permitted`: the caller holds the list's permission. Others neither sort nor filter by fields that they do not read. */
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
      const asked = input[name] as unknown[] | undefined
      return asked?.length ? [inArray(column, asked)] : []
    }),
    ...(permitted ? patternsOf(input.wd) : []).map((word) => anyLike(searched, word)),
  )

const taken =
  ({ message, field }: { message: string; field?: string } = { message: "已经有同样的一项" }) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? conflict(message, field) : error
  }
