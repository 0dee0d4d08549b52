import { index, integer, pgTable } from "drizzle-orm/pg-core"
import { body, createdAt, primaryId, reference } from "../../../db/columns"

/** Decisions against a user: rejections and punishments. The latest one about an object is the one that may be in effect. */
export const decisionTable = pgTable(
  "decision",
  {
    id: primaryId(),
    /** `DecisionKind`, and the id of that */
    kind: integer("kind").notNull(),
    object_id: reference("object_id"),
    user_id: reference("user_id"),
    /** 0 = a rule of the site, or unknown */
    decided_by: reference("decided_by").default(0),
    verdict: integer("verdict").notNull(),
    reason: body("reason"),
    created_at: createdAt(),
  },
  (table) => [
    index("decision_user").on(table.user_id, table.id),
    index("decision_user_kind").on(table.user_id, table.kind, table.id),
    index("decision_object").on(table.kind, table.object_id, table.id),
    index("decision_decided_by").on(table.decided_by),
  ],
)
