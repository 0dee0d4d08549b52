import { boolean, index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference, updatedAt } from "../../../db/columns"

/** Title and name are snapshots taken at the time of the report. */
export const reportTable = pgTable(
  "report",
  {
    id: primaryId(),
    document_id: reference("document_id"),
    document_title: line("document_title"),
    user_id: reference("user_id"),
    username: line("username", 64),
    reason: integer("reason").notNull(),
    status: boolean("status").notNull().default(false),
    /** What staff did about the report. */
    remark: line("remark"),
    reporter_remark: line("reporter_remark"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("report_once").on(table.user_id, table.document_id),
    index("report_status").on(table.status, table.id),
    index("report_document").on(table.document_id),
  ],
)
