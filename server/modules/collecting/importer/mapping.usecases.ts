import type { SQL } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Ctx } from "@/server/context"
import type { SourceDatabase, SourceRow } from "@/server/db/mariadb"
import type { ColumnValues } from "@/server/db/rows"

/** A row being imported: the source row and its values here. `again`: a later run checks it again even if the source is unchanged. */
export type MappedRow = { id: number; row: SourceRow; values: ColumnValues; again?: true }

/** The context of an import run, and where it reports differences from the source. */
export type ImportContext = {
  source: SourceDatabase
  /** The folder with `documents` and `uploads`. */
  folder: string
  dry: boolean
  /** Rows per transaction. */
  batch: number
  now: Date
  note: (table: string, id: number, difference: string) => void
  /** Source permission ids mapped to ours. */
  permissions: ReadonlyMap<number, number>
}

/** How the rows of one source table become ours. Columns with the same name are copied and converted to our type. */
export type Mapping = {
  /** Name of the source table, without the prefix. */
  source: string
  title: string
  target: PgTable
  /** Columns that identify a row in later runs; default the id, which is kept. */
  key?: readonly string[]
  /** Columns that a later run leaves unchanged here. */
  fixedColumns?: readonly string[]
  merged?: Readonly<Record<string, SQL>>
  /** Completes the values, including files, outside of the transaction. Omitted rows are not imported. Writes no row. */
  change?: (ctx: Ctx, taken: MappedRow[], world: ImportContext) => Promise<MappedRow[]> | MappedRow[]
  /** Runs instead of writing the values into `target`. */
  write?: (ctx: Ctx, taken: MappedRow[]) => Promise<void>
  /** Runs in the transaction, after the rows were written. */
  after?: (ctx: Ctx, taken: MappedRow[], world: ImportContext) => Promise<void>
  /** Runs in the transaction, instead of deleting rows that no longer exist in the source. */
  remove?: (ctx: Ctx, ids: number[], world: ImportContext) => Promise<void>
}
