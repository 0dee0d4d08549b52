import { boolean, index, pgTable, varchar } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, updatedAt } from "../../../db/columns"

export const languageTable = pgTable(
  "language",
  {
    id: primaryId(),
    language: line("language", 64),
    code: varchar("code", { length: 16 }).notNull().unique("language_code"),
    enable: boolean("enable").notNull().default(true),
    total: counter("total"),
    sort: counter("sort"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("language_order").on(table.enable.desc().nullsFirst(), table.sort.desc().nullsFirst(), table.id)],
)
