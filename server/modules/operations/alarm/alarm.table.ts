import { boolean, pgTable, varchar } from "drizzle-orm/pg-core"
import { line, moment } from "../../../db/columns"

/** The state of each kind of alarm (docs/decisions/320). Kinds: `alarm-kinds.usecases.ts`. */
export const alarmTable = pgTable("alarm", {
  kind: varchar("kind", { length: 32 }).primaryKey(),
  active: boolean("active").notNull().default(false),
  text: line("text", 500),
  since: moment("since"),
  recovered_at: moment("recovered_at"),
  /** when its last message was written; recoveries do not count */
  sent_at: moment("sent_at"),
  /** a message has been written since it began, so its recovery is reported as well */
  told: boolean("told").notNull().default(false),
  checked_at: moment("checked_at"),
})
