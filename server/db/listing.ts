import { asc, desc, inArray, like, or, sql, type AnyColumn, type SQL, type SQLWrapper } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"
import { totalOf } from "./totals"

type Paged = { page?: number; size?: number; limit?: number }

/** Page and size within the list's bounds. `limit` > 0 means: the first so many (docs/reference/api.md 1.5). */
export const pageOf = (input: Paged, max: number, defaultSize = 10): { offset: number; limit: number } => {
  if (input.limit && input.limit > 0) return { offset: 0, limit: Math.min(input.limit, max) }
  const size = Math.min(Math.max(input.size || defaultSize, 1), max)
  return { offset: (Math.min(Math.max(input.page ?? 1, 1), 1_000_000) - 1) * size, limit: size }
}

type Page = { where: SQL | undefined; order: (SQL | AnyPgColumn)[]; offset: number; limit: number }
type WithId = PgTable & { id: AnyPgColumn }

/** The ids of one page, found before whole rows are read or anything is joined to them: what is skipped then costs little. */
export const pageIds = (db: Db, table: WithId, { where, order, offset, limit }: Page) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)

/** Rows behind which a page's ids are found first. */
const farOffset = 500

/** One page of a table's rows, and how many fulfil the condition altogether (above some thousands as `totals.ts` says). */
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
  // what is found on one page is all there is: a condition that no index knows is not looked for twice
  const rows = await read()
  return { rows, total: rows.length < limit ? rows.length : await totalOf(db, table, where) }
}

/** The order of a list with the id after it, in the same direction, so that one index serves both ways. */
export const orderWithId = (order: string | undefined, columns: Record<string, AnyColumn>, id: AnyColumn, own: SQL = desc(id)): SQL[] => {
  const { name, direction } = orderName(order)
  return [orderOf(order, columns, own), direction === "asc" && Object.hasOwn(columns, name) ? asc(id) : desc(id)]
}

/** What a page says of the whole: a page that is not full ends the list, whatever was counted or estimated. */
export const totalBeside = (total: number, { offset, limit, found }: { offset: number; limit: number; found: number }): number => {
  if (total === 0) return 0
  return found > 0 && found < limit ? offset + found : Math.max(total, found ? offset + found : 0)
}

/** "column", "column desc", "column asc"; no direction means desc, an unknown column the list's own order. */
export const orderOf = (order: string | undefined, columns: Record<string, AnyColumn>, own: SQL): SQL => {
  const { name, direction } = orderName(order)
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) return own
  return direction === "asc" ? asc(column) : desc(column)
}

const orderName = (order: string | undefined): { name: string; direction: string } => {
  const [name = "", direction = "desc"] = (order ?? "").trim().toLowerCase().split(/\s+/)
  return { name, direction }
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

/** A word without case that is too short for an index of trigrams: the rows are scanned, and folding them is most of the work. */
const isPlain = (pattern: string): boolean => {
  const word = pattern.slice(1, -1)
  return word.length < 3 && word.toLowerCase() === word.toUpperCase()
}

/** Whether the text holds the word of `patternsOf`, whatever its case. */
export const holds = (text: SQLWrapper, word: string): SQL => (isPlain(word) ? sql`${text} like ${word}` : sql`lower(${text}) like ${word}`)

/**
 * Whether one of these columns, none of which is null, holds the word of `patternsOf`. They are folded as one text, which is half the
 * work; no word reaches over their borders, since it holds no space.
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
