import { index, pgTable } from "drizzle-orm/pg-core"
import { createdAt, line, reference } from "../../../db/columns"

/** Signatures that a sensitive word sent to review: the latest of each user, until staff decide (docs/decisions/477). */
export const profileChangeTable = pgTable(
  "profile_change",
  {
    user_id: reference("user_id").primaryKey(),
    signature: line("signature"),
    created_at: createdAt(),
  },
  (table) => [index("profile_change_created").on(table.created_at)],
)
