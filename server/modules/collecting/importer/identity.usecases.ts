import type { SourceDatabase } from "@/server/db/mariadb"
import { StartError } from "@/server/errors"
import { momentOf } from "./mapping.rules"

/** Unchanging values of the first rows of the source, by table and id. */
export type SourceMarks = Record<string, string>

/** The columns without which a database is not one of this family. */
const requiredColumns: Record<string, readonly string[]> = {
  user: ["username", "password", "email", "credit_count"],
  document: ["title", "user_id", "uuid", "status", "pages"],
  attachment: ["hash", "path", "type", "type_id", "user_id"],
  category: ["title", "parent_id"],
  config: ["category", "name", "value"],
}

/** Refuses a database that only looks like one of this family, before anything is written. @throws StartError a sentence */
export const requireFamily = (source: SourceDatabase): void => {
  for (const [table, columns] of Object.entries(requiredColumns)) {
    const existing = source.columns(table)
    const missing = columns.filter((name) => !existing.has(name))
    if (missing.length)
      throw new StartError(
        existing.size
          ? `这个数据库的表 ${table} 没有 ${missing.join("、")}，不是同类网站的数据库，没有转入任何内容。`
          : `这个数据库里没有表 ${table}，不是同类网站的数据库，没有转入任何内容。`,
      )
  }
}

/** The column that identifies a table's rows and is never edited. */
const markColumns: Record<string, string> = { user: "created_at", document: "uuid", category: "created_at", config: "created_at" }
const rowsPerTable = 20

/** Reads the identifying values of the source's first rows. */
export const marksOf = async (source: SourceDatabase): Promise<SourceMarks> => {
  const marks: SourceMarks = {}
  for (const [table, column] of Object.entries(markColumns))
    for (const row of await source.first(table, rowsPerTable))
      if (row[column] !== null && row[column] !== undefined) marks[`${table} ${row.id}`] = String(row[column])
  return marks
}

/** Returns the earliest creation time among the source's first rows; null if none has one. */
export const firstTimeOf = async (source: SourceDatabase): Promise<Date | null> => {
  let first: Date | null = null
  for (const table of Object.keys(markColumns))
    for (const row of await source.first(table, rowsPerTable)) {
      const time = momentOf(row.created_at, source.offset)
      if (time && (!first || time < first)) first = time
    }
  return first
}

/**
 * Checks whether a source is the one that this site was imported from: most of its first rows are the same. Its address may have changed.
 * Without marks (an older version began the import), the address counts.
 */
export const isSameSite = (before: { source: string; marks?: SourceMarks }, now: { name: string; marks: SourceMarks }): boolean => {
  const names = Object.keys(before.marks ?? {}).filter((name) => name in now.marks)
  if (!names.length) return before.source === now.name
  const same = names.filter((name) => before.marks![name] === now.marks[name]).length
  return same > names.length - same
}
