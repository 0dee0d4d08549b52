import { sql } from "drizzle-orm"
import { boolean, index, integer, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/** A copyright complaint about contents of one author (docs/decisions/440). */
export const complaintTable = pgTable(
  "complaint",
  {
    id: primaryId(),
    /** the case number for correspondence, made from day and id */
    number: line("number", 24),
    /** the author of the content */
    user_id: reference("user_id"),
    status: integer("status").notNull(),
    claimant: line("claimant", 64),
    capacity: integer("capacity").notNull(),
    email: line("email", 64),
    mobile: line("mobile", 20),
    /** mail or sms: where the code that proved the identity was sent */
    channel: varchar("channel", { length: 8 }).notNull(),
    work: line("work", 200),
    statement: body("statement"),
    /** why it was taken down or dismissed, and the reason of the decision after that */
    reason: line("reason", 500),
    outcome: line("outcome", 500),
    counter_name: line("counter_name", 64),
    counter_statement: body("counter_statement"),
    /** when the next step is due; null once it is closed */
    due_at: moment("due_at"),
    taken_down_at: moment("taken_down_at"),
    countered_at: moment("countered_at"),
    closed_at: moment("closed_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("complaint_number").on(table.number),
    index("complaint_status").on(table.status, table.id),
    index("complaint_author").on(table.user_id, table.id),
    index("complaint_email").on(table.email, table.created_at),
    index("complaint_mobile")
      .on(table.mobile, table.created_at)
      .where(sql`${table.mobile} <> ''`),
    // complaints that wait for staff: new ones, and those with a counter-notice
    index("complaint_waiting")
      .on(table.due_at, table.id)
      .where(sql`${table.status} in (1, 4)`),
    // takedowns without a counter-notice
    index("complaint_taken_down")
      .on(table.due_at, table.id)
      .where(sql`${table.status} = 3`),
  ],
)

/** The objects of a complaint. `is_hidden`: this complaint has taken it down. */
export const complaintTargetTable = pgTable(
  "complaint_target",
  {
    complaint_id: reference("complaint_id").references(() => complaintTable.id, { onDelete: "cascade" }),
    /** a document (0) or an article (1) */
    type: integer("type").notNull(),
    document_id: reference("document_id"),
    /** as it was when the complaint was submitted */
    title: line("title"),
    href: line("href"),
    is_hidden: boolean("is_hidden").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.complaint_id, table.type, table.document_id] }),
    index("complaint_target_content").on(table.type, table.document_id),
  ],
)
