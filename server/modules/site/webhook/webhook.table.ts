import { boolean, index, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

/** Other programs that are told of events (docs/decisions/154). Secrets are sealed with the site's own (`server/security/sealed.ts`). */
export const webhookTable = pgTable(
  "webhook",
  {
    id: primaryId(),
    title: line("title", 64),
    url: line("url", 2_000),
    events: text("events").array().notNull().default([]),
    enable: boolean("enable").notNull().default(true),
    /** WebhookStatus */
    status: smallint("status").notNull().default(0),
    secret: body("secret"),
    secret_hint: line("secret_hint", 32),
    /** the one before, which still signs until then */
    previous_secret: body("previous_secret"),
    previous_until: moment("previous_until"),
    error: line("error"),
    /** since when every delivery has failed */
    failing_since: moment("failing_since"),
    delivered_at: moment("delivered_at"),
    /** a process is delivering to it */
    lease_until: moment("lease_until"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("webhook_status").on(table.status)],
)
