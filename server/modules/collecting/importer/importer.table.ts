import { sql } from "drizzle-orm"
import { bigint, char, index, jsonb, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core"

/**
 * A row of another site and the row here that it became, so that a later run detects new, changed and deleted rows, and so that references
 * follow. A row with the digest "" only reserves an id: another row refers to it, but it is not imported yet, or never will be.
 */
export const importRowTable = pgTable(
  "import_row",
  {
    /** Name of the source table, without the prefix. */
    source: varchar("source", { length: 32 }).notNull(),
    id: bigint("id", { mode: "number" }).notNull(),
    /** Half of the row's SHA-256; a trailing "?" makes every run check the row again (`againDigestOf`). */
    digest: char("digest", { length: 32 }).notNull(),
    /** The id of the row here; null if another key identifies it, or if it was merged into an existing row. */
    target_id: bigint("target_id", { mode: "number" }),
    /** The key columns that identify the row here, if that is not the id. */
    target: jsonb("target").$type<Record<string, unknown>>(),
    /** The row's values at the last run, long texts as digests (`baseOf`): shows on which side a value has changed since. */
    base: jsonb("base").$type<Record<string, string | number | boolean | null>>(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    index("import_row_attachment")
      .on(table.target_id)
      .where(sql`source = 'attachment'`),
  ],
)
