import { createHash } from "node:crypto"
import type { SourceRow } from "@/server/db/mariadb"
import type { ColumnValues } from "@/server/db/rows"

/** Returns the digest of a source row: half of its SHA-256. */
export const digestOf = (row: SourceRow): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.values(row)))
    .digest("hex")
    .slice(0, 32)

/** Number of leading characters of an `againDigestOf` that describe the source row; the others describe the result. */
const sourcePart = 23

/**
 * Returns the digest of a row that every run checks again: of the source row and of the result. It never equals a row's digest, so the next
 * run checks the row again, and writes it only if the result differs.
 */
export const againDigestOf = (digest: string, values: ColumnValues): string =>
  `${digest.slice(0, sourcePart)}${createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 8)}?`

/** Checks whether a row that is checked again is the same in the source as at the last run. */
export const isSameSource = (former: string | undefined, digest: string): boolean =>
  former !== undefined && former.endsWith("?") && former.startsWith(digest.slice(0, sourcePart))

/** Parses a source time; null if there is none. */
export const momentOf = (value: unknown, offset: string): Date | null => {
  if (typeof value !== "string" || !/^[1-9]\d{3}-/.test(value)) return null
  const date = new Date(`${value.replace(" ", "T")}${offset}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Checks whether the source marks a row as deleted: by a time, or by the seconds since 1970. */
export const isMarkedDeleted = ({ deleted_at }: SourceRow): boolean =>
  typeof deleted_at === "number" ? deleted_at > 0 : momentOf(deleted_at, "Z") !== null

const limits: Record<string, number> = { integer: 2_147_483_647, smallint: 32_767, bigint: Number.MAX_SAFE_INTEGER }

const numberOf = (value: unknown, type: string): number => {
  const number = Number(value ?? 0)
  if (!Number.isFinite(number)) return 0
  const limit = limits[type] ?? Number.MAX_VALUE
  return Math.max(-limit, Math.min(limit, type === "real" ? number : Math.round(number)))
}

/** Removes characters that PostgreSQL rejects, and cuts the text to the column's length in characters. */
const textOf = (value: unknown, type: string): string => {
  const text = (value === null || value === undefined ? "" : String(value)).replaceAll("\u0000", "")
  const length = Number(/\((\d+)\)/.exec(type)?.[1] ?? 0)
  return length && text.length > length ? [...text].slice(0, length).join("") : text
}

/** The properties of a column that determine its values: its SQL type, and whether it may be null. */
type Column = { notNull: boolean; getSQLType: () => string }
/** `offset`: the source's time zone, as `+08:00`; `missing` replaces a missing time. */
type Clock = { offset: string; missing: Date }

/** Converts a source value to the type of our column. */
export const valueOf = (column: Column, value: unknown, { offset, missing }: Clock): unknown => {
  const type = column.getSQLType()
  if (type.startsWith("timestamp")) return momentOf(value, offset) ?? (column.notNull ? missing : null)
  if (type === "boolean") return Number(value ?? 0) !== 0
  if (/^(integer|smallint|bigint|real)/.test(type)) return numberOf(value, type)
  return textOf(value, type)
}

/** Converts a source row to ours: every column that both have. The id is kept if it is the key. */
export const valuesOf = (columns: Iterable<[string, Column]>, key: readonly string[], row: SourceRow, clock: Clock): ColumnValues => {
  const values: ColumnValues = {}
  for (const [name, column] of columns)
    if (name in row && (name !== "id" || key.includes("id"))) values[name] = valueOf(column, row[name], clock)
  return values
}

/**
 * Returns for each row of a batch the time that replaces a missing one: its own `created_at`, else that of the row before it by id, else of the
 * next row that has one, else `otherwise`. `before` is the last time of the batch before; `last` is that of this one.
 */
export const timesOf = (
  rows: readonly SourceRow[],
  offset: string,
  { before, otherwise }: { before: Date | null; otherwise: Date },
): { times: Map<number, Date>; last: Date | null } => {
  const created = rows.map((row) => momentOf(row.created_at, offset))
  const first = created.find((time) => time !== null) ?? null
  let last = before
  const times = new Map<number, Date>()
  for (const [at, { id }] of rows.entries()) {
    last = created[at] ?? last
    times.set(id, last ?? first ?? otherwise)
  }
  return { times, last }
}

/** Returns the columns with a text that was cut to the maximum length here. */
export const cutColumns = (row: SourceRow, values: ColumnValues): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const text = row[name]
    return typeof value === "string" && typeof text === "string" && text.replaceAll("\u0000", "").length > value.length ? [name] : []
  })
