import { bigint, index, integer, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../../db/columns"

export const favoriteFolderTable = pgTable(
  "favorite_folder",
  { id: primaryId(), user_id: reference("user_id"), title: varchar("title", { length: 64 }).notNull(), created_at: createdAt() },
  (table) => [uniqueIndex("favorite_folder_title").on(table.user_id, table.title)],
)

/** `document_id` holds an article's id if `type` is 1 (docs/reference/api.md 3.5). */
export const favoriteTable = pgTable(
  "favorite",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    document_id: reference("document_id"),
    type: integer("type").notNull().default(0),
    folder_id: bigint("folder_id", { mode: "number" }).notNull().default(0),
    ip: line("ip", 64),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("favorite_once").on(table.user_id, table.document_id, table.type),
    index("favorite_list").on(table.user_id, table.type, table.folder_id, table.id),
    index("favorite_document").on(table.type, table.document_id),
  ],
)
