import { asc, desc, type AnyColumn, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"

type Paged = { page?: number; size?: number; limit?: number }

/** Page and size within the list's bounds. `limit` > 0 means: the first so many (docs/reference/api.md 1.5). */
export const pageOf = (input: Paged, max: number, defaultSize = 10): { offset: number; limit: number } => {
  if (input.limit && input.limit > 0) return { offset: 0, limit: Math.min(input.limit, max) }
  const size = Math.min(Math.max(input.size || defaultSize, 1), max)
  return { offset: (Math.min(Math.max(input.page ?? 1, 1), 1_000_000) - 1) * size, limit: size }
}

type Page = { where: SQL | undefined; order: (SQL | AnyPgColumn)[]; offset: number; limit: number }

/** One page of a table's rows, and how many fulfil the condition altogether. */
export const listPage = async <T extends PgTable>(
  db: Db,
  table: T,
  { where, order, offset, limit }: Page,
): Promise<{ rows: T["$inferSelect"][]; total: number }> => {
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(...order)
      .offset(offset)
      .limit(limit),
    db.$count(table, where),
  ])
  return { rows: rows as T["$inferSelect"][], total }
}

/** "column", "column desc", "column asc"; no direction means desc, an unknown column the list's own order. */
export const orderOf = (order: string | undefined, columns: Record<string, AnyColumn>, own: SQL): SQL => {
  const [name = "", direction = "desc"] = (order ?? "").trim().toLowerCase().split(/\s+/)
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) return own
  return direction === "asc" ? asc(column) : desc(column)
}

/** LIKE patterns of a query's keywords, all of which must match; `%`, `_` and `\` are escaped. */
export const patternsOf = (wd: string | undefined): string[] =>
  (wd ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
