import { bigint, index, integer, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core"
import { counter, createdAt, primaryId, reference, updatedAt } from "../../../db/columns"
import { documentTable } from "../document/document.table"

const ofDocument = () =>
  bigint("document_id", { mode: "number" })
    .notNull()
    .references(() => documentTable.id, { onDelete: "cascade" })

/** One rating per user and document, 100 to 500. */
export const ratingTable = pgTable(
  "document_score",
  { id: primaryId(), document_id: ofDocument(), user_id: reference("user_id"), score: integer("score").notNull(), created_at: createdAt() },
  (table) => [uniqueIndex("document_score_once").on(table.document_id, table.user_id), index("document_score_user").on(table.user_id)],
)

/** A user's reading position in a document. */
export const readingPositionTable = pgTable(
  "reading_position",
  { user_id: bigint("user_id", { mode: "number" }).notNull(), document_id: ofDocument(), page: counter("page"), updated_at: updatedAt() },
  (table) => [primaryKey({ columns: [table.user_id, table.document_id] }), index("reading_position_document").on(table.document_id)],
)
