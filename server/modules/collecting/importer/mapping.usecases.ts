import type { PgTable } from "drizzle-orm/pg-core"
import type { Ctx } from "@/server/context"
import type { SourceDatabase, SourceRow } from "@/server/db/mariadb"
import type { IdSource } from "@/server/db/row-ids"
import type { ColumnValues } from "@/server/db/rows"
import type { ImportedRow } from "./import-row.repository"
import type { Base, Comparison, Preference } from "./merge.rules"
import type { Originals } from "./original-files.usecases"

/**
 * A row being imported: the source row with its source id, its id here (0 if another key identifies it), and its values here. `again`: a
 * later run checks it again even if the source is unchanged. `isMerged`: an existing row already represents it. `isRemovedHere`: it was
 * imported and then deleted here; that deletion is respected.
 */
export type MappedRow = {
  id: number
  targetId: number
  row: SourceRow
  values: ColumnValues
  again?: true
  isMerged?: true
  isRemovedHere?: true
}
/** The source table that a column refers to, by the row if that depends on it; null for a value that is no reference. */
export type SourceReference = string | ((row: SourceRow) => string | null)

/** Rows of one table that are deleted, or belong to rows that are not here, by the sentence about them: how many, and the first of them. */
export type Orphans = Map<string, { count: number; firstIds: number[] }>

/** Parents by id, of each table whose rows form a tree. */
export type Parents = Readonly<Record<string, ReadonlyMap<number, number>>>

/** The context of an import run, and where it reports differences from the source. */
export type ImportContext = {
  source: SourceDatabase
  /** The files of the source, in a folder with `documents` and `uploads`. */
  originals: Originals
  dry: boolean
  /** Rows per transaction. */
  batch: number
  /** The time of a row without one in a table where no row has one: that of the source's first rows, so that it is the same in every run. */
  firstTime: Date
  /** `raw`: details for the log only. */
  note: (table: string, id: number, difference: string, raw?: string) => void
  /** Rows of the current table that belong to missing rows. */
  orphans: Orphans
  prefer: Preference
  idSource: IdSource
  /** Returns the ids here of rows of a source table. Rows that are not imported yet get a reserved id. */
  targetIds: (ctx: Ctx, source: string, ids: Iterable<number>) => Promise<Map<number, number>>
  /** Checks whether a row here is replaced by a new row of the source: the first administrator, by the first import. */
  isAdopted: (source: string, targetId: number) => boolean
  parents: Parents
  /** Rows to be removed after all tables, by their source ids. */
  leaving: Map<Mapping, Map<number, ImportedRow>>
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
  /** Further columns of the source that `change` or `after` reads. */
  uses?: readonly string[]
  /** Columns that hold ids of rows of other source tables, or of this one. */
  references?: Readonly<Record<string, SourceReference>>
  /** The parent table in the source. Rows are kept if their parent is kept here after the source deleted it. */
  partOf?: { column: string; source: string }
  /** Columns with unique values; the text of the last one gets a suffix if another row has it. */
  unique?: readonly string[]
  /** The column that names a row in the report; default the last one of `unique`. */
  nameColumn?: string
  /** Texts that differ only in case are the same. */
  ignoresCase?: true
  /** Columns with unique values; a further row with the same values is merged into the first. */
  once?: readonly string[]
  /** Columns that a later run leaves unchanged here. */
  fixedColumns?: readonly string[]
  /** How values of both sides are compared. `isOurs`: whether a value that differs from the imported one was edited on this site. */
  comparison?: Comparison
  /** Completes the merged values of a row with the source's values. `here`: the existing row. */
  settle?: (one: MappedRow, both: { here: ColumnValues; base: Base | null; merged: ColumnValues }) => MappedRow
  /** Checks whether the row was erased here for good: it is never imported again, regardless of the preferred side. */
  isErased?: (here: ColumnValues, base: Base) => boolean
  /** Names a row's changed value in the report; default the column. */
  titleOf?: (values: ColumnValues, column: string) => string
  /** Columns whose values do not appear in the report. */
  secret?: (values: ColumnValues) => readonly string[]
  /** Completes the values, including files, outside of the transaction. Omitted rows are not imported. Writes no row. */
  change?: (ctx: Ctx, taken: MappedRow[], world: ImportContext) => Promise<MappedRow[]> | MappedRow[]
  /**
   * Returns the source ids of unchanged rows that a quick check rejects again because their file is still missing. Reports what the full
   * check would report.
   */
  listStillLacking?: (ctx: Ctx, rows: SourceRow[], world: ImportContext) => Promise<ReadonlySet<number>>
  /** Runs instead of writing the values into `target`. */
  write?: (ctx: Ctx, taken: MappedRow[]) => Promise<void>
  /** Runs in the transaction, after the rows were written. */
  after?: (ctx: Ctx, taken: MappedRow[], world: ImportContext) => Promise<void>
  /**
   * Returns the rows that content created or kept on this site still needs: they stay although the source deleted them. Unneeded rows are
   * removed after all tables are imported.
   */
  listUsed?: (ctx: Ctx, ids: number[]) => Promise<Set<number>>
  /** Runs in the transaction, instead of deleting rows that no longer exist in the source. */
  remove?: (ctx: Ctx, ids: number[], world: ImportContext) => Promise<void>
}
