import { asc, eq, getTableColumns, inArray } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/** The user whose data is erased. Some tables refer to a user only by email address or mobile number. */
export type ErasedPerson = { id: number; email: string; mobile: string }
type EraseCtx = { db: Db; now: () => Date }
export type Erase = (ctx: EraseCtx, person: ErasedPerson) => Promise<unknown>
/** Exported rows; `truncated` means that the limit cut some off. */
export type Exported = { rows: object[]; truncated: boolean }

/**
 * The personal data in one table, declared by the module that owns the table. Data export, closing of accounts by their owners
 * and deletion by staff are derived from these declarations (docs/decisions/017).
 */
export type PersonalData = {
  table: PgTable
  /** The column with the user's id; default `user_id`. */
  column?: AnyPgColumn
  /** When an account is closed or deleted: delete the rows, remove personal fields from them, or keep them for the stated reason. */
  onErase: "delete" | Erase | { keep: string }
  /** Runs additionally when staff delete the account, for rows that a closed account keeps under its new name. */
  onDelete?: "delete" | Erase
  /**
   * The rows grant access to the account. They are deleted when the mailbox owner first proves the address by setting a new password,
   * because their creator had only claimed the address (docs/decisions/007).
   */
  beforeProof?: "delete"
  /** Staff cannot delete an account that has such rows. */
  keepsAccount?: true
} & (ExportedData | { /** Why the rows are not exported. */ notExported: string })

type ExportedData = {
  /** The list's name in `GET /user/export`. */
  exportAs: string
  /** Internal columns that are not exported. */
  internal?: readonly string[]
  /** Sort column of tables without a numeric `id`. */
  order?: AnyPgColumn
  /** Custom query instead of the table's own rows. */
  read?: (db: Db, userId: number, limit: number) => Promise<Exported>
}

const personOf = ({ table, column }: PersonalData): AnyPgColumn => {
  const personColumn = column ?? (getTableColumns(table).user_id as AnyPgColumn | undefined)
  if (!personColumn) throw new Error("a table without user_id names its column")
  return personColumn
}

/** Reads a user's rows of one table in order of creation, at most `limit`. */
const readRows = async (db: Db, data: PersonalData & ExportedData, userId: number, limit: number): Promise<Exported> => {
  if (data.read) return data.read(db, userId, limit)
  const all = getTableColumns(data.table) as Record<string, AnyPgColumn>
  const columns = Object.fromEntries(Object.entries(all).filter(([name]) => !data.internal?.includes(name)))
  const rows = await db
    .select(columns)
    .from(data.table)
    .where(eq(personOf(data), userId))
    .orderBy(asc(data.order ?? all.id!))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit), truncated: rows.length > limit }
}

/** Reads all exported rows, grouped by list name. `truncated` names the lists that exceed `limit`. */
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
    const list = await readRows(db, data, userId, limit)
    lists[data.exportAs] = list.rows
    if (list.truncated) truncated.push(data.exportAs)
  }
  return { lists, truncated }
}

const run = async (ctx: EraseCtx, data: PersonalData, how: PersonalData["onErase"] | undefined, person: ErasedPerson) => {
  if (how === "delete") await ctx.db.delete(data.table).where(eq(personOf(data), person.id))
  else if (typeof how === "function") await how(ctx, person)
}

/** Erases the personal data of a closed or deleted account. The order of tables is fixed, so that two erasures cannot deadlock. */
export const erasePersonalData = async (ctx: EraseCtx, all: readonly PersonalData[], person: ErasedPerson): Promise<void> => {
  for (const data of all) await run(ctx, data, data.onErase, person)
}

/** Deletes everything that lets others into an account whose address was unproven until now. */
export const deleteUnproven = async (ctx: EraseCtx, all: readonly PersonalData[], person: ErasedPerson): Promise<void> => {
  for (const data of all) await run(ctx, data, data.beforeProof, person)
}

/** Deletes the data that a closed account would otherwise keep; the caller deletes the account row itself. */
export const deleteWorks = async (ctx: EraseCtx, all: readonly PersonalData[], person: ErasedPerson): Promise<void> => {
  for (const data of all) await run(ctx, data, data.onDelete, person)
}

/** Checks whether one of these users has rows that prevent deletion (`keepsAccount`), including those in the recycle bin. */
export const ownsWorks = async (db: Db, all: readonly PersonalData[], ids: number[]): Promise<boolean> => {
  for (const data of all) if (data.keepsAccount && (await db.$count(data.table, inArray(personOf(data), ids))) > 0) return true
  return false
}
