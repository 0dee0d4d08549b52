import { createHash } from "node:crypto"
import type { ColumnValues } from "@/server/db/rows"

/** A value as it is stored between runs: long texts as a digest, times as ISO 8601. */
export type BaseValue = string | number | boolean | null
export type Base = Record<string, BaseValue>
/** The side that wins if both have changed a value. */
export type Preference = "here" | "there"
/** A column that both sides have changed since the last run. */
export type Conflict = { column: string; here: unknown; there: unknown }

const longestText = 24

/** The form in which a value is stored and compared. */
export const baseOf = (value: unknown): BaseValue => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "number" || typeof value === "boolean") return value
  const text = typeof value === "string" ? value : JSON.stringify(value)
  if (text.length <= longestText && !text.startsWith("#")) return text
  return `#${createHash("sha256").update(text).digest("hex").slice(0, 16)}`
}

export const basesOf = (values: ColumnValues): Base =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, baseOf(value)]))

const isCounter = (column: string): boolean => column.endsWith("_count")
/** Columns that the program writes by itself: the later time or our value remains, and the difference is not reported. */
const newest = new Set(["updated_at", "login_at"])
const unimportant = new Set(["last_login_ip", "score"])

/** Adds the increments of both sides since the last run. */
const countedTogether = (here: number, there: number, base: BaseValue | undefined): number =>
  Math.max(0, typeof base === "number" ? here + there - base : there)

const later = (here: unknown, there: unknown): unknown => (here instanceof Date && there instanceof Date && here > there ? here : there)

/**
 * How a table's values are compared. `isOurs` may treat our changed value as unchanged. `decisionOf` returns the part of a value that people
 * decide, if the program changes the rest of it. `derived` columns follow from others, so that a difference is nobody's edit: ours remain.
 */
export type Comparison = {
  isOurs?: (column: string, here: ColumnValues) => boolean
  decisionOf?: (column: string, value: unknown) => unknown
  derived?: ReadonlySet<string>
}

/**
 * Merges a changed source row into the row that was imported from it: a value that one side has changed since the last run is taken from
 * that side, counters are added, and for a value that both have changed, the preferred side's remains. Without a base (imported by an older
 * version), the source's values count.
 */
export const merged = (
  { here, there, base }: { here: ColumnValues; there: ColumnValues; base: Base | null },
  prefer: Preference,
  comparison: Comparison = {},
): { values: ColumnValues; conflicts: Conflict[] } => {
  if (!base) return { values: there, conflicts: [] }
  const { isOurs = () => true, decisionOf = (_, value) => value, derived } = comparison
  const conflicts: Conflict[] = []
  const choose = (column: string, theirs: unknown): unknown => {
    const ours = here[column]
    if (!(column in base)) return theirs
    if (derived?.has(column)) return ours
    if (isCounter(column)) return countedTogether(Number(ours), Number(theirs), base[column])
    const decision = (value: unknown) => baseOf(decisionOf(column, value))
    // what is stored of a long text is its digest, which is no text to decide from
    const before = decisionOf(column, base[column])
    const [changedHere, changedThere] = [decision(ours) !== before && isOurs(column, here), decision(theirs) !== before]
    if (!changedThere) return ours
    if (!changedHere || decision(ours) === decision(theirs)) return theirs
    if (newest.has(column)) return later(ours, theirs)
    if (unimportant.has(column)) return ours
    conflicts.push({ column, here: ours, there: theirs })
    return prefer === "here" ? ours : theirs
  }
  return { values: Object.fromEntries(Object.entries(there).map(([column, value]) => [column, choose(column, value)])), conflicts }
}

/** Checks whether the row was edited on this site since it was imported. */
export const isEditedHere = (here: ColumnValues, base: Base | null, comparison: Comparison = {}): boolean => {
  const { isOurs = () => true, decisionOf = (_, value) => value, derived } = comparison
  const isProgram = (column: string) => isCounter(column) || newest.has(column) || unimportant.has(column) || derived?.has(column)
  return (
    base !== null &&
    Object.entries(base).some(
      ([column, value]) =>
        column in here &&
        !isProgram(column) &&
        isOurs(column, here) &&
        baseOf(decisionOf(column, here[column])) !== decisionOf(column, value),
    )
  )
}
