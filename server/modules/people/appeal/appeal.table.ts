import { sql } from "drizzle-orm"
import { index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/** One appeal per decision (docs/decisions/445). `title` names the decision as it was then. */
export const appealTable = pgTable(
  "appeal",
  {
    id: primaryId(),
    decision_id: reference("decision_id"),
    kind: integer("kind").notNull(),
    title: line("title"),
    user_id: reference("user_id"),
    content: body("content"),
    status: integer("status").notNull().default(0),
    answer: line("answer"),
    answered_by: reference("answered_by").default(0),
    answered_at: moment("answered_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("appeal_once").on(table.decision_id),
    index("appeal_status").on(table.status, table.id),
    index("appeal_kind").on(table.kind, table.id),
    index("appeal_user").on(table.user_id),
    index("appeal_answered_by").on(table.answered_by),
    index("appeal_waiting")
      .on(table.created_at, table.id)
      .where(sql`${table.status} = 0`),
  ],
)
