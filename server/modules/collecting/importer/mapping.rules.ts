import { createHash } from "node:crypto"
import type { SourceRow } from "@/server/db/mariadb"
import type { Values } from "@/server/db/rows"

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

/** What the values of a column depend on: its type in SQL, and whether it may be empty. */
type Column = { notNull: boolean; getSQLType: () => string }
/** `offset`: their time zone, as `+08:00`; `now` stands for a time that is missing. */
type Clock = { offset: string; now: Date }

/** A value of theirs in the type of our column. */
export const valueOf = (column: Column, value: unknown, { offset, now }: Clock): unknown => {
  const type = column.getSQLType()
  if (type.startsWith("timestamp")) return momentOf(value, offset) ?? (column.notNull ? now : null)
  if (type === "boolean") return Number(value ?? 0) !== 0
  if (/^(integer|smallint|bigint|real)/.test(type)) return numberOf(value, type)
  return textOf(value, type)
}

/** Our row of theirs: every column that both have. The id is theirs where rows are found by it. */
export const valuesOf = (columns: Iterable<[string, Column]>, key: readonly string[], row: SourceRow, clock: Clock): Values => {
  const values: Values = {}
  for (const [name, column] of columns)
    if (name in row && (name !== "id" || key.includes("id"))) values[name] = valueOf(column, row[name], clock)
  return values
}
