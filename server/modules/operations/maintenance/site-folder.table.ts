import { integer, pgTable, varchar } from "drizzle-orm/pg-core"
import { createdAt } from "../../../db/columns"

/** One row: the mark of the data folder whose files the rows name. Only `site-folder.usecases.ts` writes here. */
export const siteFolderTable = pgTable("site_folder", {
  id: integer("id").primaryKey().default(1),
  mark: varchar("mark", { length: 32 }).notNull(),
  created_at: createdAt(),
})
