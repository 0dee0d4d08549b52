import { boolean, index, integer, pgTable } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/** `operators` is a JSON list of the staff who changed it; `end_time` null = permanent (docs/reference/api.md 3.10). */
export const punishmentTable = pgTable(
  "punishment",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    type: integer("type").notNull(),
    enable: boolean("enable").notNull().default(true),
    reason: body("reason"),
    remark: body("remark"),
    operators: body("operators"),
    end_time: moment("end_time"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("punishment_user").on(table.user_id, table.type), index("punishment_list").on(table.type, table.id)],
)

/** Templates for the form of a punishment; `hours` 0 = permanent. */
export const punishmentTemplateTable = pgTable("punishment_template", {
  id: primaryId(),
  title: line("title", 50),
  type: integer("type").array().notNull().default([]),
  hours: counter("hours"),
  reason: body("reason"),
  enable: boolean("enable").notNull().default(true),
  sort: counter("sort"),
  created_at: createdAt(),
  updated_at: updatedAt(),
})
