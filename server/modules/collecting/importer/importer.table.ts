import { bigint, char, jsonb, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core"

/** A row that was taken over from another site: what it was like there, so that a later run knows what is new, changed or gone. */
export const importRowTable = pgTable(
  "import_row",
  {
    /** its table there, without the prefix */
    source: varchar("source", { length: 32 }).notNull(),
    id: bigint("id", { mode: "number" }).notNull(),
    /** half of the SHA-256 of the row; with "?" at its end = every run looks at it again (`againDigestOf`) */
    digest: char("digest", { length: 32 }).notNull(),
    /** by which columns it is found here, where that is not the id */
    target: jsonb("target").$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.source, table.id] })],
)
