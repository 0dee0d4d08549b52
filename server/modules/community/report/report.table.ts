import { sql } from "drizzle-orm"
import { boolean, index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core"
import { counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/**
 * Title and name are snapshots taken at the time of the report. `type` is the kind of `document_id` (`ReportKind`). `case_id` is 0 for
 * imported rows.
 */
export const reportTable = pgTable(
  "report",
  {
    id: primaryId(),
    case_id: reference("case_id").default(0),
    type: integer("type").notNull().default(0),
    document_id: reference("document_id"),
    document_title: line("document_title"),
    user_id: reference("user_id"),
    username: line("username", 64),
    reason: integer("reason").notNull(),
    status: boolean("status").notNull().default(false),
    /** The reaction of staff to the report. */
    remark: line("remark"),
    reporter_remark: line("reporter_remark"),
    /** The path of the reporter's picture. */
    picture: line("picture"),
    /** The verdict of staff (`ReportVerdict`), and their answer to the reporter. */
    verdict: integer("verdict").notNull().default(0),
    answer: line("answer"),
    /** How much it counts for automatic hiding, in tenths; of reports from one `network` (`neighbourhoodOf`) the heaviest counts. */
    weight: counter("weight"),
    network: line("network", 64),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("report_once").on(table.user_id, table.type, table.document_id),
    index("report_status").on(table.status, table.id),
    index("report_case_reports").on(table.case_id, table.id),
    index("report_target").on(table.type, table.document_id),
  ],
)

/** All reports of one content. Its row is locked while a report is added or decided, so that parallel reports are weighed together. */
export const reportCaseTable = pgTable(
  "report_case",
  {
    id: primaryId(),
    type: integer("type").notNull(),
    document_id: reference("document_id"),
    /** The number of open reports, and their weight in tenths. */
    report_count: counter("report_count"),
    weight: counter("weight"),
    /** Reports have hidden the content, and staff have not decided yet. */
    is_hidden: boolean("is_hidden").notNull().default(false),
    /** When the oldest open report was sent; null = none is open. */
    opened_at: moment("opened_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("report_case_target").on(table.type, table.document_id),
    index("report_case_open")
      .on(table.opened_at, table.id)
      .where(sql`${table.opened_at} is not null`),
  ],
)
