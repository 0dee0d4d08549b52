import { index, integer, pgTable } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, reference } from "../../db/columns"

/** What somebody did or what happened to them, in parts: type, what it was about, what it brought. */
export const dynamicTable = pgTable(
  "dynamic",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    type: integer("type").notNull(),
    /** the sentence, with {title} where the thing stands */
    words: line("words"),
    title: line("title"),
    href: line("href"),
    credit: counter("credit"),
    created_at: createdAt(),
  },
  (table) => [index("dynamic_user").on(table.user_id, table.id)],
)
