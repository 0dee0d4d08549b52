import { index, integer, pgTable } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, reference } from "../../../db/columns"

/** A user's activity in parts: type, sentence, subject, credits. */
export const dynamicTable = pgTable(
  "dynamic",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    type: integer("type").notNull(),
    /** the sentence, with {title} as the placeholder of the subject */
    words: line("words"),
    title: line("title"),
    href: line("href"),
    credit: counter("credit"),
    created_at: createdAt(),
  },
  (table) => [index("dynamic_user").on(table.user_id, table.id)],
)
