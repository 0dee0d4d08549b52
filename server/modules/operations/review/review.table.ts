import { boolean, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core"
import { counter, createdAt, moment, primaryId, reference } from "../../../db/columns"

/** The reviewer who has claimed an item in the review queue; `until` ends the claim by itself. */
export const reviewClaimTable = pgTable(
  "review_claim",
  {
    kind: integer("kind").notNull(),
    object_id: reference("object_id"),
    user_id: reference("user_id"),
    until: moment("until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.object_id] }),
    index("review_claim_user").on(table.user_id),
    index("review_claim_until").on(table.until),
  ],
)

/** The verdicts in the review queue, for its figures. */
export const reviewVerdictTable = pgTable(
  "review_verdict",
  {
    id: primaryId(),
    kind: integer("kind").notNull(),
    object_id: reference("object_id"),
    user_id: reference("user_id"),
    approved: boolean("approved").notNull(),
    waited_seconds: counter("waited_seconds"),
    created_at: createdAt(),
  },
  (table) => [index("review_verdict_created").on(table.created_at), index("review_verdict_user").on(table.user_id, table.id)],
)
