import { boolean, index, pgTable, text, varchar } from "drizzle-orm/pg-core"
import { createdAt, line, moment, primaryId } from "../../../db/columns"

/** Messages about alarms, written in the transaction that changed the state, and sent by one job for each channel. */
export const alarmMessageTable = pgTable(
  "alarm_message",
  {
    id: primaryId(),
    kind: varchar("kind", { length: 32 }).notNull(),
    recovery: boolean("recovery").notNull(),
    text: line("text", 500),
    since: moment("since").notNull(),
    /** the channels that have accepted it */
    delivered: text("delivered").array().notNull().default([]),
    /** why the last attempt failed */
    error: line("error"),
    created_at: createdAt(),
  },
  (table) => [index("alarm_message_kind").on(table.kind, table.id), index("alarm_message_time").on(table.created_at)],
)
