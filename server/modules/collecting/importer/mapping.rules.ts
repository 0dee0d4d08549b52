import { createHash } from "node:crypto"
import type { SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Ctx } from "@/server/context"
import type { Source, SourceRow } from "@/server/db/mariadb"
import { columnsOf, type Values } from "@/server/db/rows"

/** A row on its way: as it was, and as it will be here. `again`: a later run looks at it again even if it is the same there. */
export type Taken = { id: number; row: SourceRow; values: Values; again?: true }

/** What a run knows, and where it says what is different here from there. */
export type World = {
  source: Source
  /** the folder with `documents` and `uploads` */
  folder: string
  dry: boolean
  /** rows in a transaction */
  batch: number
  now: Date
  note: (table: string, id: number, difference: string) => void
  /** the permission of ours that theirs stands for, by their id */
  permissions: ReadonlyMap<number, number>
}

/** How the rows of one table become ours. Columns of the same name are taken as they are, in the type of ours. */
export type Mapping = {
  /** the table's name there, without the prefix */
  source: string
  title: string
  target: PgTable
  /** columns by which a row is found again; default the id, which it keeps */
  key?: readonly string[]
  /** columns that a later run leaves as they have become here */
  kept?: readonly string[]
  merged?: Readonly<Record<string, SQL>>
  /** Outside of the transaction, files too: completes the values; who is left out is not taken. Writes no row. */
  change?: (ctx: Ctx, taken: Taken[], world: World) => Promise<Taken[]> | Taken[]
  /** Instead of writing the values into `target`. */
  write?: (ctx: Ctx, taken: Taken[]) => Promise<void>
  /** In the transaction, after the rows were written. */
  after?: (ctx: Ctx, taken: Taken[], world: World) => Promise<void>
  /** In the transaction, instead of deleting rows that are gone there. */
  remove?: (ctx: Ctx, ids: number[], world: World) => Promise<void>
}

/** What a row is there, in short: half of its SHA-256. */
export const digestOf = (row: SourceRow): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.values(row)))
    .digest("hex")
    .slice(0, 32)

/**
 * The same of a row that every run looks at again, with what came of it. It is the digest of no row, so that the next run looks at it too, and
 * writes it only where the look had another end.
 */
export const againDigestOf = (digest: string, values: Values): string =>
  `${createHash("sha256")
    .update(JSON.stringify([digest, values]))
    .digest("hex")
    .slice(0, 31)}?`

/** A time of theirs; null where there is none. */
export const momentOf = (value: unknown, offset: string): Date | null => {
  if (typeof value !== "string" || !/^[1-9]\d{3}-/.test(value)) return null
  const date = new Date(`${value.replace(" ", "T")}${offset}`)
  return Number.isNaN(date.getTime()) ? null : date
}

const limits: Record<string, number> = { integer: 2_147_483_647, smallint: 32_767, bigint: Number.MAX_SAFE_INTEGER }

const numberOf = (value: unknown, type: string): number => {
  const number = Number(value ?? 0)
  if (!Number.isFinite(number)) return 0
  const limit = limits[type] ?? Number.MAX_VALUE
  return Math.max(-limit, Math.min(limit, type === "real" ? number : Math.round(number)))
}

/** A text without what PostgreSQL refuses, cut to the column's length in characters. */
const textOf = (value: unknown, type: string): string => {
  const text = (value === null || value === undefined ? "" : String(value)).replaceAll("\u0000", "")
  const length = Number(/\((\d+)\)/.exec(type)?.[1] ?? 0)
  return length && text.length > length ? [...text].slice(0, length).join("") : text
}

/** A value of theirs in the type of our column. */
export const valueOf = (column: AnyPgColumn, value: unknown, { source, now }: Pick<World, "source" | "now">): unknown => {
  const type = column.getSQLType()
  if (type.startsWith("timestamp")) return momentOf(value, source.offset) ?? (column.notNull ? now : null)
  if (type === "boolean") return Number(value ?? 0) !== 0
  if (/^(integer|smallint|bigint|real)/.test(type)) return numberOf(value, type)
  return textOf(value, type)
}

/** Our row of theirs: every column that both have. The id is theirs where rows are found by it. */
export const valuesOf = ({ target, key = ["id"] }: Mapping, row: SourceRow, world: Pick<World, "source" | "now">): Values => {
  const values: Values = {}
  for (const [name, column] of columnsOf(target))
    if (name in row && (name !== "id" || key.includes("id"))) values[name] = valueOf(column, row[name], world)
  return values
}
