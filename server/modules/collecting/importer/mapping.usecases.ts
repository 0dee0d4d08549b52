import type { SQL } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Ctx } from "@/server/context"
import type { Source, SourceRow } from "@/server/db/mariadb"
import type { Values } from "@/server/db/rows"

/** A row on its way: as it was, and as it will be here. `again`: a later run looks at it again even if it is the same there. */
export type Taken = { id: number; row: SourceRow; values: Values; again?: true }

/** What a run knows, and where it says what is different here from there. */
export type World = {
  source: Source
  /** the folder with `documents` and `uploads` */
  folder: string
  dry: boolean
  /** rows in a transaction */
  batch: number
  now: Date
  note: (table: string, id: number, difference: string) => void
  /** the permission of ours that theirs stands for, by their id */
  permissions: ReadonlyMap<number, number>
}

/** How the rows of one table become ours. Columns of the same name are taken as they are, in the type of ours. */
export type Mapping = {
  /** the table's name there, without the prefix */
  source: string
  title: string
  target: PgTable
  /** columns by which a row is found again; default the id, which it keeps */
  key?: readonly string[]
  /** columns that a later run leaves as they have become here */
  kept?: readonly string[]
  merged?: Readonly<Record<string, SQL>>
  /** Outside of the transaction, files too: completes the values; who is left out is not taken. Writes no row. */
  change?: (ctx: Ctx, taken: Taken[], world: World) => Promise<Taken[]> | Taken[]
  /** Instead of writing the values into `target`. */
  write?: (ctx: Ctx, taken: Taken[]) => Promise<void>
  /** In the transaction, after the rows were written. */
  after?: (ctx: Ctx, taken: Taken[], world: World) => Promise<void>
  /** In the transaction, instead of deleting rows that are gone there. */
  remove?: (ctx: Ctx, ids: number[], world: World) => Promise<void>
}
