import type { SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"

/** A table with `updated_at`. */
export type VersionedTable = PgTable & { id: AnyPgColumn; updated_at: AnyPgColumn }

/** The table of a call's row. `only` excludes rows whose `updated_at` changes by itself, such as a document in conversion. */
export type VersionedRows = { table: VersionedTable; only?: SQL }
