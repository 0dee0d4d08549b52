import { bigint, char, jsonb, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core"

/** A row imported from another site and its digest there, so that a later run detects new, changed and deleted rows. */
export const importRowTable = pgTable(
  "import_row",
  {
    /** Name of the source table, without the prefix. */
    source: varchar("source", { length: 32 }).notNull(),
    id: bigint("id", { mode: "number" }).notNull(),
    /** Half of the row's SHA-256; a trailing "?" makes every run check the row again (`againDigestOf`). */
    digest: char("digest", { length: 32 }).notNull(),
    /** The key columns that identify the row here, if that is not the id. */
    target: jsonb("target").$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.source, table.id] })],
)
