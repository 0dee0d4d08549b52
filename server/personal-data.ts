import { asc, eq, getTableColumns, inArray } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./db/client"

/** Who is to be forgotten. Some tables know a person only by their address or number. */
export type ErasedPerson = { id: number; email: string; mobile: string }
type EraseCtx = { db: Db; now: () => Date }
export type Erase = (ctx: EraseCtx, person: ErasedPerson) => Promise<unknown>
/** Rows that leave with an export; `truncated` = there are more than may leave. */
export type Exported = { rows: object[]; truncated: boolean }

/**
 * What one table knows of a person, declared by the module that owns it. From these follow the export of one's data, the
 * closing of an account by its owner, and its deletion by staff (docs/decisions/017).
 */
export type PersonalData = {
  table: PgTable
  /** the column with the person's id; `user_id` where nothing is said */
  column?: AnyPgColumn
  /** When an account ends, closed by its owner or deleted by staff: rows are deleted, cleared of the person, or kept for a reason. */
  onErase: "delete" | Erase | { keep: string }
  /** When staff delete the account: what becomes of rows that a closed account keeps under its new name. */
  onDelete?: "delete" | Erase
  /** Staff delete no account that has such rows. */
  keepsAccount?: true
} & (ExportedData | { /** why the rows do not leave with an export */ notExported: string })

type ExportedData = {
  /** the list's name in `GET /user/export` */
  exportAs: string
  /** columns that are the machine's own and do not leave */
  internal?: readonly string[]
  /** the rows' order where they have no `id` to go by */
  order?: AnyPgColumn
  /** reads the rows in another way than one by one from the table */
  read?: (db: Db, userId: number, limit: number) => Promise<Exported>
}

const personOf = ({ table, column }: PersonalData): AnyPgColumn => {
  const found = column ?? (getTableColumns(table).user_id as AnyPgColumn | undefined)
  if (!found) throw new Error("a table without user_id names its column")
  return found
}

/** A person's rows of one table, in the order of their making, at most `limit`. */
const readRows = async (db: Db, data: PersonalData & ExportedData, userId: number, limit: number): Promise<Exported> => {
  if (data.read) return data.read(db, userId, limit)
  const all = getTableColumns(data.table) as Record<string, AnyPgColumn>
  const columns = Object.fromEntries(Object.entries(all).filter(([name]) => !data.internal?.includes(name)))
  const found = await db
    .select(columns)
    .from(data.table)
    .where(eq(personOf(data), userId))
    .orderBy(asc(data.order ?? all.id!))
    .limit(limit + 1)
  return { rows: found.slice(0, limit), truncated: found.length > limit }
}

/** Everything that leaves with an export, by the name of the list; `truncated` names those that are longer than `limit`. */
export const readPersonalData = async (
  db: Db,
  all: readonly PersonalData[],
  userId: number,
  limit: number,
): Promise<{ lists: Record<string, object[]>; truncated: string[] }> => {
  const lists: Record<string, object[]> = {}
  const truncated: string[] = []
  for (const data of all) {
    if (!("exportAs" in data)) continue
    const found = await readRows(db, data, userId, limit)
    lists[data.exportAs] = found.rows
    if (found.truncated) truncated.push(data.exportAs)
  }
  return { lists, truncated }
}

const run = async (ctx: EraseCtx, data: PersonalData, how: PersonalData["onErase"] | undefined, person: ErasedPerson) => {
  if (how === "delete") await ctx.db.delete(data.table).where(eq(personOf(data), person.id))
  else if (typeof how === "function") await how(ctx, person)
}

/** What every ended account loses: table after table in the order of the modules, so that two endings never wait for each other. */
export const erasePersonalData = async (ctx: EraseCtx, all: readonly PersonalData[], person: ErasedPerson): Promise<void> => {
  for (const data of all) await run(ctx, data, data.onErase, person)
}

/** What an account that staff delete loses besides; its own row is still there afterwards. */
export const deleteWorks = async (ctx: EraseCtx, all: readonly PersonalData[], person: ErasedPerson): Promise<void> => {
  for (const data of all) await run(ctx, data, data.onDelete, person)
}

/** Has one of these people rows that keep staff from deleting an account, in the recycle bin included? */
export const ownsWorks = async (db: Db, all: readonly PersonalData[], ids: number[]): Promise<boolean> => {
  for (const data of all) if (data.keepsAccount && (await db.$count(data.table, inArray(personOf(data), ids))) > 0) return true
  return false
}
