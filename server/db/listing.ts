import { asc, desc, inArray, like, or, sql, type AnyColumn, type SQL, type SQLWrapper } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"
import { totalOf } from "./totals"

type Paged = { page?: number; size?: number; limit?: number }

/** Limits page and size to the list's bounds. `limit` > 0 requests the first `limit` rows (docs/reference/api.md 1.5). */
export const pageOf = (input: Paged, max: number, defaultSize = 10): { offset: number; limit: number } => {
  if (input.limit && input.limit > 0) return { offset: 0, limit: Math.min(input.limit, max) }
  const size = Math.min(Math.max(input.size || defaultSize, 1), max)
  return { offset: (Math.min(Math.max(input.page ?? 1, 1), 1_000_000) - 1) * size, limit: size }
}

type Page = { where: SQL | undefined; order: (SQL | AnyPgColumn)[]; offset: number; limit: number }
type WithId = PgTable & { id: AnyPgColumn }

/** Selects the ids of one page before whole rows are read or joined, so that skipped rows cost little. */
export const pageIds = (db: Db, table: WithId, { where, order, offset, limit }: Page) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)

/** The offset from which a page's ids are selected first. */
const farOffset = 500

/** Returns one page of a table's rows and the total number of matches (approximate above some thousands, see `totals.ts`). */
export const listPage = async <T extends WithId>(db: Db, table: T, page: Page): Promise<{ rows: T["$inferSelect"][]; total: number }> => {
  const { where, order, offset, limit } = page
  const far = offset >= farOffset
  const read = async () =>
    (await db
      .select()
      .from(table as PgTable)
      .where(far ? inArray(table.id, pageIds(db, table, page)) : where)
      .orderBy(...order)
      .offset(far ? 0 : offset)
      .limit(limit)) as T["$inferSelect"][]
  if (!where || offset > 0) {
    const [rows, total] = await Promise.all([read(), totalOf(db, table, where)])
    return { rows, total }
  }
  // If all matches fit on one page, their number is the total. This avoids a second scan for a condition without an index.
  const rows = await read()
  return { rows, total: rows.length < limit ? rows.length : await totalOf(db, table, where) }
}

/** Adds the id to a list's sort order, in the same direction, so that one index serves both directions. */
export const orderWithId = (
  order: string | undefined,
  columns: Record<string, AnyColumn>,
  id: AnyColumn,
  defaultOrder: SQL = desc(id),
): SQL[] => {
  const { name, direction } = orderName(order)
  return [orderOf(order, columns, defaultOrder), direction === "asc" && Object.hasOwn(columns, name) ? asc(id) : desc(id)]
}

/** Corrects the total with what the page shows: a page that is not full ends the list, regardless of the count or estimate. */
export const totalBeside = (total: number, { offset, limit, rowCount }: { offset: number; limit: number; rowCount: number }): number => {
  if (total === 0) return 0
  return rowCount > 0 && rowCount < limit ? offset + rowCount : Math.max(total, rowCount ? offset + rowCount : 0)
}

/** Parses "column", "column desc" or "column asc". The default direction is desc; an unknown column selects the list's default order. */
export const orderOf = (order: string | undefined, columns: Record<string, AnyColumn>, defaultOrder: SQL): SQL => {
  const { name, direction } = orderName(order)
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) return defaultOrder
  return direction === "asc" ? asc(column) : desc(column)
}

const orderName = (order: string | undefined): { name: string; direction: string } => {
  const [name = "", direction = "desc"] = (order ?? "").trim().toLowerCase().split(/\s+/)
  return { name, direction }
}

/** Returns the LIKE patterns of a query's keywords, all of which must match. Escapes `%`, `_` and `\`. */
export const patternsOf = (wd: string | undefined): string[] =>
  (wd ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)

/** Checks for a caseless word that is too short for a trigram index. Its rows are scanned, and case folding is most of that work. */
const isPlain = (pattern: string): boolean => {
  const word = pattern.slice(1, -1)
  return word.length < 3 && word.toLowerCase() === word.toUpperCase()
}

/** Matches texts that contain the word of `patternsOf`, ignoring case. */
export const holds = (text: SQLWrapper, word: string): SQL => (isPlain(word) ? sql`${text} like ${word}` : sql`lower(${text}) like ${word}`)

/**
 * Matches rows in which one of these non-null columns contains the word of `patternsOf`. The columns are folded as one text, which halves
 * the work.
 * A match cannot cross a column border, because a word contains no space.
 */
export const anyLike = (columns: readonly AnyColumn[], word: string): SQL =>
  isPlain(word)
    ? or(...columns.map((column) => like(column, word)))!
    : holds(
        sql.join(
          columns.map((column) => sql`${column}`),
          sql` || ' ' || `,
        ),
        word,
      )
