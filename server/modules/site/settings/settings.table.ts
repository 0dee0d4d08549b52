import { pgTable, text, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { primaryId, updatedAt } from "../../../db/columns"

/** A changed setting; all others have the default of `lib/contract/site/settings.groups.ts`. */
export const configTable = pgTable(
  "config",
  {
    id: primaryId(),
    category: varchar("category", { length: 32 }).notNull(),
    name: varchar("name", { length: 64 }).notNull(),
    value: text("value").notNull(),
    updated_at: updatedAt(),
  },
  (table) => [uniqueIndex("config_name").on(table.category, table.name)],
)
