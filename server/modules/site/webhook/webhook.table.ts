import { boolean, index, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

/**
 * Webhooks that notify other programs of events (docs/decisions/154). Their secrets are encrypted with the site's secret
 * (`server/security/sealed.ts`).
 */
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
    /** the previous secret, which still signs until `previous_until` */
    previous_secret: body("previous_secret"),
    previous_until: moment("previous_until"),
    error: line("error"),
    /** the time since which every delivery has failed */
    failing_since: moment("failing_since"),
    delivered_at: moment("delivered_at"),
    /** the lease of the process that delivers to it */
    lease_until: moment("lease_until"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("webhook_status").on(table.status)],
)
