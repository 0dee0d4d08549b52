import { index, pgTable, primaryKey } from "drizzle-orm/pg-core"
import { createdAt, reference } from "../../../db/columns"

/** Buyers who were notified that the original file of a document is missing: once per document (docs/decisions/182). */
export const fileNoticeTable = pgTable(
  "file_notice",
  { document_id: reference("document_id"), user_id: reference("user_id"), created_at: createdAt() },
  (table) => [primaryKey({ columns: [table.document_id, table.user_id] }), index("file_notice_user").on(table.user_id)],
)
